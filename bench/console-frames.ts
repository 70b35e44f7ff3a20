/** The longest tasks of Chromium while the console's timeline scrolls and drags 5 000 windows. Run by hand, on a quiet machine. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { calendarTexts as texts } from "../ui/src/maintenance/calendar/calendar-texts.ts";
import { type Console, startConsole } from "../ui/test/console-page.ts";
import { createLargeProject, large } from "../ui/test/large-project.ts";

const directory = mkdtempSync(join(tmpdir(), "drawbridge-frames-"));
const running = await startConsole(directory);
try {
  await createLargeProject(running.program, Date.now());
  for (const view of ["day", "week", "month"] as const) await measureView(running, view);
} finally {
  await running.close();
  rmSync(directory, { recursive: true, force: true });
}

async function measureView(console_: Console, view: "day" | "week" | "month"): Promise<void> {
  const begun = performance.now();
  const { page, close } = await console_.open({ path: `projects/${large}/maintenance?view=${view}` });
  await page.locator("[data-item]").first().waitFor();
  await settled(page);
  print(`${view}: there after ${(performance.now() - begun).toFixed(0)} ms, ${await nodes(page)} elements in the page`);
  await measure(page, "scrolled down and up", () => wheel(page));
  await measure(page, "turned to the next period", async () => {
    await page.getByRole("button", { name: texts.later[view], exact: true }).click();
    await settled(page);
  });
  await measure(page, "dragged over empty space", () => drag(page));
  print(`  ${await nodes(page)} elements in the page at last`);
  await close();
}

/** Everything requested has arrived and was drawn. */
async function settled(page: Page): Promise<void> {
  await page.getByText(/^(Loading|This takes longer)/).waitFor({ state: "hidden" });
  await page.evaluate("new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 2000))");
}

function nodes(page: Page): Promise<number> {
  return page.evaluate<number>("document.querySelectorAll('*').length");
}

async function wheel(page: Page): Promise<void> {
  const box = await page.locator("[class*=scroller]").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 500, (box?.y ?? 0) + 200);
  for (const by of [1, -1]) for (let step = 0; step < 40; step++) await page.mouse.wheel(0, by * 240);
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator("[class*=scroller]").boundingBox();
  const [x, y] = [(box?.x ?? 0) + 500, (box?.y ?? 0) + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 0; step < 120; step++) await page.mouse.move(x + Math.sin(step / 10) * 200, y + (step % 9));
  await page.keyboard.press("Escape");
  await page.mouse.up();
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of its start. */
  readonly ts: number;
  /** Duration in microseconds, wall-clock and CPU time. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

async function measure(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  const browser = page.context().browser();
  if (!browser) throw new Error("no browser");
  await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline", "blink.user_timing", "__metadata"] });
  // Waits until the cost of starting the trace is over.
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 500)).then(() => { performance.mark('begun'); })");
  await act();
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8")) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(threadOf),
  );
  const begun = traceEvents.find(({ name }) => name === "begun")?.ts ?? 0;
  const tasks = traceEvents.filter((event) => isTask(event) && mains.has(threadOf(event)) && event.ts > begun);
  const wall = tasks.map(({ dur = 0 }) => dur / 1000);
  const work = tasks.map(({ tdur = 0 }) => tdur / 1000);
  const most = (all: readonly number[]) => all.reduce((a, b) => Math.max(a, b), 0).toFixed(1);
  print(`  ${what}: longest ${most(wall)} ms, at work ${most(work)} ms; at work ${histogram(work)}`);
}

function histogram(all: readonly number[]): string {
  const bounds = [1, 8, 16, 33, 50, Number.POSITIVE_INFINITY];
  const counted = bounds.slice(1).map((bound, index) => {
    const least = bounds[index] ?? 0;
    const count = all.filter((ms) => ms >= least && ms < bound).length;
    return `${least}${bound === Number.POSITIVE_INFINITY ? " ms and more" : `–${bound} ms`}: ${count}`;
  });
  return counted.join(", ");
}

function isTask({ name, ph }: TraceEvent): boolean {
  return ph === "X" && (name === "RunTask" || name === "ThreadControllerImpl::RunTask");
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid} ${tid}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
