/**
 * Work that makes a frame long, counted in a project of 1 000 instances and 1 000 windows. How long a frame takes depends on the
 * machine and is measured by hand, with 5 000 windows: `node bench/console-frames.ts`.
 */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { dayFromNow, dragTo, grid, pointInLane, settled, wall } from "../../../test/calendar-page.ts";
import { consoleForTests } from "../../../test/console-page.ts";
import { createLargeProject, large } from "../../../test/large-project.ts";
import { calendarTexts as texts } from "./calendar-texts.ts";

const running = consoleForTests();
before(async () => {
  await createLargeProject(running.program, dayFromNow(0), { windows: 1000 });
});

const open = async (view: string, clock: { readonly instant?: number } = {}) => {
  const at = wall(dayFromNow(2)).slice(0, 10);
  const opened = await running.open({ path: `projects/${large}/maintenance?view=${view}&zone=UTC&at=${at}`, ...clock });
  await opened.page.locator("[data-item]").first().waitFor();
  await still(opened.page);
  return opened;
};

/** Everything in sight was read and drawn. */
async function still(page: Page): Promise<void> {
  await settled(page);
  await page.evaluate("new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 500))");
}

const elements = (page: Page) => grid(page).evaluate((element) => element.querySelectorAll("*").length);

/** Elements that come, go or change in the grid meanwhile, without those of what is dragged. */
async function changed(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(`
    globalThis.changes = 0;
    globalThis.observer = new MutationObserver((records) => {
      for (const { target, type, addedNodes, removedNodes } of records) {
        const isGhost = [target, ...addedNodes, ...removedNodes].some(
          (node) => node.nodeType === 1 ? node.closest("[class*=ghost]") || /ghost/.test(node.className) : node.parentElement?.closest("[class*=ghost]"));
        if (!isGhost) globalThis.changes += type === "childList" ? addedNodes.length + removedNodes.length : 1;
      }
    });
    globalThis.observer.observe(document.querySelector("[class*=grid]"), { subtree: true, childList: true, attributes: true, characterData: true });
  `);
  await work();
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  return page.evaluate<number>("globalThis.observer.disconnect(), globalThis.changes");
}

const scrollBy = (page: Page, y: number) => page.locator("[class*=scroller]").evaluate((area, top) => area.scrollBy(0, top), y);

test("no more is in the page than is near to what is seen, wherever one scrolls", async () => {
  const { page } = await open("month");
  const rows = grid(page).getByRole("listitem");
  assert.ok(Number(await rows.first().getAttribute("aria-setsize")) > 1000);
  const counts = [await elements(page)];
  for (const y of [9000, 20_000, -15_000]) {
    await scrollBy(page, y);
    await still(page);
    counts.push(await elements(page));
  }
  for (const count of counts) assert.ok(count < 3000, counts.join(", "));
  assert.ok((await rows.count()) < 60);
});

test("a drag draws nothing but what is dragged", async () => {
  // With each minute that begins, the line of the present would move.
  const { page } = await open("week", { instant: Date.now() });
  await still(page);
  const from = await pointInLane(page, `${texts.laneKinds.instance} Instance number 3`, 200);
  const changes = await changed(page, async () => {
    await dragTo(page, from, 300);
    for (let step = 0; step < 30; step++) await page.mouse.move(from.x + step * 5, from.y + (step % 3) * 40);
  });
  assert.equal(changes, 0);
  await page.keyboard.press("Escape");
  await page.mouse.up();
});
