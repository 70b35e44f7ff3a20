/** An instant that never changes, so that a picture changes only with the console. */
import type { Page } from "playwright-core";
import type { Program } from "../../server/test/running-program.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { versionPolicyTexts } from "../src/version-policies/version-policy-texts.ts";
import { createAccount, sendAs } from "./account.ts";
import { type ConsolePage, shop, startConsole } from "./console-page.ts";

export interface MainPicture {
  readonly name: string;
  /** Below /console/. */
  readonly path: string;
  readonly colorScheme?: "dark";
  readonly isPhone?: true;
  /** After an editor has published 25.0 in place of 2.5.0. */
  readonly isLockedOut?: true;
  readonly prepare?: (page: Page) => Promise<void>;
}

const project = `projects/${shop}`;
/** The demo's window is active. */
const begin = Date.parse("2027-12-05T01:40:00Z");
const minute = 60_000;
const instant = begin + 20 * minute;

async function reviewSlip(page: Page): Promise<void> {
  const ios = page.getByRole("region", { name: /iOS$/ });
  await ios.getByRole("textbox", { name: versionPolicyTexts.minimum }).fill("25.0");
  await ios.getByRole("button", { name: sharedTexts.actions.save }).click();
  await page.getByRole("textbox", { name: sharedTexts.review.reason }).fill("2.5.0 loses orders");
}

async function chooseEurope(page: Page): Promise<void> {
  await page.getByRole("dialog").getByText("Acme Europe", { exact: true }).click();
}

async function openSlip(page: Page): Promise<void> {
  await page.getByRole("link", { name: /^Raised the iOS minimum/ }).click();
  await page.getByRole("heading", { level: 2 }).filter({ hasText: "Raised the iOS minimum" }).waitFor();
}

export const mainPictures: readonly MainPicture[] = [
  { name: "status", path: project },
  { name: "versions", path: `${project}/versions?version=2.3.0` },
  { name: "review", path: `${project}/versions?edit=ios`, prepare: reviewSlip },
  { name: "messages", path: `${project}/messages?kind=maintenance` },
  { name: "maintenance", path: `${project}/maintenance?view=week&at=2027-12-05` },
  { name: "start-maintenance", path: `${project}/maintenance?start=true`, isPhone: true, prepare: chooseEurope },
  { name: "approvals", path: `${project}/activity?show=approvals` },
  { name: "test", path: `${project}/test?platform=ios&version=2.3.0` },
  { name: "connect", path: `${project}/connect` },
  { name: "overview", path: "", isLockedOut: true },
  { name: "locked-out", path: project, isLockedOut: true, colorScheme: "dark" },
  { name: "activity", path: `${project}/activity`, isLockedOut: true, prepare: openSlip },
];

/** @param visit sees the states of the lock-out last */
export async function visitMainPictures(
  directory: string,
  visit: (picture: MainPicture, opened: ConsolePage) => Promise<void>,
): Promise<void> {
  let now = begin;
  const running = await startConsole(directory, { demo: true, now: () => now });
  try {
    const editor = await createEditor(running.program);
    now += minute;
    await editor("recommended", { recommended: "2.6.1" }, "2.6.1 fixes the cart");
    const opened = await running.open({ locale: "en-GB", timezoneId: "Europe/Rome", instant });
    for (const isLockedOut of [false, true]) {
      if (isLockedOut) {
        now = begin + 5 * minute;
        await editor("minimum", { minimum: "25.0" }, "2.5.0 loses orders");
      }
      now = instant;
      for (const picture of mainPictures.filter((each) => (each.isLockedOut ?? false) === isLockedOut))
        await open(opened, running.program, picture, visit);
    }
  } finally {
    await running.close();
  }
}

async function open(
  opened: ConsolePage,
  { urls }: Program,
  picture: MainPicture,
  visit: (picture: MainPicture, opened: ConsolePage) => Promise<void>,
): Promise<void> {
  const { path, colorScheme = "light", isPhone, prepare } = picture;
  const { page } = opened;
  // The picture before may have left a draft.
  await page.evaluate("sessionStorage.clear()");
  await page.goto("about:blank");
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 });
  await page.goto(`${urls.admin}/console/${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await prepare?.(page);
  await visit(picture, opened);
}

/** The editor accepts what the guards say. */
async function createEditor(program: Program) {
  await createAccount(program, "ed@acme.example", "Ed Moretti", "editor");
  return async (field: string, change: object, reason: string) => {
    const query = new URLSearchParams({ reason });
    if (field === "minimum") for (const guard of ["locks_out", "unseen_version"]) query.append("override", guard);
    const headers = { "content-type": "application/merge-patch+json", "if-match": "*" };
    await sendAs(program, "ed@acme.example", ["PATCH", `platforms/ios?${query}`], change, headers);
  };
}
