import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { act, cell, DAY, dayFromNow, grid, HOUR, laneRow, putWindow, wall } from "../../../test/calendar-page.ts";
import { consoleForTests, shop } from "../../../test/console-page.ts";
import { pageLocale, shownAs, shownClocks, shownDays, shownLongDay } from "../../../test/shown-time.ts";
import { occurrenceTexts } from "../occurrence/occurrence-texts.ts";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { dateAfter, localeWeek, visiblePeriod } from "./zone-time.ts";

const path = `projects/${shop}/maintenance`;
const day = dayFromNow(3);
const dateOf = (at: number) => wall(at).slice(0, 10);
const running = consoleForTests();
before(async () => {
  const plan = (id: string, at: number, form: object) =>
    putWindow(running.program, id, { start: wall(at), duration: "PT2H", ...form });
  await plan("as-planned", day + 2 * HOUR, { instances: ["eu-1"] });
  await plan("recurring", day + 5 * HOUR, { instances: ["us-1"], repeat: "FREQ=DAILY", except: [dateOf(day + DAY)] });
  await plan("canceled", day + 8 * HOUR, { platforms: ["ios"] });
  await plan("moved", day + 8 * HOUR, { platforms: ["android"] });
  await plan("extended", day + 14 * HOUR, { platforms: ["android"] });
  await act(running.program, "cancel", { window: "canceled" });
  await act(running.program, "move", { window: "moved", start: wall(day + 2 * DAY) });
  await act(running.program, "extend", { occurrence: `extended/${wall(day + 14 * HOUR)}`, by: "PT3H" });
});

const dayPath = (date: string) => `${path}?view=day&zone=UTC&at=${date}`;
const title = (page: Page, text: string) => page.getByRole("heading", { level: 2, name: text, exact: true }).waitFor();

/** The week of a date begins on Sunday or Monday, by the locale. */
function shownWeek(page: Page, date: string): Promise<string> {
  const { from, until } = visiblePeriod("week", date, localeWeek(pageLocale));
  return shownDays(page, from, dateAfter("day", until, -1));
}

test("planned, recurring, left out, canceled, moved and extended are each told apart, in words too", async () => {
  const { page } = await running.open({ path: `${path}?view=week&zone=UTC&at=${dateOf(day)}` });
  await cell(
    page,
    new RegExp(shownClocks(`^as-planned · ${occurrenceTexts.phases.scheduled} · .*02:00–04:00 UTC · ${texts.origins.api}$`)),
  ).waitFor();
  await cell(page, new RegExp(`^recurring · ${occurrenceTexts.phases.scheduled} .*${texts.recurring}`))
    .first()
    .waitFor();
  await cell(page, new RegExp(`^canceled · ${occurrenceTexts.phases.canceled}`)).waitFor();
  await cell(page, new RegExp(shownClocks(`^${texts.itemPlanned("moved", ".*08:00–10:00 UTC", ".*00:00–02:00")}`))).waitFor();
  await cell(
    page,
    new RegExp(
      shownClocks(`^extended · ${occurrenceTexts.phases.scheduled} .*14:00–19:00 UTC · ${texts.plannedFor(".*14:00–16:00")}`),
    ),
  ).waitFor();
  await cell(page, new RegExp(`^warehouse-move · ${occurrenceTexts.phases.active} .*${texts.origins.api}$`)).waitFor();
  await page.goto(`${new URL(page.url()).origin}/console/${dayPath(dateOf(day + DAY))}`);
  await cell(page, new RegExp(shownClocks(`^recurring · ${occurrenceTexts.phases.skipped} · .*05:00–07:00`))).waitFor();
});

test("a month on a phone opens with its day in sight", async () => {
  const now = new Date();
  const day = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 22);
  await putWindow(running.program, "twenty-second", { start: wall(day + 14 * HOUR), duration: "PT8H" });
  const viewport = { width: 390, height: 844 };
  const phone = await running.open({ path: `${path}?view=month&zone=UTC`, viewport, instant: day + 12 * HOUR });
  const item = cell(phone.page, /^twenty-second/);
  await item.waitFor();
  const [box, area] = [await item.boundingBox(), await phone.page.locator("[class*=scroller]").boundingBox()];
  assert.ok(box && area && box.x > area.x + 112 && box.x + box.width < area.x + area.width, JSON.stringify([box, area]));
});

