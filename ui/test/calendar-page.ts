import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import type { Program } from "../../server/test/running-program.ts";
import { calendarTexts } from "../src/maintenance/calendar/calendar-texts.ts";
import { drawn, send, shop } from "./console-page.ts";

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** `2026-12-06T02:00`, in UTC. */
export function wall(at: number): string {
  return new Date(at).toISOString().slice(0, 16);
}

/** In UTC. */
export function dayFromNow(days: number): number {
  return (Math.floor(Date.now() / DAY) + days) * DAY;
}

export async function putWindow(program: Program, id: string, form: object, project = shop): Promise<void> {
  const path = `/admin/v1/projects/${project}/windows/${id}`;
  await send(program, "PUT", path, form, { "if-none-match": "*" });
}

export async function act(program: Program, verb: string, body: object): Promise<void> {
  await send(program, "POST", `/admin/v1/projects/${shop}/maintenance/${verb}`, body);
}

/** `start end state` of the first occurrence of a window. */
export async function timesOf(program: Program, window: string): Promise<string> {
  const path = `/admin/v1/projects/${shop}/maintenance?window=${window}&from=${new Date(dayFromNow(-1)).toISOString()}`;
  const { occurrences } = (await program.admin("GET", path)).body as unknown as {
    readonly occurrences: readonly { readonly start: string; readonly end: string; readonly state: string }[];
  };
  const { start = "", end = "", state = "" } = occurrences[0] ?? {};
  return `${start.slice(0, 16)} ${end.slice(0, 16)} ${state}`;
}

export const grid = (page: Page) => page.getByRole("region", { name: calendarTexts.grid }).getByRole("list");
export const cell = (page: Page, name: RegExp) => grid(page).getByRole("button", { name });

export const laneRow = (page: Page, name: string) => grid(page).getByRole("listitem", { name }).first();

interface Point {
  readonly x: number;
  readonly y: number;
}

export async function settled(page: Page): Promise<void> {
  await drawn(page);
  await page.locator("[role=status][data-loading]").first().waitFor({ state: "detached" });
  await drawn(page);
}

/** @param across share of the box, where 0.5 is its middle @param inset pixels */
export async function pointIn(locator: Locator, across: number, inset = 0): Promise<Point> {
  await locator.waitFor();
  await settled(locator.page());
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  assert.ok(box, "it is not in the page");
  return { x: box.x + box.width * across + inset, y: box.y + box.height / 2 };
}

/** @param x pixels from the left end of the visible time */
export async function pointInLane(page: Page, lane: string, x: number): Promise<Point> {
  const row = laneRow(page, lane);
  await row.waitFor();
  await settled(page);
  await row.scrollIntoViewIfNeeded();
  const [scene, box] = await Promise.all([page.locator("[class*=scroller]").boundingBox(), row.boundingBox()]);
  assert.ok(scene && box, "it is not in the page");
  return { x: scene.x + 1 + labelWidth + x, y: box.y + box.height / 2 };
}

const labelWidth = 192;

/** In the view of a day. */
export async function hourWidth(page: Page): Promise<number> {
  const width = await page.locator("[class*=scroller]").evaluate((area) => area.clientWidth);
  return (width - labelWidth) / 24;
}

/** The button stays down. */
export async function dragTo(page: Page, from: Point, byX: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + byX / 2, from.y, { steps: 4 });
  await page.mouse.move(from.x + byX, from.y, { steps: 4 });
  // Its length can be whole days.
  await page.locator("[class*=ghostTimes]").waitFor();
}
