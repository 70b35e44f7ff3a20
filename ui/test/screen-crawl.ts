/** Loads screens as browsers of many zones and locales show them at many instants, and finds those that break. */
import { instantToWall, shiftsBetween, shownToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { BrowserContextOptions, Page } from "playwright-core";
import { zones } from "../../server/test/run-seed.ts";
import { signIn } from "./account.ts";
import { DAY } from "./calendar-page.ts";
import { type Console, watchForIdle } from "./console-page.ts";
import type { EveryNoun } from "./every-noun.ts";
import { screenStates } from "./screen-list.ts";

export interface ScreenCase {
  readonly zone: string;
  readonly locale: string;
  /** Epoch ms that the browser's clock shows. */
  readonly at: number;
  /** Below /console/. */
  readonly address: string;
  readonly isSignedOut: boolean;
}

/** Chromium reports the first one under `LANG=C`; Playwright's option sets `navigator.languages` to it as well. */
const locales = ["en-US@posix", "de-DE", "ar-EG", "pt-BR"] as const;

/** Enough that the console stops being worth crawling. */
const maxDefects = 10;

/**
 * Every view of the calendar on every day of every zone, every screen in every zone and every locale, in random order.
 * @param from epoch ms: the first of twelve months
 */
export function dealCases(nouns: EveryNoun, from: number, random: () => number): readonly ScreenCase[] {
  const start = Math.floor(random() * locales.length);
  const localeAt = (index: number) => locales[(start + index) % locales.length] ?? "en";
  const days = zones.map((zone) => daysOf(zone, from));
  const onDay = (at: number, zone: string) => ({ ...nouns, day: instantToWall(at, zone).slice(0, 10) });
  const views = zones.flatMap((zone, row) =>
    (days[row] ?? []).flatMap((at, column) =>
      ["day", "week", "month"].map((view, index) => {
        const address = `projects/${nouns.project}/maintenance?view=${view}`;
        return { zone, locale: localeAt(column + index), at, address, isSignedOut: false };
      }),
    ),
  );
  const screens = zones.flatMap((zone, row) =>
    [...screenStates(nouns).keys(), "../sign-in", "../sign-in#link=gone"].map((key, index) => {
      const at = pick(days[row] ?? [], random);
      const isSignedOut = typeof key === "string" && random() < 0.5;
      const address = typeof key === "string" ? key : (screenStates(onDay(at, zone))[key]?.address ?? "");
      return { zone, locale: localeAt(row + index), at, address, isSignedOut };
    }),
  );
  return shuffle([...views, ...screens], random);
}

/** Instants in twelve months: noon of the 3rd and the 15th, each clock change, and a day before and after it. */
function daysOf(zone: string, from: number): readonly number[] {
  const first = new Date(from);
  const noon = (month: number, day: number) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, day, 12);
  const dates = Array.from({ length: 12 }, (_, month) => [noon(month, 3), noon(month, 15)]).flat();
  const changes = shiftsBetween(zone, from, from + 365 * DAY).flatMap(({ at }) => [at - DAY, at, at + DAY]);
  return [...dates.map((shown) => shownToInstant(shown, zone)), ...changes];
}

/** Finds at most ten defects, each with the case that shows it. @param script runs on each page before it loads */
export async function crawl(running: Console, cases: readonly ScreenCase[], script = ""): Promise<readonly string[]> {
  const defects: string[] = [];
  for (const group of Map.groupBy(cases, ({ zone, locale }) => `${zone} ${locale}`).values()) {
    const [{ zone, locale } = { zone: "", locale: "" }] = group;
    await crawlIn(running, { timezoneId: zone, locale }, group, script, defects);
    if (defects.length >= maxDefects) break;
  }
  return defects;
}

async function crawlIn(
  running: Console,
  options: BrowserContextOptions,
  cases: readonly ScreenCase[],
  script: string,
  defects: string[],
): Promise<void> {
  const visitor = await running.visitor(options);
  const { page } = visitor;
  await page.addInitScript(script);
  const settled = watchForIdle(page);
  await signIn(page.context(), running.program, "administrator");
  for (const { at, address, isSignedOut } of cases.toSorted((a, b) => Number(a.isSignedOut) - Number(b.isSignedOut))) {
    if (defects.length >= maxDefects) break;
    await page.goto("about:blank");
    if (isSignedOut) await page.context().clearCookies();
    await page.clock.setFixedTime(at);
    const found = await brokenAt(page, `${running.program.urls.admin}/console/${address}`, settled);
    try {
      visitor.assertClean();
    } catch (error) {
      found.push(String(error));
    }
    const where = `${address} (${options.timezoneId}, ${options.locale}, ${new Date(at).toISOString()})`;
    defects.push(...found.map((what) => `${where}: ${what}`));
  }
  await visitor.close();
}

async function brokenAt(page: Page, url: string, settled: () => Promise<void>): Promise<string[]> {
  try {
    await page.goto(url);
    // An error outside of the screens leaves nothing on the page.
    await page.getByRole("heading", { level: 1 }).first().waitFor({ timeout: 30_000 });
    await settled();
    return await page.evaluate(brokenParts);
  } catch (error) {
    return [String(error)];
  }
}

/** In the page: what it shows, and what it would read out. */
export function brokenParts(): string[] {
  const values = [...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value);
  const text = [document.documentElement.outerHTML, ...values].join("\n");
  const broken = document.querySelector("[data-broken-screen]")?.parentElement?.textContent;
  const isNumber = [...text.matchAll(/.{0,80}(?:\bNaN\b|Invalid Date).{0,20}/g)].map(([part]) => part);
  return broken === undefined ? isNumber : [`broken: ${broken}`, ...isNumber];
}

function pick<T>(from: readonly T[], random: () => number): T {
  return from[Math.floor(random() * from.length)] as T;
}

function shuffle<T>(items: readonly T[], random: () => number): readonly T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
