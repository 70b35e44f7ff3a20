import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { act, cell, DAY, dayFromNow, grid, HOUR, laneRow, putWindow, wall } from "../../../test/calendar-page.ts";
import { becomes, consoleForTests, shop, textPattern } from "../../../test/console-page.ts";
import { pageLocale, shownAs, shownClocks, shownDays, shownLongDay } from "../../../test/shown-time.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { maintenanceTexts } from "../maintenance-texts.ts";
import { occurrenceTexts } from "../occurrence/occurrence-texts.ts";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { dateAfter, localeWeek, visiblePeriod } from "./period.ts";

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
  await plan("overlapping", day + 3 * HOUR, { instances: ["eu-1"] });
  await act(running.program, "cancel", { window: "canceled" });
  await act(running.program, "move", { window: "moved", start: wall(day + 2 * DAY) });
  await act(running.program, "extend", { occurrence: `extended/${wall(day + 14 * HOUR)}`, by: "PT3H" });
});

const dayPath = (date: string) => `${path}?view=day&zone=UTC&at=${date}`;
const title = (page: Page, text: string) => page.getByRole("heading", { level: 2, name: text, exact: true }).waitFor();
const fits = (page: Page) => page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth");

/** The week of a date begins on Sunday or Monday, by the locale. */
function shownWeek(page: Page, date: string): Promise<string> {
  const { from, until } = visiblePeriod("week", date, localeWeek(pageLocale));
  return shownDays(page, from, dateAfter("day", until, -1));
}

/** Pixels from the left at which the header has these times. */
async function lefts(page: Page, texts: readonly string[]): Promise<number[]> {
  const found: number[] = [];
  for (const text of texts) {
    const box = await page.locator("[class*=header]").last().getByText(shownClocks(text), { exact: true }).first().boundingBox();
    assert.ok(box, text);
    found.push(box.x);
  }
  return found;
}

test("planned, recurring, left out, canceled, moved and extended are each told apart, in words too", async () => {
  const { page, accessible } = await running.open({ path: `${path}?view=week&zone=UTC&at=${dateOf(day)}` });
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
  await accessible();
  await page.goto(`${new URL(page.url()).origin}/console/${dayPath(dateOf(day + DAY))}`);
  await cell(page, new RegExp(shownClocks(`^recurring · ${occurrenceTexts.phases.skipped} · .*05:00–07:00`))).waitFor();
});

