import type { Locator, Page } from "playwright-core";
import { credentialTexts } from "../src/credentials/credential-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";

export const box = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole("textbox", typeof name === "string" ? { name, exact: true } : { name });
export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });

export const review = (page: Page) => page.getByRole("button", { name: sharedTexts.actions.save }).click();
export const publish = (page: Page) => button(page, sharedTexts.review.publish).click();
export const published = (page: Page) => page.getByText(sharedTexts.review.published, { exact: true }).first().waitFor();

/** Publishes a form through the review, on a screen or in a drawer. */
export async function publishAll(page: Page): Promise<void> {
  await review(page);
  await publish(page);
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
}

export const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };
export async function copied(page: Page): Promise<string> {
  await page.getByText(sharedTexts.actions.copied).first().waitFor();
  return page.evaluate("navigator.clipboard.readText()");
}

/** A dialog shows it once. */
export async function shownCredential(page: Page): Promise<string> {
  await page.getByText(credentialTexts.onlyNow).waitFor();
  return (await page.getByRole("dialog").locator("code").first().textContent()) ?? "";
}
