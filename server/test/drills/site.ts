/** Opens every page of the documents wide and on a phone, in light and dark. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { buildConsole, builtConsole } from "../../src/pages/console-build.ts";
import { assertAccessible, openBrowser, type TestBrowser } from "../browser.ts";
import { type Program, startProgram } from "../running-program.ts";
import type { Drill } from "./drill.ts";

/** Maximum bytes that a page transfers with everything that it shows. */
const maxPageBytes = 150_000;

/** A round is one page in one look. */
export const rounds = 1000;

export const run: Drill["run"] = async (rounds, random) => {
  await buildConsole(() => undefined).done;
  await using program = await startProgram();
  const browser = await openBrowser();
  try {
    const looks = dealLooks(sitePages(), random).slice(0, rounds);
    const defects = await checkLooks(program, browser, looks);
    assert.deepEqual(defects, [], defects.join("\n\n"));
    return `${looks.length} pages opened, none broken`;
  } finally {
    await browser.close();
  }
};

export function sitePages(): readonly string[] {
  const files = readdirSync(join(builtConsole, "docs"), { recursive: true, encoding: "utf8" });
  const pages = files.map((file) => file.split(sep).join("/")).filter((file) => file.endsWith(".html"));
  return pages
    .map((file) => file.slice(0, -".html".length))
    .map((page) => (page === "index" ? "" : page))
    .sort();
}

interface Look {
  readonly page: string;
  readonly width: 1440 | 390;
  readonly colorScheme: "light" | "dark";
}

export function dealLooks(pages: readonly string[], random: () => number): readonly Look[] {
  const looks = pages
    .filter((page) => page !== "404")
    .flatMap((page) =>
      ([1440, 390] as const).flatMap((width) =>
        (["light", "dark"] as const).map((colorScheme) => ({ look: { page, width, colorScheme }, at: random() })),
      ),
    );
  return looks.sort((a, b) => a.at - b.at).map(({ look }) => look);
}

/** Returns a sentence for each defect. */
export async function checkLooks(program: Program, browser: TestBrowser, looks: readonly Look[]): Promise<readonly string[]> {
  const defects: string[] = [];
  const { page: tab, complaints, close } = await browser.visitor();
  for (const { page, width, colorScheme } of looks) {
    const name = `/docs/${page} at ${width} px, ${colorScheme}`;
    await tab.emulateMedia({ colorScheme });
    await tab.setViewportSize({ width, height: 900 });
    await tab.goto(`${program.urls.admin}/docs/${page}`, { waitUntil: "networkidle" });
    const drawn = await tab.evaluate<number>("document.documentElement.scrollWidth");
    if (drawn !== width) defects.push(`${name} is ${drawn} px wide`);
    const bytes = await tab.evaluate<number>(transferredBytes);
    if (bytes > maxPageBytes) defects.push(`${name} transfers ${bytes} bytes`);
    await assertAccessible(tab).catch((error: Error) => defects.push(`${name}: ${error.message.split("\n+ actual")[0]}`));
  }
  await close();
  return [...defects, ...complaints];
}

/** Runs in the page. Bytes in a cache count. */
const transferredBytes = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`;
