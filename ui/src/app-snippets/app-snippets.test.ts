/** Code for apps in the console, and the line that tells when an app has asked. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { type Console, shop, startConsole, textPattern } from "../../test/console-page.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { readKeyTexts } from "../read-keys/read-key-texts.ts";
import { snippetNames, snippetOrder } from "./app-snippet.ts";
import { appSnippetTexts as texts } from "./app-snippet-texts.ts";

const path = `projects/${shop}/connect/keys`;
const directories = temporaryDirectories();
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

test("a new key comes with code that has it, in tabs, and the page tells when an app has asked", async () => {
  const { page, assertClean, accessible } = await running.open({ path: `${path}?add=create` });
  await page.getByRole("textbox", { name: readKeyTexts.name, exact: true }).fill("Android app");
  await page.keyboard.press("Enter");
  await page.getByText(credentialTexts.onlyNow).waitFor();
  const dialog = page.getByRole("dialog");
  const key = (await dialog.locator("code").first().textContent()) ?? "";
  await dialog.getByText(texts.waiting).waitFor();
  for (const name of snippetOrder) {
    await dialog.getByRole("tab", { name: snippetNames[name], exact: true }).click();
    await dialog.getByRole("tabpanel").getByText(key).first().waitFor();
    await accessible();
  }
  const asked = await running.program.read("/api/v1/gate?platform=android&current_version=2.4.0", key);
  assert.equal(asked.status, 200);
  await dialog.getByText(textPattern(texts.asked, "Android 2.4.0")).waitFor();
  await dialog.getByText(texts.received).waitFor();
  await accessible();
  assertClean();
});

test("a key that is no longer shown has its code with a placeholder, and a web app is told to add its platform", async () => {
  const { status, body } = await running.program.admin("POST", `/admin/v1/projects/${shop}/keys`, { name: "Old app" });
  assert.equal(status, 201);
  const { page, assertClean, accessible } = await running.open({
    path: `${path}?edit=${body.id}`,
    viewport: { width: 390, height: 844 },
  });
  const dialog = page.getByRole("dialog");
  await dialog.getByText(texts.waiting).waitFor();
  await dialog.getByRole("tab", { name: snippetNames.react, exact: true }).click();
  await dialog.getByText(texts.keyHere).waitFor();
  await dialog.getByText(texts.needsWeb).waitFor();
  await accessible();
  assertClean();
});
