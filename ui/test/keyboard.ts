import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** No screen here has so many stops. */
const most = 120;

export async function reach(page: Page, target: Locator, back = false): Promise<void> {
  await target.first().waitFor();
  const there = target.and(page.locator(":focus"));
  for (let press = 0; press < most; press++) {
    if ((await there.count()) > 0) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  assert.fail(`Tab does not come to ${target}`);
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

export async function enter(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Enter");
}

export async function isAt(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(":focus")).waitFor();
}
