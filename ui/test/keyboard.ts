/** Keyboard-only use: moves by Tab and checks that the focus is visible. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

/** More than there are to pass on any screen here. */
const most = 120;

/** Goes on by Tab until it has the focus; with `back`, by Shift and Tab. */
export async function reach(page: Page, target: Locator, back = false): Promise<void> {
  await target.first().waitFor();
  const there = target.and(page.locator(":focus"));
  for (let press = 0; press < most; press++) {
    if ((await there.count()) > 0) return;
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  assert.fail(`Tab does not come to ${target}`);
}

/** Replaces the content of a field. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

export async function enter(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press("Enter");
}

/** Waits until it has the focus. */
export async function isAt(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(":focus")).waitFor();
}
