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
    assert.deepEqual(await page.evaluate<string[]>(findUncovered), [], `${by} shows the app`);
    assert.deepEqual(await page.evaluate<string[]>(findFocusable), [], `${by} lets the keyboard reach the app`);
  };
  await assertThere("nothing");
  for (const [by, attempt] of Object.entries(attempts)) {
    await attempt(page);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    await assertThere(by);
  }
}

/** Names of elements outside of the gate that are on top anywhere; a text, since it runs in the page. */
const findUncovered = `[0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) => [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((y) => {
  const top = document.elementFromPoint(innerWidth * x, innerHeight * y);
  return top?.closest("dialog")?.querySelector("h1[tabindex]") ? [] : [top?.outerHTML.slice(0, 60) ?? "nothing"];
}))`;

/** Elements outside of the gate that take the focus. */
const findFocusable = `(() => {
  const gate = document.activeElement.closest("dialog");
  const before = document.activeElement;
  const found = [];
  for (const element of document.querySelectorAll("a, button, input, textarea")) {
    if (gate?.contains(element)) continue;
    element.focus();
    if (document.activeElement === element) found.push(element.outerHTML.slice(0, 60));
  }
  before.focus();
  return found;
})()`;
