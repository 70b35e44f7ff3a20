import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { testLanguage } from "../../../server/test/run-seed.ts";
import { createKey, sendRequests } from "../../test/account.ts";
import { becomes, consoleForTests, shop, textPattern } from "../../test/console-page.ts";
import { enter, isAt, type } from "../../test/keyboard.ts";
import { shownDate, shownInstant } from "../../test/shown-time.ts";
import { figureTexts } from "../review/review-texts.ts";
import { statusTexts } from "../status/status-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { releaseTexts, stepTexts, versionPolicyTexts } from "./version-policy-texts.ts";

const [texts, steps, releases] = [versionPolicyTexts, stepTexts, releaseTexts];
const day = 86_400_000;
const start = Date.parse("2027-03-10T12:30:00Z");
const clock = { now: start - 3 * day };

const running = consoleForTests({ now: () => clock.now });
before(async () => {
  const key = await createKey(running.program, shop);
  await sendRequests(running.program, key, "android", { "2.4.0": 80, "2.6.0": 20 });
  clock.now = start - 2 * day;
  await sendRequests(running.program, key, "android", { "2.7.0": 1 });
  clock.now = start;
  await sendRequests(running.program, key, "android", { "2.4.0": 60, "2.6.0": 30, "2.7.0": 10 });
});

const path = `projects/${shop}/versions`;
/** The zone of the steps: their times are shown once. */
const options = { instant: start, timezoneId: "Europe/Rome" };
const address = `/admin/v1/projects/${shop}/platforms/android`;
const rules = { minimum: "2.4.0", recommended: "2.6.0" };
/** Took place yesterday. */
const past = { at: "2027-03-09T15:00", zone: "Europe/Rome", minimum: "2.6.0" };

const card = (page: Page) => page.getByRole("region", { name: texts.card("Android"), exact: true });
const reviewed = (page: Page) => page.getByRole("dialog", { name: texts.review("Android"), exact: true });
const saveButton = (page: Page) => card(page).getByRole("button", { name: sharedTexts.actions.save });
const tab = (page: Page, name: keyof typeof texts.tabs) => card(page).getByRole("tab", { name: texts.tabs[name] });
const field = (page: Page, name: string) => card(page).getByLabel(name);
const rule = (page: Page, name: string) => card(page).getByRole("textbox", { name, exact: true });
const line = (page: Page, number: number) => card(page).getByRole("group", { name: releases.line(number), exact: true });

async function policy(): Promise<Readonly<Record<string, unknown>>> {
  const { id: _, revision: _r, etag: _e, forced_by: _f, ...form } = await running.send("GET", address);
  return form;
}

async function put(form: object): Promise<void> {
  await running.send("PUT", `${address}?override=locks_out,unseen_version&reason=a+test`, form, { "if-match": "*" });
}

async function publish(page: Page): Promise<void> {
  await saveButton(page).click();
  await reviewed(page).getByRole("button", { name: sharedTexts.review.publish, exact: true }).click();
  await saveButton(page).waitFor({ state: "detached" });
}