test("where there are few lanes, neither the grid nor now shows below their names", async () => {
  for (const [view, viewport] of [
    ["week", { width: 1280, height: 800 }],
    ["month", { width: 390, height: 844 }],
  ] as const) {
    const { page } = await running.open({ path: `${path}?view=${view}&query=us-1`, viewport });
    await laneRow(page, `${texts.laneKinds.instance} Acme US`).waitFor();
    // Measured from the middle of the names' column to the bottom of the grid: the topmost that is painted there.
    const uncovered = await page.evaluate<string[]>(`(() => {
      const grid = document.querySelector('[class*=grid]');
      const area = grid.getBoundingClientRect();
      const labels = [...grid.children].find((one) => getComputedStyle(one).position === 'sticky');
      const names = labels.getBoundingClientRect();
      const isOpaque = !/^rgba\\(.*, 0\\)$/.test(getComputedStyle(labels).backgroundColor);
      const found = [];
      if (names.bottom < area.bottom - 1) found.push(\`\${area.bottom - names.bottom} px below the names\`);
      if (names.bottom > area.top + 40 && !isOpaque) found.push('the names let through what is below them');
      return found;
    })()`);
    assert.deepEqual(uncovered, [], view);
  }
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
  const ask = async (method: string, path: string, body: object, headers = {}) => {
    const { status, body: answer } = await running.program.admin(method, `${project}${path}`, body, headers);
    assert.ok(status < 300, JSON.stringify(answer));
  };
  await ask("PUT", "", { name: "One done" }, { "if-none-match": "*" });
  await ask("POST", "/maintenance/start", { id: "finished", for: "PT20M", whole_project: true });
  await ask("POST", "/maintenance/complete", { window: "finished" });
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

test("what overlaps in a lane stands in rows of its own", async () => {
  const { page } = await running.open({ path: dayPath(dateOf(day)) });
  await becomes(async () => {
    // A bar has no box while the grid is drawn again.
    const [one, other] = [await cell(page, /^as-planned/).boundingBox(), await cell(page, /^overlapping/).boundingBox()];
    return one !== null && other !== null && Math.abs(one.y - other.y) >= one.height;
  }, true);
  await becomes(
    () =>
      grid(page)
        .getByRole("listitem", { name: `${texts.laneKinds.instance} Acme Europe` })
        .count(),
    2,
  );
});

test("day, week and month are gone through with buttons and a date, and the address says where one is", async () => {
  const { page, accessible } = await running.open({ path: dayPath("2027-12-05") });
  await title(page, shownLongDay("2027-12-05"));
  await page.getByRole("button", { name: texts.later.day }).click();
  await title(page, shownLongDay("2027-12-06"));
  await page.waitForURL(/at=2027-12-06/);
  await page.getByText(texts.views.week, { exact: true }).click();
  await title(page, await shownWeek(page, "2027-12-06"));
  await page.getByRole("button", { name: texts.earlier.week }).press("Enter");
  await title(page, await shownWeek(page, "2027-11-29"));
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
  const { page, accessible } = await running.open({
    path: `${path}?view=day&at=2027-03-28&zone=Europe/Rome`,
  });
  await page.getByText(texts.forward("Europe/Rome", shownLongDay("2027-03-28"), shownClocks("02:00 → 03:00"), "23")).waitFor();
  await page.locator("[class*=header]").last().getByText(texts.hours(23)).waitFor();
  const [at4, at6, at8] = await lefts(page, ["04:00", "06:00", "08:00"]);
  const [at0] = await lefts(page, ["00:00"]);
  assert.ok(at0 !== undefined && at4 !== undefined && at6 !== undefined && at8 !== undefined);
  assert.ok(Math.abs((at4 - at0) / (at8 - at6) - 1.5) < 0.02, "from 00:00 to 04:00 three hours elapse, and not four");
  await accessible();
  await page.goto(page.url().replace("2027-03-28", "2027-10-31"));
  await page.getByText(texts.back("Europe/Rome", shownLongDay("2027-10-31"), shownClocks("03:00 → 02:00"), "25")).waitFor();
  const [from, two, four, six] = await lefts(page, ["00:00", "02:00", "04:00", "06:00"]);
  assert.ok(from !== undefined && two !== undefined && four !== undefined && six !== undefined);
  assert.ok(Math.abs((four - from) / (six - four) - 2.5) < 0.02, "from 00:00 to 04:00 five hours elapse");
  await page.locator("[class*=header]").last().getByText(texts.hours(25)).waitFor();
});

test("another zone is chosen in an address that can be shared", async () => {
  const { page, accessible } = await running.open({ path: dayPath(dateOf(day)) });
  const zone = page.getByRole("combobox", { name: texts.zone }).or(page.getByRole("textbox", { name: texts.zone }));
  await zone.fill("Tokyo");
  await accessible();
  await page.getByRole("option", { name: "Asia/Tokyo" }).click();
  await page.waitForURL(/Tokyo/);
  await page.reload();
  await page.locator("[class*=ticks]").getByText(shownClocks("10:00")).first().waitFor();
  await cell(page, new RegExp(shownClocks("^as-planned · .*11:00–13:00 Asia/Tokyo"))).waitFor();
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

test("the same is a list, which a phone shows unless it is asked for more", async () => {
  const { page, accessible } = await running.open({
    path: `${path}?zone=UTC&at=${dateOf(day)}`,
    viewport: { width: 390, height: 800 },
  });
  const row = page.getByRole("row", { name: /^extended/ });
  await row.getByText(shownClocks("14:00–19:00")).waitFor();
  assert.ok(await fits(page));
  await accessible();
  await row.getByRole("link").click();
  await page.getByRole("dialog", { name: "extended" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText(texts.views.week, { exact: true }).click();
  await grid(page).waitFor();
  assert.ok(await fits(page));
  await accessible();
});

test("a link leads to one that is far away, and to one that is gone", async () => {
  const { page } = await running.open({ path: `${path}?occurrence=db-upgrade/2027-12-05T02:00` });
  await page.getByRole("dialog", { name: "Database upgrade" }).waitFor();
  await page.goto(page.url().replace("2027-12-05", "2027-12-06"));
  await page.getByText(texts.notThere).waitFor();
});

test("a project without windows says what they are for", async () => {
  await running.program.admin("PUT", "/admin/v1/projects/empty", { name: "Empty" }, { "if-none-match": "*" });
  const { page, accessible } = await running.open({
    path: "projects/empty/maintenance?view=week",
    colorScheme: "dark",
  });
  await page.getByRole("heading", { name: maintenanceTexts.emptyTitle }).waitFor();
  await accessible();
  await page.getByRole("button", { name: maintenanceTexts.create }).last().click();
  await page.getByRole("dialog").waitFor();
});

test("an invalid search in the address opens the calendar as without it", async () => {
  const { page } = await running.open({ path });
  for (const wrong of ["zone=<script>", "at=soon", "view=year", "edit=<img>", "occurrence=<script>", "create=true&start=x"]) {
    await page.goto(`${new URL(page.url()).origin}/console/${path}?${wrong}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await grid(page).waitFor();
  }
});

test("what could not be read while the server was away is there when it is back", async () => {
  const { page } = await running.open({ path: dayPath("2027-12-01") });
  await laneRow(page, `${texts.laneKinds.instance} Acme Europe`).waitFor();
  await running.goAway();
  await page.getByLabel(texts.goTo).fill("2027-12-13");
  await page.getByText(textPattern(sharedTexts.shell.away)).waitFor();
  await running.comeBack();
  await cell(page, /^Push certificates/).waitFor();
});
