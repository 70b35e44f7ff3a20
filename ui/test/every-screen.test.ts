/**
 * Every screen that is registered, in the states that it opens in: light and dark, wide and as a phone, and enlarged. Enlarged
 * is as browsers do it when text is to be twice as large (WCAG 2.2, 1.4.4): a window of 1280 px has room for 640 of the page's;
 * at 400 % it is 320 (1.4.10). A font size of 200 % alone is what no browser sets without moving the breakpoints too, which
 * are in em.
 *
 * Without SCREENSHOTS, the initial state of a screen has the wide look and another one, and any other state one look: they follow from
 * the seed of the run. SCREENSHOTS=<directory> goes through all looks of all states and has a picture of each.
 */
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { runSeed } from "../../server/test/run-seed.ts";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { goTo } from "./account.ts";
import { type Console, type ConsolePage, startConsole, watchForIdle } from "./console-page.ts";
import { createEveryNoun, type EveryNoun } from "./every-noun.ts";
import { brokenParts } from "./screen-crawl.ts";
import { type ScreenState, screenPaths, screenStates } from "./screen-list.ts";

interface Look {
  readonly name: string;
  readonly colorScheme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
}

const looks: readonly Look[] = [
  { name: "wide", colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { name: "wide, dark", colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  { name: "phone, dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  { name: "phone", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "200 %", colorScheme: "light", viewport: { width: 640, height: 400 } },
  { name: "400 %", colorScheme: "light", viewport: { width: 320, height: 256 } },
];

const directories = temporaryDirectories();
const pictures = process.env.SCREENSHOTS;
let running: Console;
let nouns: EveryNoun;
before(async () => {
  running = await startConsole(directories());
  let count = 0;
  const line = () => `Something ${++count}`;
  nouns = await createEveryNoun(running.program, {
    project: "every",
    instance: "eu-1",
    line,
    login: "mia@example.com",
    build: "rc1",
  });
  if (pictures) mkdirSync(pictures, { recursive: true });
});
after(() => running.close());

test("every screen of the navigation has an address", async () => {
  const { overviewEntry, projectEntries, serverEntries } = await import("../src/shell/navigation.ts");
  const paths = new Set(screenPaths().values());
  for (const { path } of [overviewEntry, ...projectEntries, ...serverEntries]) assert.ok(paths.has(path), path);
});

for (const role of ["administrator", "viewer"] as const) {
  test(`every screen is accessible, as ${role}`, async () => {
    const visitor = await running.open({ role });
    const settled = watchForIdle(visitor.page);
    const wrong: string[] = [];
    for (const [index, state] of statesFor(role).entries()) {
      await goTo(visitor.page, running.program, state.address);
      wrong.push(...(await wrongWith(visitor, settled, `${role} ${state.address}`, looksOf(state, role, index))));
    }
    assert.deepEqual(wrong, [], wrong.join("\n\n"));
  });
}

interface ShownState extends ScreenState {
  /** The state in which its route opens. */
  readonly isInitial: boolean;
}

/** A viewer sees a subset, so a third of the states beside the initial ones suffices. */
function statesFor(role: "administrator" | "viewer"): readonly ShownState[] {
  const states = screenStates(role === "viewer" ? { ...nouns, project: "acme-shop" } : nouns);
  return states
    .map((state, index) => ({ ...state, isInitial: states[index - 1]?.route !== state.route }))
    .filter(({ isInitial }, index) => role !== "viewer" || pictures || isInitial || (index + runSeed) % 3 === 0);
}

function looksOf({ isInitial }: ShownState, role: "administrator" | "viewer", index: number): readonly Look[] {
  const [wide, ...others] = looks as readonly [Look, ...Look[]];
  const turn = index + runSeed;
  const seeded = looks[turn % looks.length] ?? wide;
  if (pictures) return looks;
  return isInitial && role !== "viewer" ? [wide, others[turn % others.length] ?? wide] : [seeded];
}

/** Problems of the page in each look; the wide one, checked first, includes the keyboard. */
async function wrongWith(
  visitor: ConsolePage,
  settled: () => Promise<void>,
  where: string,
  of: readonly Look[],
): Promise<string[]> {
  const { page } = visitor;
  const wrong: string[] = [];
  const note = (look: string, what: string) => wrong.push(`${where} (${look}): ${what}`);
  for (const { name, colorScheme, viewport } of of) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await settled();
    if (pictures) await page.screenshot({ path: join(pictures, `${where} ${name}.png`.replaceAll(/[^\w.]+/g, "_")) });
    for (const what of [...(await page.evaluate(wrongInShape)), ...(await page.evaluate(brokenParts))]) note(name, what);
    if (name !== "400 %") await visitor.accessible().catch((error: Error) => note(name, error.message));
  }
  const [wide] = looks;
  if (wide) await page.setViewportSize(wide.viewport);
  await page.keyboard.press("Tab");
  for (const what of await page.evaluate(unseenFocus)) note("keyboard", what);
  try {
    visitor.assertClean();
  } catch (error) {
    note("console", String(error));
  }
  return wrong;
}

/** In the page. */
function wrongInShape(): string[] {
  const wrong: string[] = [];
  const root = document.scrollingElement;
  if (root && root.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("main *")].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1);
    wrong.push(`the page is ${root.scrollWidth} wide: ${wide.slice(0, 3).map((each) => each.outerHTML.slice(0, 120))}`);
  }
  for (const dialog of document.querySelectorAll("[role=dialog]")) {
    const { left, right } = dialog.getBoundingClientRect();
    if (left < 0 || right > innerWidth) wrong.push(`a dialog is from ${left} to ${right}`);
    if (dialog.scrollWidth > dialog.clientWidth + 1) wrong.push(`a dialog is scrolled sideways: ${dialog.scrollWidth}`);
  }
  const headings = [...document.querySelectorAll("h1")].map((each) => each.textContent ?? "");
  if (headings.length !== 1) wrong.push(`h1: ${headings.join(", ")}`);
  const title = document.title.split(" · ");
  if (title[0] !== headings[0] || title.at(-1) !== "Drawbridge") wrong.push(`the title is ${document.title}`);
  return wrong;
}

/** Runs in the page after a key press: the focused element must look different. */
async function unseenFocus(): Promise<string[]> {
  const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document;
  const stops = [
    ...dialog.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex='0'], summary"),
  ].filter((each) => !each.matches(":disabled, [tabindex='-1']") && each.checkVisibility() && each.getClientRects().length > 0);
  const lookOf = (stop: HTMLElement) =>
    [stop, stop.parentElement, stop.parentElement?.parentElement, ...(stop.parentElement?.children ?? []), ...stop.children]
      .map((each) => {
        if (!each) return "";
        const { outline, boxShadow, borderColor, backgroundColor, opacity, transform } = getComputedStyle(each);
        return [outline, boxShadow, borderColor, backgroundColor, opacity, transform].join();
      })
      .join("|");
  const unseen: string[] = [];
  for (const stop of stops) {
    stop.focus();
    // A grid highlights its active cell and redraws it.
    if (stop.role === "grid") await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    if (document.activeElement !== stop) continue;
    const cell = document.getElementById(stop.getAttribute("aria-activedescendant") ?? "") ?? stop;
    const focused = lookOf(cell);
    stop.blur();
    if (lookOf(cell) === focused) unseen.push(`the focus is not seen on ${stop.outerHTML.slice(0, 160)}`);
  }
  return unseen;
}
