import assert from "node:assert/strict";
import { test } from "node:test";
import { consoleForTests, dialogOpened, shop, textPattern } from "../../test/console-page.ts";
import { button, clipboard, copied } from "../../test/controls.ts";
import { assertSteps, startKeyboardJob } from "../../test/job.ts";
import { isAt } from "../../test/keyboard.ts";
import { newProjectTexts } from "../projects/new-project-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { snippetNames } from "./app-snippet.ts";
import { connectTexts as texts } from "./connect-texts.ts";

const running = consoleForTests();

test("from Overview to the first answered request in four keys", async () => {
  const { page } = await running.open(clipboard);
  await page.getByRole("link", { name: newProjectTexts.create }).first().waitFor();
  await startKeyboardJob(page);
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("Acme Größen");
  await page.keyboard.press("Enter");
  await dialogOpened(page);
  await page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).and(page.locator(":enabled")).waitFor();
  await page.keyboard.press("Control+Enter");
  await page.waitForURL(/projects\/acme-grossen\/connect/);
  await isAt(page, button(page, `${sharedTexts.actions.copy}: ${texts.configLine}`));
  await page.keyboard.press("Enter");
  await assertSteps(page, 4);
  const [, key = "", address = ""] = /^curl -H 'x-api-key: (.*)' '(.*)'$/.exec(await copied(page)) ?? [];
  assert.equal((await fetch(address, { headers: { "x-api-key": key } })).status, 200);
  await page.getByText(textPattern(texts.asked, "Android 1.0.0")).waitFor();
});

test("the steps tick themselves: a key, a request, an SDK, a rule", async () => {
  await running.send("PUT", "/admin/v1/projects/ticks", { name: "Ticks" }, { "if-none-match": "*" });
  const { page } = await running.open({
    path: "projects/ticks/connect",
    viewport: { width: 390, height: 844 },
  });
  const done = (name: string) => page.getByRole("heading", { name: `${name} ${texts.done}` }).waitFor();
  await page.getByText(texts.waiting).waitFor();
  await page.getByRole("button", { name: texts.createKey }).click();
  await done(texts.key);
  const key = (await page.locator("code", { hasText: /^dbr_/ }).textContent()) ?? "";
  assert.equal((await running.program.read("/api/v1/config?platform=android&current_version=2.4.0", key)).status, 200);
  await page.getByText(textPattern(texts.asked, "Android 2.4.0")).waitFor();
  await done(texts.request);
  await page.getByRole("heading", { name: `${texts.sdk} ${texts.open}` }).waitFor();
  assert.equal((await running.program.read("/api/v1/gate?platform=android&current_version=2.4.0", key)).status, 200);
  await done(texts.sdk);
  const rules = { minimum: "2.0.0", stores: { android: "https://play.google.com/store/apps/details?id=a" } };
  await running.send("PUT", "/admin/v1/projects/ticks/platforms/android", rules, { "if-none-match": "*" });
  await done(texts.rule);
  await page.getByText(texts.allDone, { exact: true }).waitFor();
});

test("a key of another time is named by its end until its text is pasted, and a web app is told to add its platform", async () => {
  const body = await running.send("POST", `/admin/v1/projects/${shop}/keys`, { name: "Old app" });
  const { page, accessible } = await running.open({ path: `projects/${shop}/connect` });
  await page.getByRole("combobox", { name: texts.whichKey }).selectOption(String(body.id));
  await page
    .getByText(texts.keyEnding(String(body.last4)))
    .first()
    .waitFor();
  const field = page.getByRole("textbox", { name: texts.pasteKey });
  await field.fill("dbr_wrong");
  await page.getByText(texts.pasteWrong(String(body.last4))).waitFor();
  await accessible();
  await field.fill(String(body.key));
  await page.getByRole("tab", { name: snippetNames.react, exact: true }).click();
  await page.getByRole("tabpanel").getByText(String(body.key)).first().waitFor();
  await page.getByText(texts.needsWeb).waitFor();
});