test("a step is planned with the keyboard alone, and takes effect at the first of two equal times in Rome", async () => {
  await put(rules);
  const { page, accessible } = await running.open({ ...options, path });
  await enter(page, tab(page, "rules"));
  await enter(page, card(page).getByRole("button", { name: steps.plan }));
  // A week ahead, with what is recommended.
  await isAt(page, field(page, steps.at));
  await becomes(() => field(page, steps.at).inputValue(), "2027-03-17T09:00");
  await becomes(() => field(page, steps.minimum).inputValue(), "2.6.0");
  // A browser's own fields have the order of its language.
  await page.keyboard.type(/^(?:C|en_US)/.test(testLanguage) ? "10312027" : "31102027");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0230AM");
  await becomes(() => field(page, steps.at).inputValue(), "2027-10-31T02:30");
  await card(page).getByText(steps.doubled("02:30"), { exact: true }).waitFor();
  await type(page, field(page, steps.minimum), "2.7.0");
  const mark = card(page).getByRole("slider", {
    name: steps.mark.future(shownDate("2027-10-31", "UTC"), texts.minimum),
    exact: true,
  });
  await becomes(() => mark.getAttribute("aria-valuetext"), texts.requestsBelow("2.7.0", "90%"));
  await accessible();
  await enter(page, saveButton(page));
  await reviewed(page).getByText(textPattern(figureTexts.fromStep, "Android")).waitFor();
  await enter(page, reviewed(page).getByRole("button", { name: sharedTexts.review.publish, exact: true }));
  await saveButton(page).waitFor({ state: "detached" });
  const step = { at: "2027-10-31T02:30", zone: "Europe/Rome", minimum: "2.7.0" };
  assert.deepEqual(await policy(), { ...rules, step });
  const when = shownInstant("2027-10-31T00:30Z", "Europe/Rome");
  await card(page)
    .getByText(textPattern(steps.future, steps.values.minimum("2.7.0"), when))
    .filter({ hasText: steps.forces("90%") })
    .waitFor();
});

test("the focus stays with a user who goes on faster than the page", async () => {
  await put({ ...rules, step: { at: "2027-10-31T02:30", zone: "Europe/Rome", minimum: "2.7.0" } });
  const { page } = await running.open({ ...options, path: `${path}?edit=android` });
  const time = await field(page, steps.at).elementHandle();
  await field(page, steps.minimum).evaluate(async (minimum, from) => {
    (from as HTMLElement).focus();
    from?.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true }));
    minimum.focus();
    // Runs every timer that the key has set.
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
  }, time);
  await isAt(page, field(page, steps.minimum));
});

test("a step is changed to a time that the clock skips, in another zone, and removed; what is wrong opens its tab", async () => {
  await put({ ...rules, step: { at: "2027-10-31T02:30", zone: "Europe/Rome", minimum: "2.7.0" } });
  const { page, accessible } = await running.open({ ...options, path: `${path}?edit=android` });
  await field(page, steps.at).fill("2027-03-28T02:30");
  await card(page).getByText(steps.skipped("02:30", "03:30"), { exact: true }).waitFor();
  await card(page).getByRole("combobox", { name: sharedTexts.fields.zone }).fill("America/New_York");
  await page.getByRole("option", { name: "America/New_York" }).click();
  await card(page)
    .getByText(sharedTexts.fields.ownClock("Europe/Rome", shownInstant("2027-03-28T06:30Z", "Europe/Rome")), { exact: true })
    .waitFor();
  await field(page, steps.minimum).fill("two");
  await tab(page, "releases").click();
  await saveButton(page).click();
  await reviewed(page).waitFor({ state: "detached" });
  // The tab with a problem opens.
  await card(page).getByText(texts.wrong.version, { exact: true }).waitFor();
  await accessible();
  await field(page, steps.minimum).fill("");
  await card(page).getByText(steps.missing, { exact: true }).waitFor();
  await field(page, steps.recommended).fill("2.8.0");
  await publish(page);
  const step = { at: "2027-03-28T02:30", zone: "America/New_York", recommended: "2.8.0" };
  assert.deepEqual(await policy(), { ...rules, step });
  await card(page).getByRole("button", { name: steps.remove }).click();
  await isAt(page, card(page).getByRole("button", { name: steps.plan }));
  await publish(page);
  assert.deepEqual(await policy(), rules);
});

