import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  act,
  cell,
  DAY,
  dayFromNow,
  dragTo,
  HOUR,
  hourWidth,
  pointIn,
  pointInLane,
  putWindow,
  timesOf,
  wall,
} from "../../../test/calendar-page.ts";
import { becomes, consoleForTests, shop } from "../../../test/console-page.ts";
import { publish, review } from "../../../test/controls.ts";
import { shownClocks } from "../../../test/shown-time.ts";
import { occurrenceTexts } from "../occurrence/occurrence-texts.ts";
import { verbDialogTexts } from "../occurrence/verb-dialog-texts.ts";
import { windowTexts } from "../windows/window-texts.ts";
import { calendarTexts } from "./calendar-texts.ts";

const running = consoleForTests();

const day = dayFromNow(3);
const dayPath = (at = day) => `projects/${shop}/maintenance?view=day&zone=UTC&at=${wall(at).slice(0, 10)}`;
const confirm = (page: Page, button: string) =>
  page.getByRole("dialog").getByRole("button", { name: button, exact: true }).click();
const gone = (page: Page) => page.getByRole("dialog").first().waitFor({ state: "detached" });

/** An end that is refused at no hour of the day: later today or tomorrow, within 24 h, with room for 3 h on the same day. */
function lessThanADayAhead(): number {
  const isMorning = Date.now() < dayFromNow(0) + 12 * HOUR;
  return isMorning ? dayFromNow(0) + 16 * HOUR : dayFromNow(1) + 2 * HOUR;
}

test("what is drawn in a lane becomes a window, which is then dragged to a later hour", async () => {
  const { page } = await running.open({ path: dayPath(day + 2 * DAY) });
  const [at, hour] = [day + 2 * DAY, await hourWidth(page)];
  await dragTo(page, await pointInLane(page, `${calendarTexts.laneKinds.instance} Acme Europe`, 10 * hour + 1), 2 * hour);
  await page.mouse.up();
  await page.getByRole("textbox", { name: windowTexts.title }).fill("database");
  await review(page);
  await publish(page);
  const drawn = cell(page, new RegExp(shownClocks(`^database · ${occurrenceTexts.phases.scheduled}.*10:00–12:00 UTC`)));
  await drawn.waitFor();
  await dragTo(page, await pointIn(drawn, 0.5), 3 * hour);
  await page.mouse.up();
  await confirm(page, verbDialogTexts.buttons.move);
  await gone(page);
  assert.equal(await timesOf(running.program, "database"), `${wall(at + 13 * HOUR)} ${wall(at + 15 * HOUR)} scheduled`);
});

test("one active is extended by its end, and nothing else of it can be dragged", async () => {
  const until = lessThanADayAhead();
  await act(running.program, "start", { id: "running", instances: ["test-1"], until: new Date(until).toISOString() });
  const { page } = await running.open({ path: dayPath(until) });
  const started = /^Maintenance of Acme Test/;
  await cell(page, started).waitFor();
  const hour = await hourWidth(page);
  const body = await pointIn(cell(page, started), 1, -hour);
  await page.mouse.move(body.x, body.y);
  await page.mouse.down();
  await page.mouse.move(body.x + 3 * hour, body.y, { steps: 4 });
  await page.mouse.up();
  await becomes(() => page.getByRole("dialog", { name: /Move|Extend/ }).count(), 0);
  await dragTo(page, await pointIn(cell(page, started), 1, -2), 3 * hour);
  await page.mouse.up();
  await page.getByRole("dialog", { name: verbDialogTexts.titles.extend("Maintenance of Acme Test") }).waitFor();
  await confirm(page, verbDialogTexts.buttons.extend);
  await gone(page);
  assert.match(await timesOf(running.program, "running"), new RegExp(` ${wall(until + 3 * HOUR)} active$`));
});

test("Escape leaves what is dragged as it was, and so does closing the confirmation", async () => {
  const form = { instances: ["eu-1"], start: wall(day + 20 * HOUR), duration: "PT2H" };
  await putWindow(running.program, "left-alone", form);
  const { page } = await running.open({ path: dayPath() });
  const hour = await hourWidth(page);
  await dragTo(page, await pointIn(cell(page, /^left-alone/), 0.5), -2 * hour);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await becomes(() => page.getByRole("dialog").count(), 0);
  await dragTo(page, await pointIn(cell(page, /^left-alone/), 0.5), -2 * hour);
  await page.mouse.up();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await gone(page);
  assert.equal(await timesOf(running.program, "left-alone"), `${wall(day + 20 * HOUR)} ${wall(day + 22 * HOUR)} scheduled`);
});
