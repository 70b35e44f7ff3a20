import assert from "node:assert/strict";
import { test } from "node:test";
import { startReceiver } from "../../../server/test/webhook-receiver.ts";
import { consoleForTests, shop } from "../../test/console-page.ts";
import { box, button } from "../../test/controls.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { webhookTexts as texts } from "./webhook-texts.ts";

const running = consoleForTests({ env: { DRAWBRIDGE_WEBHOOK_ALLOW: "127.0.0.0/8" } });

test("a webhook is created with the keyboard, shows its secret once, is tested, changed and rotated, shows its deliveries, and is deleted", async () => {
  await using receiver = await startReceiver();
  const { url } = receiver;
  const { page, accessible } = await running.open({ path: "webhooks" });
  await page.getByRole("heading", { name: texts.none.title }).waitFor();
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").and(box(page, texts.url)).waitFor();
  await page.keyboard.type("ftp://hooks.example.com");
  await page.keyboard.press("Enter");
  await page.locator('[aria-invalid="true"]').waitFor();
  await box(page, texts.url).fill(url);
  await page.keyboard.press("Enter");
  await page.getByText(texts.secretMeaning).waitFor();
  await accessible();
  const secret = (await page.getByRole("dialog").locator("code").first().textContent()) ?? "";
  assert.match(secret, /^whsec_/);
  await button(page, credentialTexts.haveIt).press("Enter");
  const row = page.getByRole("row", { name: /^127\.0\.0\.1 active Standard Webhooks 127\.0\.0\.1:\d+ 0 none yet/ });
  await row.getByRole("link").press("Enter");

  const dialog = page.getByRole("dialog");
  await button(dialog, texts.test).click();
  await dialog.getByText(texts.testResult(true, "HTTP 204")).waitFor();
  receiver.behavior = 500;
  await button(dialog, texts.edit).click();
  await box(dialog, texts.name).fill("Ops channel");
  await dialog.getByRole("combobox", { name: texts.events }).or(box(dialog, texts.events)).first().fill("policy");
  await page.getByRole("option", { name: "policy.published" }).click();
  await page.keyboard.press("Escape");
  await button(dialog, texts.save).click();
  await page.getByText(texts.saved("Ops channel")).first().waitFor();
  await button(dialog, texts.rotate).click();
  await page.getByText(texts.secretMeaning).waitFor();
  assert.notEqual(await dialog.locator("code").first().textContent(), secret);
  await button(page, credentialTexts.haveIt).click();

  const patch = { "content-type": "application/merge-patch+json", "if-match": "*" };
  await running.program.admin("PATCH", `/admin/v1/projects/${shop}/platforms/ios`, { minimum: "2.5.9" }, patch);
  await dialog.getByText(/raised the iOS minimum/).waitFor();
  await dialog.getByText(/^waiting, .* · \d+ attempts? · HTTP 500 · next attempt /).waitFor();
  await accessible();
  await box(dialog, sharedTexts.fields.typeToConfirm("Ops channel")).fill("Ops channel");
  await page.keyboard.press("Enter");
  await page.getByText(texts.removed("Ops channel")).waitFor();
  await page.getByRole("heading", { name: texts.none.title }).waitFor();
});