test("from a day before its instant, Overview says the share of a step, and moves it in a form that is filled in", async () => {
  const soon = { at: "2027-03-11T09:00", zone: "Europe/Rome", minimum: "2.6.0" };
  await put({ ...rules, step: soon });
  const { page } = await running.open(options);
  await page.getByText(textPattern(statusTexts.minimumRises, "Android", "2.6.0")).waitFor();
  await page.getByText(statusTexts.locksOut("60%")).waitFor();
  await page.getByRole("link", { name: statusTexts.move, exact: true }).click();
  await card(page).getByText(steps.moved, { exact: true }).waitFor();
  await isAt(page, field(page, steps.at));
  await becomes(() => field(page, steps.at).inputValue(), "2027-03-12T09:00");
  await publish(page);
  assert.deepEqual(await policy(), { ...rules, step: { ...soon, at: "2027-03-12T09:00" } });
});

test("a step that took effect is shown as what holds now, and moves into the rules without changing an answer", async () => {
  await put({ ...rules, step: { ...past, at: "2027-03-09T09:00" } });
  const { page, accessible } = await running.open({ ...options, path: `${path}?version=2.5` });
  const when = shownInstant("2027-03-09T08:00Z", "Europe/Rome");
  await card(page)
    .getByText(steps.taken(steps.values.minimum("2.6.0"), when, "yesterday"), { exact: true })
    .waitFor();
  await page
    .getByText(/^Below 2\.6\.0 since /)
    .first()
    .waitFor();
  await accessible();
  await page.getByRole("button", { name: steps.applyOf("Android"), exact: true }).click();
  await publish(page);
  assert.deepEqual(await policy(), { minimum: "2.6.0", recommended: "2.6.0" });
});

test("a new version in the traffic is suggested, declared with the day on which it was first seen, and then no longer suggested", async () => {
  await put({ ...rules, minimum: "2.0" });
  const { page, accessible } = await running.open({ ...options, path });
  const found = card(page)
    .getByRole("list", { name: releases.newOf("Android") })
    .getByRole("listitem");
  await tab(page, "releases")
    .filter({ hasText: texts.newReleases(1) })
    .click();
  await becomes(() => found.count(), 1);
  await found.getByText(releases.seen(shownDate("2027-03-08", "UTC"), "10%")).waitFor();
  await accessible();
  await page.getByRole("button", { name: releases.declareOf("2.7.0", "Android"), exact: true }).click();
  await isAt(page, line(page, 1).getByRole("textbox", { name: releases.version, exact: true }));
  await line(page, 1).getByLabel(releases.notes).fill("Faster checkout");
  await publish(page);
  const declared = { version: "2.7.0", date: "2027-03-08", notes: "Faster checkout" };
  assert.deepEqual((await policy()).releases, [declared]);
  await becomes(() => found.count(), 0);
});

test("releases are added, changed and removed together with a rule", async () => {
  await put({ ...rules, releases: [{ version: "2.4.0", date: "2026-11-16" }, { version: "2.5.0" }] });
  const { page } = await running.open({ ...options, path: `${path}?edit=android` });
  await tab(page, "releases").click();
  await card(page).getByRole("button", { name: releases.declare }).click();
  await isAt(page, line(page, 3).getByRole("textbox", { name: releases.version, exact: true }));
  await page.keyboard.type("2.5");
  await card(page).getByText(texts.wrong.twice(2), { exact: true }).waitFor();
  await line(page, 3).getByRole("textbox", { name: releases.version, exact: true }).fill("2.6.0");
  await line(page, 3).getByLabel(releases.requires_os).fill("iOS 17");
  await card(page).getByText(texts.wrong.os, { exact: true }).waitFor();
  await line(page, 3).getByLabel(releases.requires_os).fill(" 34 ");
  await line(page, 1).getByLabel(releases.date).fill("");
  await line(page, 2)
    .getByRole("button", { name: releases.remove("2.5.0") })
    .click();
  await rule(page, texts.recommended).fill("2.5.0");
  await publish(page);
  const expected = [{ version: "2.4.0" }, { version: "2.6.0", requires_os: "34" }];
  assert.deepEqual(await policy(), { ...rules, recommended: "2.5.0", releases: expected });
});
