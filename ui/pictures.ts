/**
 * Makes the pictures of the README: the real program with the demo's data, a real browser, and an instant that is always the same,
 * so that a picture changes when the console does and not when it is taken. `npm run pictures`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { shop, startConsole } from "./test/console-page.ts";

interface Picture {
  readonly name: string;
  /** Below /console/; with its search. */
  readonly path: string;
  readonly colorScheme: "light" | "dark";
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** Instant in the middle of one of the demo's windows. */
const instant = Date.parse("2027-12-05T01:40:00Z");
const phone = { width: 390, height: 844 };

export const pictures: readonly Picture[] = [
  { name: "now", path: "", colorScheme: "light" },
  {
    name: "timeline",
    path: `projects/${shop}/timeline?view=day&at=2027-12-05&zone=Europe%2FRome&zones=%5B%22America%2FNew_York%22%5D`,
    colorScheme: "light",
  },
  { name: "versions", path: `projects/${shop}/versions?edit=ios`, colorScheme: "light" },
  { name: "messages", path: `projects/${shop}/messages`, colorScheme: "dark" },
  { name: "simulator", path: `projects/${shop}/simulator?platform=ios&version=2.5.0`, colorScheme: "dark" },
  { name: "start-maintenance", path: `projects/${shop}/maintenance`, colorScheme: "light", viewport: phone },
];

/** @param to directory of the files, `<name>.png` each */
export async function takePictures(to: string, wanted: readonly Picture[] = pictures): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-pictures-"));
  mkdirSync(to, { recursive: true });
  const running = await startConsole(data, { now: () => instant });
  try {
    for (const { name, path, colorScheme, viewport = { width: 1280, height: 800 } } of wanted) {
      const { page, close } = await running.open({
        path,
        colorScheme,
        viewport,
        locale: "en-GB",
        timezoneId: "Europe/Rome",
        instant,
      });
      await settled(page);
      await page.screenshot({ path: join(to, `${name}.png`), animations: "disabled" });
      await close();
    }
  } finally {
    await running.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Nothing is being fetched that shows, and what came is drawn. The stream of events never ends, so the network is never idle. */
async function settled(page: Page): Promise<void> {
  await page.locator(".mantine-Loader-root, .mantine-Skeleton-root").waitFor({ state: "detached" });
  await page.waitForTimeout(1500);
}

if (import.meta.main) await takePictures(join(import.meta.dirname, "..", "docs", "pictures"));
