import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Everything that closes a dialog or leaves a page in a browser. */
const attempts: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  Escape: (page) => page.keyboard.press("Escape"),
  "a click on the background": (page) => page.mouse.click(3, 3),
  "the back button": (page) => page.evaluate(leaveBySteps),
  "another address of the app": (page) => page.evaluate("location.hash = 'elsewhere'"),
  "the app in the background and again in front": (page) => page.evaluate(visit),
  "a rerender": (page) => page.setViewportSize({ width: 391, height: 844 }),
};

/** Texts, since they run in the page. */
const leaveBySteps = `new Promise((done) => {
  history.pushState(null, "", "#cart");
  addEventListener("popstate", () => setTimeout(done, 50), { once: true });
  history.back();
})`;
const visit = `for (const type of ["visibilitychange", "blur", "pagehide", "pageshow", "focus", "visibilitychange", "online"])
  (type === "visibilitychange" ? document : window).dispatchEvent(new Event(type))`;

/** Fails if any of them shows the app, lets the focus reach it, or removes the gate with this title. */
export async function assertNotDismissible(page: Page, title: string): Promise<void> {
  const assertThere = async (by: string) => {
    assert.ok(await page.getByRole("heading", { name: title, exact: true }).isVisible(), `${by} removes the gate`);
    assert.equal(await page.getByText("Acme Shop", { exact: true }).filter({ visible: true }).count(), 0, `${by} shows the app`);
    assert.equal(await page.getByRole("textbox").count(), 0, `${by} lets the keyboard reach the app`);
  };
  await assertThere("nothing");
  for (const [by, attempt] of Object.entries(attempts)) {
    await attempt(page);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await assertThere(by);
  }
}
