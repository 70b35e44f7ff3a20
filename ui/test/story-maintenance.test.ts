/** One maintenance from plan to end, as two users see it live, with the answer to apps at each step. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { calendarTexts } from "../src/maintenance/calendar/calendar-texts.ts";
import { maintenanceTexts } from "../src/maintenance/maintenance-texts.ts";
import { occurrenceTexts } from "../src/maintenance/occurrence/occurrence-texts.ts";
import { verbDialogTexts } from "../src/maintenance/occurrence/verb-dialog-texts.ts";
import { windowTexts } from "../src/maintenance/windows/window-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { cell, dragTo, drop, HOUR, hourWidth, laneRow, pointIn, pointInLane, wall } from "./calendar-page.ts";
import { becomes, type ConsolePage } from "./console-page.ts";
import { box, button } from "./controls.ts";
import { pageDay, pageWall, pageZone, shownClocks } from "./shown-time.ts";
import { beginStory, goTo, inviteUser, maintenanceFor, publishAll, type Story } from "./story.ts";

const directories = temporaryDirectories();
const day = pageDay(3);
const { scheduled } = occurrenceTexts.phases;
let story: Story;
let otto: ConsolePage;
before(async () => {
  story = await beginStory(directories());
  otto = await inviteUser(story, "Otto", sharedTexts.roles.operator);
});
after(() => story.running.close());

const told = (instance: string) => maintenanceFor(story.running, story.key, instance);
const drawer = (page: Page) => page.getByRole("dialog").first();
const closed = (page: Page) => drawer(page).waitFor({ state: "detached" });

/** Navigates to the day with the buttons. */
async function goToDay(page: Page): Promise<void> {
  await goTo(page, sharedTexts.screens.maintenance);
  await page.getByText(calendarTexts.views.day, { exact: true }).click();
  await page.getByLabel(calendarTexts.goTo).fill(pageWall(day).slice(0, 10));
  await laneRow(page, `${calendarTexts.laneKinds.instance} Acme Europe`).waitFor();
}

/** Both see it, and neither has reloaded. */
async function bothSee(name: RegExp): Promise<void> {
  for (const { page } of [story.ada, otto]) await cell(page, name).waitFor();
}

test("a window drawn, moved or planned by one user appears for the other, and in the answer to apps", async () => {
  const { page, accessible } = story.ada;
  await goToDay(page);
  await goToDay(otto.page);
  const hour = await hourWidth(page);
  await dragTo(page, await pointInLane(page, `${calendarTexts.laneKinds.instance} Acme Europe`, 10 * hour + 1), 2 * hour);
  await drop(page);
  await box(page, windowTexts.title).fill("database");
  await box(page, "Message (English)").fill("Back at {end_time}.");
  await publishAll(page);
  await bothSee(new RegExp(shownClocks(`^database · ${scheduled}.*10:00–12:00 ${pageZone}`)));
  assert.equal(await told("eu-1"), `open ${wall(day + 10 * HOUR)} ${wall(day + 12 * HOUR)}`);
  assert.match(await told("us-1"), /^open 1970/, "it is for one instance alone");

  await dragTo(page, await pointIn(cell(page, /^database/), 0.5), 3 * hour);
  await drop(page);
  await button(page, verbDialogTexts.buttons.move).click();
  await closed(page);
  await bothSee(
    new RegExp(shownClocks(`^database · ${scheduled}.*13:00–15:00 ${pageZone}.*${calendarTexts.plannedFor(".*10:00–12:00")}`)),
  );
  assert.equal(await told("eu-1"), `open ${wall(day + 13 * HOUR)} ${wall(day + 15 * HOUR)}`);

  await button(otto.page, maintenanceTexts.create).first().click();
  await box(otto.page, windowTexts.title).fill("network");
  await otto.page.getByLabel(windowTexts.start).fill(pageWall(day + 18 * HOUR));
  await box(otto.page, windowTexts.duration).fill("90 min");
  await publishAll(otto.page);
  await bothSee(new RegExp(shownClocks(`^network · ${scheduled}.*18:00–19:30 ${pageZone}`)));
  assert.equal(await told("us-1"), `open ${wall(day + 18 * HOUR)} ${wall(day + 19.5 * HOUR)}`);
  await accessible();
  story.ada.assertClean();
  otto.assertClean();
});

test("maintenance started, extended and completed by one user appears for the other, and in the answer to apps", async () => {
  const { page } = story.ada;
  await cell(otto.page, new RegExp(`^database · ${scheduled}`)).click();
  await drawer(otto.page).getByText("Acme Europe", { exact: true }).waitFor();
  await cell(page, new RegExp(`^database · ${scheduled}`)).click();
  await drawer(page)
    .getByText(/^Back at .*\d/)
    .waitFor();
  await button(page, occurrenceTexts.verbs.start).click();
  await button(page, verbDialogTexts.buttons.start).click();
  await page.getByText(verbDialogTexts.done.start("database")).waitFor();
  for (const each of [page, otto.page]) await drawer(each).getByText(occurrenceTexts.phases.active, { exact: true }).waitFor();
  const [state, start = "", end = ""] = (await told("eu-1")).split(" ");
  assert.equal(state, "closed");
  assert.equal(Date.parse(`${end}Z`) - Date.parse(`${start}Z`), 2 * HOUR, "as long as it was planned");

  await drawer(otto.page)
    .getByRole("button", { name: occurrenceTexts.extendByLabel("database", "30 min") })
    .click();
  const later = wall(Date.parse(`${end}Z`) + HOUR / 2);
  await becomes(() => told("eu-1"), `closed ${start} ${later}`);
  for (const each of [page, otto.page])
    await drawer(each)
      .getByText(/extended .* until /i)
      .waitFor();
  await otto.accessible();

  await drawer(page)
    .getByRole("button", { name: occurrenceTexts.completeLabel("database") })
    .click();
  assert.match(await told("eu-1"), /^closed/, "nothing is sent before the second step");
  await box(page, sharedTexts.review.reason).fill("Done early");
  await button(page, verbDialogTexts.buttons.complete).click();
  for (const each of [page, otto.page]) {
    await drawer(each).getByText(occurrenceTexts.phases.ended, { exact: true }).waitFor();
    await drawer(each).getByText(occurrenceTexts.nothingLeft).waitFor();
    await drawer(each)
      .getByText(/Done early/)
      .waitFor();
  }
  assert.match(await told("eu-1"), new RegExp(`^open ${wall(day + 18 * HOUR)}`), "the next one is for all");
  story.ada.assertClean();
  otto.assertClean();
});
