/** Apps can send any text. The memory for answering them stays within its limit, both as counted and as measured. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { languageTable } from "drawbridge-rules/texts/language.ts";
import { LanguageHeaders, languageBound, lookup } from "../../src/reads/catalog/wanted-languages.ts";
import { randomFrom } from "../drills/drill.ts";
import { answerBytes, RandomQuestions, run, usedMemory } from "../drills/random-questions.ts";

test("10 000 random questions take no more memory than the first ones: the drill asks a thousand times as many", async () => {
  console.log(await run(10_000, randomFrom(4)));
});

test("a language header keeps nothing of the request that it came in", () => {
  const headers = new LanguageHeaders(lookup);
  const table = languageTable(["en", "de"]);
  const before = usedMemory();
  for (let i = 0; i < 1_000; i++) {
    // Not a tag to Intl, so the range stays as it was sent.
    const tag = `Abcdefgh-Abc-Abc-Ab${i}-Abcd-Abcd`;
    const request = Buffer.from(tag.padEnd(8_000, "x")).toString("latin1");
    headers.wanted("", request.slice(0, tag.length)).choose(table, "en");
  }
  assert.ok(usedMemory() - before < 2 * headers.bytes, `${usedMemory() - before} bytes for ${headers.bytes}`);
});

describe("random questions", () => {
  let world: RandomQuestions;
  before(async () => {
    world = await RandomQuestions.start(randomFrom(1));
  });
  after(() => world.server.stop());

  test("are remembered within the limits, as counted at any time", () => {
    const { catalog } = world.server;
    let most = 0;
    for (let i = 0; i < 20_000; i++) {
      world.ask(1);
      most = Math.max(most, catalog.bytes);
    }
    assert.ok(most <= world.bound, `${most} of ${world.bound}`);
    assert.ok(most > 0.9 * (answerBytes + languageBound), "and the limits were reached");
    for (let i = 0; i < 10_000; i++) {
      const { acceptLanguage, ...question } = world.question();
      for (let again = 0; again < 2; again++) world.server.answer(question, { acceptLanguage });
      most = Math.max(most, catalog.bytes);
    }
    assert.ok(most <= world.bound, `${most} of ${world.bound}`);
    assert.ok(most > 0.9 * world.bound, "with questions that are asked again");
  });
});