test("maintenance that is over is not called next", async () => {
  const project = "/admin/v1/projects/one-done";
  await running.send("PUT", project, { name: "One done" }, { "if-none-match": "*" });
  await running.send("POST", `${project}/maintenance/start`, { id: "finished", for: "PT20M", whole_project: true });
  await running.send("POST", `${project}/maintenance/complete`, { window: "finished" });
  await putWindow(running.program, "to-come", { start: wall(day), duration: "PT1H" }, "one-done");
  const { page } = await running.open({
    path: `projects/one-done/maintenance?view=day&zone=UTC&at=${dateOf(day - 60 * DAY)}`,
  });
  const next = page.getByRole("status").getByRole("button");
  await next.waitFor();
  assert.match(await next.innerText(), /to-come/);
  await next.click();
  await cell(page, /^to-come/).waitFor();
});

test("day, week and month are gone through with buttons and a date, and the address says where one is", async () => {
  const { page, accessible } = await running.open({ path: dayPath("2027-12-05") });
  await title(page, shownLongDay("2027-12-05"));
  await page.getByRole("button", { name: texts.later.day }).click();
  await title(page, shownLongDay("2027-12-06"));
  await page.waitForURL(/at=2027-12-06/);
  await page.getByText(texts.views.week, { exact: true }).click();
  await title(page, await shownWeek(page, "2027-12-06"));
  await page.getByText(texts.views.month, { exact: true }).click();
  await accessible();
  await page.getByLabel(texts.goTo).fill("2028-02-10");
  await title(page, "February 2028");
  await page.reload();
  await title(page, "February 2028");
  await page.getByRole("button", { name: texts.today, exact: true }).press("Enter");
  await title(page, shownAs({ month: "long", year: "numeric", timeZone: "UTC" }, Date.now()));
  await page.waitForURL(({ href }) => !/at=/.test(href));
});

test("in Rome 28 March 2027 has 23 hours, which is said, and 31 October 25", async () => {
  const { page } = await running.open({
    path: `${path}?view=day&at=2027-03-28&zone=Europe/Rome`,
  });
  await page.getByText(texts.forward("Europe/Rome", shownLongDay("2027-03-28"), shownClocks("02:00 → 03:00"), "23")).waitFor();
  await page.locator("[class*=header]").last().getByText(texts.hours(23)).waitFor();
  await page.goto(page.url().replace("2027-03-28", "2027-10-31"));
  await page.getByText(texts.back("Europe/Rome", shownLongDay("2027-10-31"), shownClocks("03:00 → 02:00"), "25")).waitFor();
  await page.locator("[class*=header]").last().getByText(texts.hours(25)).waitFor();
});

test("lanes are found by their names and those of windows, and empty ones are left out where that is asked", async () => {
  const { page } = await running.open({ path: dayPath(dateOf(day)) });
  await laneRow(page, `${texts.laneKinds.platform} Huawei`).waitFor();
  await page.getByRole("checkbox", { name: texts.busyOnly }).check();
  await laneRow(page, `${texts.laneKinds.platform} Huawei`).waitFor({ state: "detached" });
  await page.getByRole("searchbox").fill("recurr");
  await laneRow(page, `${texts.laneKinds.instance} Acme Europe`).waitFor({ state: "detached" });
  await laneRow(page, `${texts.laneKinds.instance} Acme US`).waitFor();
  await page.getByRole("searchbox").fill("no such <b>");
  await page.getByText(texts.noneFound("no such <b>")).waitFor();
});

test("the same is a list, which a phone shows", async () => {
  const { page } = await running.open({
    path: `${path}?zone=UTC&at=${dateOf(day)}`,
    viewport: { width: 390, height: 800 },
  });
  const row = page.getByRole("row", { name: /^extended/ });
  await row.getByText(shownClocks("14:00–19:00")).waitFor();
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
  await row.getByRole("link").click();
  await page.getByRole("dialog", { name: "extended" }).waitFor();
});

test("a link leads to one that is far away, to one that is gone, and with an invalid search to the calendar", async () => {
  const { page } = await running.open({ path: `${path}?occurrence=db-upgrade/2027-12-05T02:00` });
  await page.getByRole("dialog", { name: "Database upgrade" }).waitFor();
  await page.goto(page.url().replace("2027-12-05", "2027-12-06"));
  await page.getByText(texts.notThere).waitFor();
  const search = "zone=<script>&at=soon&view=year&edit=<img>&occurrence=<script>&start=x";
  await page.goto(page.url().replace(/\?.*/, `?${search}`));
  await grid(page).waitFor();
});
