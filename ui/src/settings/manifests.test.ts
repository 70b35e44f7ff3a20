import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { review } from "../../test/controls.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { manifestTexts as texts } from "./manifest-texts.ts";

const path = `projects/${shop}/settings?tab=manifest`;
const address = `/admin/v1/projects/${shop}`;
const running = consoleForTests();

const field = (page: Page) => page.getByRole("textbox", { name: texts.field });

async function manifest(): Promise<string> {
  const { body } = await running.program.admin("GET", `${address}/manifest`, undefined, { accept: "application/yaml" });
  return String(body.text);
}

test("everything that is wrong with a manifest is listed with its line, which one click selects", async () => {
  const { page, accessible } = await running.open({ path });
  const text = `apiVersion: drawbridge/v1
project: ${shop}
ttl: PT5H
platforms:
  ios: { minimum: 2.10 }
  web: {}
`;
  await field(page).fill(text);
  await review(page);
  const problems = page.getByRole("alert").getByRole("listitem");
  await problems.first().waitFor();
  const told = await problems.allTextContents();
  assert.deepEqual(
    told.map((line) => /^Line \d+/.exec(line)?.[0]),
    ["Line 3", "Line 5", "Line 6"],
    told.join("\n"),
  );
  await accessible();
  await page.getByRole("button", { name: texts.line(5) }).click();
  const selected = await field(page).evaluate((area) => {
    const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(selected, "  ios: { minimum: 2.10 }");
  await page.reload();
  await becomes(() => field(page).inputValue(), text, "what was pasted is kept");
  await page.getByRole("button", { name: sharedTexts.actions.clear }).click();
});

test("a file is chosen, its differences looked at, and applied", async () => {
  const { page, accessible } = await running.open({ path });
  const buffer = Buffer.from((await manifest()).replace('name: "Acme Shop"', 'name: "Acme Shop Two"'));
  await page.locator("input[type=file]").setInputFiles({ name: "acme.yaml", mimeType: "application/yaml", buffer });
  await page.waitForFunction(() => document.querySelector("textarea")?.value.includes("Acme Shop Two"));
  await review(page);
  await page.getByText(sharedTexts.review.differences).waitFor();
  await page.getByText(/Name of the project .+ → Acme Shop Two/).waitFor();
  await accessible();
  await page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).click();
  await page.getByText(sharedTexts.review.published, { exact: true }).first().waitFor();
  await page.getByRole("region", { name: texts.present }).getByText('name: "Acme Shop Two"').waitFor();
  await becomes(() => field(page).inputValue(), "");
});

test("what others changed since is told, and replaced only on purpose", async () => {
  const { page, accessible } = await running.open({ path });
  const text = await manifest();
  await running.program.admin("PATCH", address, { ttl: "PT45S" }, { "if-match": "*" });
  await field(page).fill(text);
  await review(page);
  await page.getByText(texts.drift).waitFor();
  await page.getByText(new RegExp(texts.driftOf(".+", '"PT30S"', '"PT45S"', '"PT30S"'))).waitFor();
  await accessible();
  await becomes(() => page.getByRole("button", { name: sharedTexts.actions.save }).isDisabled(), true);
  await page.getByRole("checkbox", { name: texts.overwrite }).check();
  await review(page);
  await page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).click();
  await page.getByText(sharedTexts.review.published, { exact: true }).first().waitFor();
  assert.equal((await running.program.admin("GET", address)).body.ttl, "PT30S");
});

test("the manifest is downloaded as the server writes it, and shows what others publish", async () => {
  const { page } = await running.open({ path });
  await page.getByRole("region", { name: texts.present }).waitFor();
  const [downloaded] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: texts.download }).click(),
  ]);
  assert.equal(downloaded.suggestedFilename(), `${shop}.yaml`);
  assert.equal(await readFile(await downloaded.path(), "utf8"), await manifest());
  const payload = "<img src=x onerror=alert(1)>";
  await running.program.admin("PATCH", address, { name: payload }, { "if-match": "*" });
  await page.getByRole("region", { name: texts.present }).getByText(payload).waitFor();
});
