import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { review } from "../../test/controls.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { approvalTexts as texts } from "./settings-texts.ts";

const path = `projects/${shop}/settings?tab=approval`;
const address = `/admin/v1/projects/${shop}/protection`;
const running = consoleForTests();

const twoPeople = (page: Page) => page.getByRole("switch", { name: texts.fourEyes });

test("required approval is turned on, applies in another browser immediately, and is turned off, with the keyboard alone", async () => {
  const other = await running.open({ path });
  const { page, accessible } = await running.open({ path });
  await twoPeople(page).focus();
  await page.keyboard.press("Space");
  await page.getByText(texts.beforeOn).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(sharedTexts.review.published, { exact: true }).first().waitFor();
  await page.getByText(texts.beforeOn).waitFor({ state: "detached" });
  await other.page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[role=switch]")?.checked);
  await twoPeople(page).focus();
  await page.keyboard.press("Space");
  await page.getByText(texts.beforeOff).waitFor();
  await review(page);
  await page.getByRole("button", { name: sharedTexts.review.propose, exact: true }).waitFor();
  const publish = page.getByRole("button", { name: sharedTexts.review.publish, exact: true });
  assert.equal(await publish.count(), 0);
  await page.getByRole("checkbox", { name: sharedTexts.review.breakTheGlass }).check();
  await accessible();
  await becomes(() => publish.isDisabled(), true);
  await page.getByRole("status").filter({ hasText: sharedTexts.review.reasonNeeded }).waitFor();
  await page.getByRole("textbox", { name: sharedTexts.review.reason }).fill("No second person is awake");
  await publish.click();
  await publish.waitFor({ state: "detached" });
  assert.equal((await running.send("GET", address)).four_eyes, false);
});

test("where a reason is asked for, the review asks for it", async () => {
  const { page } = await running.open({ path });
  await page.getByRole("switch", { name: texts.reasonRequired }).check();
  await review(page);
  await page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).click();
  await page.getByText(sharedTexts.review.published, { exact: true }).first().waitFor();
  // Nothing to review: what was published has come back.
  await page.getByRole("button", { name: sharedTexts.actions.save }).waitFor({ state: "detached" });
  await page.getByRole("switch", { name: texts.reasonRequired }).uncheck();
  await review(page);
  const publish = page.getByRole("button", { name: sharedTexts.review.publish, exact: true });
  await publish.waitFor();
  await becomes(() => publish.isDisabled(), true);
  await page.getByRole("textbox", { name: sharedTexts.review.reason }).fill(`<script>alert(1)</script>`);
  await publish.click();
  await publish.waitFor({ state: "detached" });
  assert.equal((await running.send("GET", address)).reason_required, false);
});

test("what is proposed shows as it still is", async () => {
  await running.send("PUT", address, { four_eyes: true, reason_required: false }, { "if-match": "*" });
  const { page } = await running.open({ path });
  await twoPeople(page).uncheck();
  await review(page);
  await page.getByRole("button", { name: sharedTexts.review.propose }).click();
  await page.getByText(sharedTexts.review.proposed, { exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[role=switch]")?.checked);
});
