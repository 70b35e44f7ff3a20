/** Keyboard-only use: moves by Tab and checks that the focus is visible. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { becomes, drawn } from "./console-page.ts";

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

/** Opens another screen with `g` and its letter, which must follow within 1.5 s: on a busy machine, perhaps the next time. */
export async function goBy(page: Page, letter: string, screen: string): Promise<void> {
  const there = page.getByRole("heading", { level: 1, name: screen, exact: true });
  await becomes(async () => {
    if ((await there.count()) === 0) {
      await page.keyboard.press("g");
      await page.keyboard.press(letter);
      await drawn(page);
    }
    return there.count();
  }, 1);
}

/** Waits until it has the focus. */
export async function isAt(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(":focus")).waitFor();
}
