import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, shop, textPattern } from "../../../test/console-page.ts";
import { publish, publishAll, published } from "../../../test/controls.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { maintenanceTexts } from "../maintenance-texts.ts";
import { recurrenceTexts, windowTexts as texts } from "./window-texts.ts";

const path = `projects/${shop}/maintenance`;
const address = `/admin/v1/projects/${shop}/windows`;
const running = consoleForTests();

/** A Sunday in June, more than a year ahead: clocks change in spring and autumn. */
const sunday = nextSunday(Date.UTC(new Date().getUTCFullYear() + 2, 5, 1));

function nextSunday(from: number): string {
  const day = new Date(from);
  day.setUTCDate(day.getUTCDate() + ((7 - day.getUTCDay()) % 7));
  return day.toISOString().slice(0, 10);
}

function later(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

const creating = `${path}?create=true&from=${sunday}T02:00`;

const field = (page: Page, name: string | RegExp) => page.getByRole("textbox", { name });
const titleField = (page: Page) => page.getByRole("textbox", { name: texts.title });
const idField = (page: Page) => page.getByRole("textbox", { name: texts.id });
const preview = (page: Page) => page.getByRole("list", { name: texts.preview });

async function windowAt(id: string): Promise<Record<string, unknown>> {
  const { id: _, revision: __, etag: ___, origin: ____, ...form } = await running.send("GET", `${address}/${id}`);
  return form;
}

test("maintenance that was drawn is planned with the keyboard alone, through a review", async () => {
  const { page } = await running.open({ path: `${creating}&until=${sunday}T03:30&zone=Europe/Rome&instances=["eu-1"]` });
  const refused: string[] = [];
  page.on("response", (response) => response.status() === 412 && refused.push(response.url()));
  await titleField(page).and(page.locator(":focus")).waitFor();
  await preview(page).getByRole("listitem").first().waitFor();
  await page.getByText(/02:00–03:30 \(Rome\)$/).waitFor();
  await titleField(page).fill("drawn");
  await page.getByRole("checkbox", { name: maintenanceTexts.hold }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.getByText(sharedTexts.review.differences).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText(sharedTexts.review.differences).waitFor({ state: "detached" });
  await becomes(() => titleField(page).inputValue(), "drawn", "Escape closes the review, and not the form under it");
  await titleField(page).press("Enter");
  await page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).press("Enter");
  await published(page);
  assert.deepEqual(await windowAt("drawn"), {
    title: "drawn",
    instances: ["eu-1"],
    start: `${sunday}T02:00`,
    zone: "Europe/Rome",
    duration: "PT1H30M",
    overrun: "hold",
  });
  await page.waitForURL(({ href }) => !/create/.test(href));
  assert.deepEqual(refused, [], "the preview is not read again for an id that is now taken");
});

test("a weekly window is planned with days that are left out, one from the list of its next times", async () => {
  const { page, accessible } = await running.open({ path: `${creating}&zone=UTC` });
  await titleField(page).fill("weekly");
  await page.getByLabel(recurrenceTexts.repeats).selectOption(recurrenceTexts.kinds.WEEKLY);
  await page.getByRole("checkbox", { name: "Tuesday" }).press("Space");
  await preview(page).getByRole("listitem").nth(5).waitFor();
  await preview(page)
    .getByRole("button", { name: texts.leaveOutLabel("Tue") })
    .first()
    .click();
  await page.getByLabel(recurrenceTexts.exceptDate).fill(later(sunday, 7));
  await page.getByLabel(recurrenceTexts.exceptDate).press("Enter");
  await page
    .getByRole("button", { name: textPattern(recurrenceTexts.exceptRemove) })
    .nth(1)
    .waitFor();
  await accessible();
  await publishAll(page);
  const { repeat, except } = await windowAt("weekly");
  assert.equal(repeat, "FREQ=WEEKLY;BYDAY=TU,SU");
  assert.deepEqual(except, [later(sunday, 2), later(sunday, 7)]);
});

test("a rule whose days the first time is none of is mended with one button", async () => {
  const { page } = await running.open({ path: `${creating}&zone=UTC` });
  await page.getByLabel(recurrenceTexts.repeats).selectOption(recurrenceTexts.kinds.rule);
  await field(page, recurrenceTexts.rule).fill("FREQ=WEEKLY;BYDAY=WE");
  await page.getByText("must be the first occurrence").waitFor();
  await page.getByRole("button", { name: textPattern(recurrenceTexts.startThere) }).click();
  await preview(page).getByRole("listitem").nth(5).waitFor();
  assert.match(await page.getByLabel(texts.start).inputValue(), new RegExp(`^(${later(sunday, 3)}|${later(sunday, -4)})T02:00`));
});

test("an end before its start is said at its field, and so is an id that cannot be", async () => {
  const { page } = await running.open({ path: `${creating}&zone=UTC` });
  await page.getByText(texts.lengths.end).click();
  await page.getByLabel(texts.end, { exact: true }).and(page.locator("input[type=datetime-local]")).fill(`${sunday}T01:00`);
  await page.getByText("expected a time later than").waitFor();
  await page.getByText(texts.advanced).click();
  await idField(page).fill("Not an id");
  await page.getByText(texts.idWrong).waitFor();
  await idField(page).fill("db-upgrade");
  await page.getByText(texts.idTaken).waitFor();
});

test("a window is deleted through a review, and one of the manifest says who has the last word", async () => {
  const { page } = await running.open({ path: `${path}?edit=db-upgrade` });
  await page.getByText(texts.fromManifest).waitFor();
  await page.getByRole("button", { name: sharedTexts.actions.remove }).click();
  await publish(page);
  await published(page);
  assert.equal((await running.program.admin("GET", `${address}/db-upgrade`)).status, 404);
});

test("one of a thousand instances is found and chosen on a phone", async () => {
  const instances = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`i-${n}`, { name: `Number ${n}` }]));
  const manifest = { apiVersion: "drawbridge/v1", project: "many", name: "Many", instances };
  await running.send("PUT", "/admin/v1/projects/many/manifest", manifest, { "if-none-match": "*" });
  const { page } = await running.open({
    path: `${creating}&zone=UTC`.replace(shop, "many"),
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
  });
  const choice = page.getByRole("combobox", { name: maintenanceTexts.instances });
  await choice.fill("i-777");
  await page.getByRole("option", { name: "Number 777" }).click();
  await choice.fill("i-12");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await choice.press("Escape");
  await publishAll(page);
  const { windows } = await running.send("GET", "/admin/v1/projects/many/windows");
  const [window] = windows as readonly { readonly instances: readonly string[] }[];
  assert.deepEqual([window?.instances[0], window?.instances.length], ["i-777", 2]);
});
