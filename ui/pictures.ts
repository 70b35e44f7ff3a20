/**
 * Makes the pictures of the documents: the real program with the demo and its made-up requests, a real browser, and an instant
 * that is always the same, so that a picture changes when the console does and not when it is taken. `npm run pictures`.
 */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import type { Program } from "../server/test/running-program.ts";
import { sharedTexts } from "./src/texts/shared-texts.ts";
import { versionPolicyTexts } from "./src/version-policies/version-policy-texts.ts";
import { shop, startConsole } from "./test/console-page.ts";

interface Picture {
  readonly name: string;
  /** Below /console/; with its search. */
  readonly path: string;
  readonly colorScheme: "light" | "dark";
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Published before the page opens; later pictures show it too. */
  readonly step?: object;
  /** Brings the page to what is shown, and returns it: the picture has nothing else. */
  readonly prepare?: (page: Page) => Promise<Locator>;
}

/** Instant in the middle of one of the demo's windows. */
const instant = Date.parse("2027-12-05T01:40:00Z");
const phone = { width: 390, height: 844 };
/** High enough for all of a card below the header, and for the guards of a dialog. */
const looks = [
  { width: 1440, height: 1400 },
  { width: 390, height: 1700 },
] as const;

/** The same part of a screen at a desk and on a phone, light and dark: `name-1440-light`. */
function everyLook(name: string, path: string, prepare: (page: Page) => Promise<Locator>): readonly Picture[] {
  return looks.flatMap((viewport) =>
    (["light", "dark"] as const).map((colorScheme) => ({
      name: `${name}-${viewport.width}-${colorScheme}`,
      path,
      colorScheme,
      viewport,
      prepare,
    })),
  );
}

async function platformCard(page: Page): Promise<Locator> {
  return page.getByRole("region", { name: versionPolicyTexts.card("iOS"), exact: true });
}

/** `25.0` in the place of `2.5.0`. */
async function reviewedSlip(page: Page): Promise<Locator> {
  const { minimum, review } = versionPolicyTexts;
  const ios = await platformCard(page);
  await ios.getByRole("textbox", { name: minimum, exact: true }).fill("25.0");
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  const dialog = page.getByRole("dialog", { name: review("iOS") });
  await dialog.locator("[data-guard=locks_out]").waitFor();
  return dialog;
}

export const pictures: readonly Picture[] = [
  { name: "now", path: "", colorScheme: "light" },
  {
    name: "timeline",
    path: `projects/${shop}/maintenance?view=day&at=2027-12-05&zone=Europe%2FRome&zones=%5B%22America%2FNew_York%22%5D`,
    colorScheme: "light",
  },
  { name: "versions", path: `projects/${shop}/versions?edit=ios`, colorScheme: "light" },
  { name: "messages", path: `projects/${shop}/messages`, colorScheme: "dark" },
  { name: "simulator", path: `projects/${shop}/test?platform=ios&version=2.5.0`, colorScheme: "dark" },
  { name: "start-maintenance", path: `projects/${shop}/maintenance`, colorScheme: "light", viewport: phone },
  ...everyLook("adoption", `projects/${shop}/versions`, platformCard),
  ...everyLook("impact", `projects/${shop}/versions`, reviewedSlip),
  {
    name: "step",
    path: `projects/${shop}/versions`,
    colorScheme: "light",
    viewport: looks[0],
    step: { at: "2027-12-15T09:00", zone: "Europe/Rome", minimum: "2.6.0" },
    prepare: platformCard,
  },
];

/** @param to directory of the files, `<name>.png` each */
export async function takePictures(to: string, wanted: readonly Picture[] = pictures): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), "drawbridge-pictures-"));
  mkdirSync(to, { recursive: true });
  const running = await startConsole(data, { demo: true, now: () => instant });
  try {
    for (const { name, path, colorScheme, viewport = { width: 1280, height: 800 }, step, prepare } of wanted) {
      if (step) await putStep(running.program, step);
      const { page, close } = await running.open({
        path,
        colorScheme,
        viewport,
        locale: "en-GB",
        timezoneId: "Europe/Rome",
        instant,
      });
      await settled(page);
      const shown = prepare ? await prepare(page) : page;
      if (prepare) await settled(page);
      await shown.screenshot({ path: join(to, `${name}.png`), animations: "disabled" });
      await close();
    }
  } finally {
    await running.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Gives the policy of iOS this step. */
async function putStep(program: Program, step: object): Promise<void> {
  const headers = { "if-match": "*", "content-type": "application/merge-patch+json" };
  const { status, body } = await program.admin("PATCH", `/admin/v1/projects/${shop}/platforms/ios`, { step }, headers);
  assert.equal(status, 200, JSON.stringify(body));
}

/** Nothing is being fetched that shows, and what came is drawn. The stream of events never ends, so the network is never idle. */
async function settled(page: Page): Promise<void> {
  await page.locator(".mantine-Loader-root, .mantine-Skeleton-root").waitFor({ state: "detached" });
  await page.waitForTimeout(1500);
}

if (import.meta.main) await takePictures(join(import.meta.dirname, "..", "docs", "pictures"));
