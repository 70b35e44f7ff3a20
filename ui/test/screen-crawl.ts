import { instantToWall, shiftsBetween, shownToInstant } from "drawbridge-rules/values/wall-time.ts";
import { zones } from "../../server/test/run-seed.ts";
import { signIn } from "./account.ts";
import { DAY } from "./calendar-page.ts";
import { type Console, type ConsolePage, shop, watchForIdle } from "./console-page.ts";
import type { EveryNoun } from "./every-noun.ts";
import { checkScreen, unseenFocus } from "./screen-check.ts";
import { screenStates } from "./screen-list.ts";

export interface Look {
  readonly name: string;
  readonly colorScheme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
}

/** Enlarged as browsers enlarge text (WCAG 2.2, 1.4.4 and 1.4.10): at 200 %, 1440 px have room for 720. */
export const looks: readonly Look[] = [
  { name: "1440", colorScheme: "light", viewport: { width: 1440, height: 900 } },
  { name: "1440, dark", colorScheme: "dark", viewport: { width: 1440, height: 900 } },
  { name: "1024", colorScheme: "light", viewport: { width: 1024, height: 768 } },
  { name: "768, dark", colorScheme: "dark", viewport: { width: 768, height: 1024 } },
  { name: "390", colorScheme: "light", viewport: { width: 390, height: 844 } },
  { name: "390, dark", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  { name: "200 %", colorScheme: "light", viewport: { width: 720, height: 450 } },
  { name: "400 %", colorScheme: "light", viewport: { width: 320, height: 256 } },
];

export interface ScreenCase {
  readonly zone: string;
  readonly locale: string;
  /** Epoch ms of the browser's clock. */
  readonly at: number;
  /** Below /console/. */
  readonly address: string;
  readonly role: "administrator" | "viewer" | "signed out";
  readonly look: Look;
  readonly isInitial: boolean;
}

/** Chromium reports the first one under `LANG=C`. */
const locales = ["en-US@posix", "en-GB", "en-US", "de-DE", "ar-EG", "pt-BR"] as const;

const maxDefects = 40;
/** Milliseconds of one page. */
const patience = 60_000;

/** In random order. @param from epoch ms: the first of twelve months */
export function dealCases(nouns: EveryNoun, from: number, random: () => number): readonly ScreenCase[] {
  const start = Math.floor(random() * locales.length);
  const localeAt = (index: number) => locales[(start + index) % locales.length] ?? "en";
  const lookAt = (index: number) => looks[index % looks.length] as Look;
  const days = zones.map((zone) => daysOf(zone, from));
  const views = zones.flatMap((zone, row) =>
    (days[row] ?? []).flatMap((at, column) =>
      ["day", "week", "month"].map((view, index): ScreenCase => {
        const address = `projects/${nouns.project}/maintenance?view=${view}`;
        const look = lookAt(row + column * 3 + index);
        return { zone, locale: localeAt(column + index), at, address, role: "administrator", look, isInitial: true };
      }),
    ),
  );
  const shown = looks.flatMap((look, row) => {
    const statesFor = (role: "administrator" | "viewer", of: EveryNoun) =>
      screenStates(of).map((_, index): ScreenCase => {
        const column = Math.floor(random() * zones.length);
        const at = pick(days[column] ?? [], random);
        const zone = zones[column] ?? "UTC";
        const states = screenStates({ ...of, day: instantToWall(at, zone).slice(0, 10) });
        const isInitial = states[index - 1]?.route !== states[index]?.route;
        return { zone, locale: localeAt(row + index), at, address: states[index]?.address ?? "", role, look, isInitial };
      });
    const outside = ["../sign-in", "../sign-in#link=gone"].map((address, index): ScreenCase => {
      const at = pick(days[0] ?? [], random);
      return { zone: zones[0], locale: localeAt(row + index), at, address, role: "signed out", look, isInitial: true };
    });
    // A viewer sees a subset.
    const viewer = statesFor("viewer", { ...nouns, project: shop }).filter((_, index) => (index + row) % 3 === 0);
    return [...statesFor("administrator", nouns), ...viewer, ...outside];
  });
  return shuffle([...views, ...shown], random);
}

/** Noon of the 3rd and the 15th of each month, each clock change, and a day before and after it. */
function daysOf(zone: string, from: number): readonly number[] {
  const first = new Date(from);
  const noon = (month: number, day: number) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, day, 12);
  const dates = Array.from({ length: 12 }, (_, month) => [noon(month, 3), noon(month, 15)]).flat();
  const changes = shiftsBetween(zone, from, from + 365 * DAY).flatMap(({ at }) => [at - DAY, at, at + DAY]);
  return [...dates.map((shown) => shownToInstant(shown, zone)), ...changes];
}

/** Each defect names its case. @param script runs on each page before it loads */
export async function crawl(running: Console, cases: readonly ScreenCase[], script = ""): Promise<readonly string[]> {
  const defects: string[] = [];
  const groups = Map.groupBy(cases, ({ zone, locale, role }) => `${zone} ${locale} ${role}`);
  for (const group of groups.values()) {
    if (defects.length >= maxDefects) break;
    await crawlGroup(running, group, script, defects);
  }
  return defects;
}

/** Cases of one zone, locale and role share a page, until it stands still. */
async function crawlGroup(running: Console, group: readonly ScreenCase[], script: string, defects: string[]): Promise<void> {
  let visitor: ConsolePage | null = null;
  let settled = async () => {};
  const errors: string[] = [];
  for (const each of group) {
    if (defects.length >= maxDefects) break;
    if (visitor === null) {
      visitor = await running.visitor({ timezoneId: each.zone, locale: each.locale });
      const { page } = visitor;
      await page.addInitScript(script);
      // Refused requests are among them; an address can name an item that does not exist.
      page.on("console", (message) => {
        if (message.type() === "error" && !message.text().includes("status of 404")) errors.push(message.text());
      });
      settled = watchForIdle(page);
      if (each.role !== "signed out") await signIn(page.context(), running.program, each.role);
    }
    const { address, zone, locale, at, role, look } = each;
    const found = await within(patience, defectsAt(visitor, running, each, settled)).catch((error: Error) => [String(error)]);
    const where = `${address} (${zone}, ${locale}, ${new Date(at).toISOString()}, ${role}, ${look.name})`;
    defects.push(...[...found, ...errors.splice(0)].map((defect) => `${where}: ${defect}`));
    if (found.length === 0) continue;
    // The page may still be busy with this case, or have its dialog open.
    await within(patience, visitor.close()).catch(() => undefined);
    visitor = null;
  }
  await visitor?.close();
}

async function defectsAt(
  visitor: ConsolePage,
  running: Console,
  { address, at, look }: ScreenCase,
  settled: () => Promise<void>,
): Promise<string[]> {
  const { page } = visitor;
  const { colorScheme, viewport, name } = look;
  await page.goto("about:blank");
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await page.clock.setFixedTime(at);
  await page.goto(`${running.program.urls.admin}/console/${address}`);
  // An error outside of the screens leaves nothing on the page.
  await page.getByRole("heading", { level: 1 }).first().waitFor({ timeout: 30_000 });
  await settled();
  const found = await checkScreen(visitor, name !== "400 %");
  if (name === "1440") {
    await page.keyboard.press("Tab");
    found.push(...(await page.evaluate(unseenFocus)));
  }
  try {
    visitor.assertClean();
  } catch (error) {
    found.push(String(error));
  }
  return found;
}

/** A page can stand still where the browser has no timeout. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`stood still for ${ms / 1000} s`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
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
