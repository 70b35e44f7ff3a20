import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { consoleForTests, shop } from "../../test/console-page.ts";
import { button } from "../../test/controls.ts";
import { assertSteps, startJob } from "../../test/job.ts";
import { messageTexts } from "../messages/message-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { resolveTexts, undoTexts } from "./review-texts.ts";

const { review, actions } = sharedTexts;
const project = `/admin/v1/projects/${shop}`;
const path = `projects/${shop}/messages?kind=upgrade&language=en`;

const running = consoleForTests({ demo: true });

const text = (page: Page) => page.getByRole("textbox", { name: messageTexts.text, exact: true });
const reason = (page: Page) => page.getByRole("textbox", { name: review.reason });
const toast = (page: Page) => page.getByRole("alert").filter({ hasText: "Upgrade message in English" });

async function openReview(page: Page, typed: string): Promise<void> {
  await text(page).fill(typed);
  await button(page, actions.save).click();
  await page.getByText(review.differences, { exact: true }).waitFor();
}

test("an edit is undone by one press on the toast that says what it changed", async () => {
  const { page, accessible } = await running.open({ path });
  const message = async () => (await running.send("GET", project)).messages;
  const before = await message();
  await openReview(page, "Please install the update.");
  await button(page, review.publish).click();
  await toast(page).getByText("Upgrade message in English changed").waitFor();
  await accessible();
  await startJob(page);
  await button(page, undoTexts.undo).click();
  await page.getByText(undoTexts.undone, { exact: true }).waitFor();
  await assertSteps(page, 1);
  assert.deepEqual(await message(), before);
});

test("Escape closes a review without a question, and keeps the edit and the reason", async () => {
  const { page } = await running.open({ path });
  await openReview(page, "Half a sentence");
  await reason(page).fill("For the release");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await text(page).inputValue(), "Half a sentence");
  await page.locator("button:focus").and(button(page, actions.save)).waitFor();
  await button(page, actions.save).click();
  await page.getByText(review.differences, { exact: true }).waitFor();
  assert.equal(await reason(page).inputValue(), "For the release");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button(page, actions.discard).first().click();
});

test("a guard is resolved by its button, which goes to the field and says there what is wrong", async () => {
  const { page, accessible } = await running.open({ path });
  // The server plans another change than the one of the form.
  const body = { messages: { upgrade: { en: null, de: "Bitte aktualisieren." } } };
  await page.route(
    (url) => url.pathname === project && url.searchParams.has("dry_run"),
    async (route) => {
      const headers = { ...route.request().headers(), "content-type": "application/merge-patch+json", "if-match": "*" };
      await route.fulfill({ response: await route.fetch({ method: "PATCH", postData: JSON.stringify(body), headers }) });
    },
  );
  await openReview(page, "Something else");
  await page.locator("[data-guard=first_language]").waitFor();
  await accessible();
  await button(page, resolveTexts.fix.first_language).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator("textarea:focus").and(text(page)).waitFor();
  assert.equal(await text(page).getAttribute("aria-invalid"), "true");
  await page.getByText("has no English text").waitFor();
  await button(page, actions.discard).first().click();
});

test("where approval has become required, undo on the toast opens the review, which requests it", async () => {
  const { page } = await running.open({ path });
  await openReview(page, "Update in the store.");
  await button(page, review.publish).click();
  await button(page, undoTexts.undo).waitFor();
  await running.send("PUT", `${project}/protection`, { four_eyes: true, reason_required: false }, { "if-match": "*" });
  await button(page, undoTexts.undo).click();
  await page.getByRole("dialog").getByText(resolveTexts.approval).waitFor();
  await button(page, review.propose).waitFor();
  assert.equal(await button(page, review.publish).count(), 0);
});
