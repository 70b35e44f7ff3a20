import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { becomes } from "./console-page.ts";
import { mainPictures, visitMainPictures } from "./main-pictures.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, "docs", "pictures");

interface Questions {
  readonly questions: readonly string[];
  /** By picture, in the order of the questions. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

const { questions, answers } = JSON.parse(readFileSync(join(folder, "questions.json"), "utf8")) as Questions;
const directories = temporaryDirectories();

test("each picture answers five questions, and every picture is on a page", () => {
  assert.deepEqual(Object.keys(answers).sort(), mainPictures.map(({ name }) => name).sort());
  for (const [name, texts] of Object.entries(answers)) assert.equal(texts.length, 5, name);
  const pages = globSync(["README.md", "docs/*.md", "ui/*.md"], { cwd: root }).map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  for (const file of globSync("*.webp", { cwd: folder })) assert.ok(pages.join("\n").includes(`pictures/${file})`), file);
});

test("the answers are in view in the state of each picture", async () => {
  await visitMainPictures(directories(), async ({ name }, { page, assertClean }) => {
    for (const [index, answer] of (answers[name] ?? []).entries())
      await becomes(() => page.evaluate(isInView, answer), true, `${name}: ${questions[index]} ${answer}`);
    assertClean();
  });
});

/** Runs in the page: nothing may cover the text. */
function isInView(answer: string): boolean {
  const textOf = (element: Element) =>
    (element instanceof HTMLInputElement ? element.value : (element.textContent ?? "")).replaceAll(/\s+/g, " ");
  const holders = [...document.body.querySelectorAll("*")].filter(
    (element) => textOf(element).includes(answer) && ![...element.children].some((child) => textOf(child).includes(answer)),
  );
  return holders.some((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [first = element.getBoundingClientRect()] = range.getClientRects();
    const { left, right, top, bottom } = first;
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || right - left < 4) return false;
    const drawn = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return drawn !== null && (element.contains(drawn) || drawn.contains(element));
  });
}
