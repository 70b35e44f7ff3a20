/** Words of the screens in every language, as pages with and without React draw them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Behavior, readKit } from "../../conformance/scenario.ts";
import { createGateClient, type GateOptions } from "../core/index.ts";
import { MemoryServer } from "../test/memory-server.ts";
import { settle, VirtualClock } from "../test/virtual-clock.ts";
import { findWords } from "../texts/find-words.ts";
import { gateWords } from "../texts/gate-words.ts";
import { drawBanner, drawScreen } from "./draw-gate.ts";
import { describe } from "./patch-node.ts";

const kit = readKit();
const tooOld = { "drawbridge-os": "too_old" };
const ignore = () => undefined;

/** Texts that users of a second start see in each language; [] where nothing is shown. */
async function textsOf(behavior: Behavior, own: Partial<GateOptions> = {}): Promise<string[][]> {
  const clock = new VirtualClock(Date.parse(kit.begin), 0);
  const server = new MemoryServer(kit, clock);
  server.behave(behavior);
  const { request } = server;
  const storage = { get: () => "{}", set: ignore };
  const options = { ...(kit.options as unknown as GateOptions), request, storage, openLink: ignore, ...own };
  const client = createGateClient({ ...options, now: clock.deviceNow, schedule: clock.schedule });
  await client.start();
  await settle();
  const { state } = client;
  const texts = Object.keys(gateWords).map((language) => {
    const gate = { client, state, notice: null, retry: ignore, update: ignore, ...findWords(gateWords, language) };
    const parts = { id: "gate-", support: "mailto:support@acme.example", extras: null };
    if (state.status === "open") return [];
    const drawn = state.blocked ? drawScreen(describe, gate, parts) : drawBanner(describe, gate);
    return JSON.stringify(drawn, (name, value) => (name === "props" ? undefined : value)).match(/(?<=")[^"]+(?=")/g) ?? [];
  });
  client.close();
  return texts;
}

function assertWords(texts: readonly string[][], shown: readonly string[], hidden: readonly string[]): void {
  for (const [index, words] of Object.values(gateWords).entries()) {
    const own = words as unknown as Readonly<Record<string, string>>;
    for (const name of shown) assert.ok(texts[index]?.includes(own[name] ?? ""), `${own[name]} is shown`);
    for (const name of hidden) assert.ok(!texts[index]?.includes(own[name] ?? ""), `${own[name]} is not shown`);
  }
}

test("a device whose system is too old never sees Update nor whom to ask for it, in any language, even if the app updates in its own way", async () => {
  const own = { update: ignore };
  assertWords(await textsOf({ answer: "forced" }), ["update", "retry", "support"], ["saving"]);
  for (const options of [{}, own]) {
    const texts = await textsOf({ answer: "forced", headers: tooOld }, options);
    assertWords(texts, ["retry", "support"], ["update", "askSupport", "askProvider"]);
    for (const shown of texts) assert.ok(shown.includes("Version 2.3.0 can no longer be used."));
  }
  assertWords(await textsOf({ answer: "recommended" }, own), ["update", "later"], []);
  assert.deepEqual((await textsOf({ answer: "recommended", headers: tooOld }, own)).flat(), []);
});

test("while the work is saved, the screen says so in each language, without a button or a link", async () => {
  for (const answer of ["forced", "maintenance"]) {
    const texts = await textsOf({ answer }, { beforeBlock: () => new Promise(ignore) });
    assertWords(texts, ["saving"], ["update", "retry", "support"]);
    for (const shown of texts) assert.ok(!shown.some((text) => ["a", "button"].includes(text)));
  }
});
