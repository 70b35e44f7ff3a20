import assert from "node:assert/strict";
import { before, test } from "node:test";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Page } from "playwright-core";
import { createKey, sendRequests } from "../../test/account.ts";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { review } from "../../test/controls.ts";
import { shownDate, shownInstant } from "../../test/shown-time.ts";
import { changeTexts, figureTexts } from "../review/review-texts.ts";
import { versionPolicyTexts } from "../version-policies/version-policy-texts.ts";
import { adoptionTexts as texts } from "./adoption-texts.ts";

const policyTexts = versionPolicyTexts;
const day = 86_400_000;
const clock = { now: Date.parse("2027-03-10T12:30:00Z") };
const start = clock.now;

const running = consoleForTests({ now: () => clock.now });
let key: string;
before(async () => {
  key = await createKey(running.program, shop);
  // Android: a thousand requests a day, today mostly of 2.5.0. iOS has none.
  clock.now = start - 2 * day;
  await sendRequests(running.program, key, "android", { "2.4.0": 60, "2.5.0": 40 });
  clock.now = start;
  await sendRequests(running.program, key, "android", { "2.3.0": 4, "2.4.0": 56, "2.5.0": 130, "2.6.0": 10 });
  await sendRequests(running.program, key, "huawei", { "2.6.0": 3 });
});

const path = `projects/${shop}/versions`;
const options = { instant: start };
const card = (page: Page, platform: string) => page.getByRole("region", { name: policyTexts.card(platform), exact: true });
const mark = (page: Page) => card(page, "Android").getByRole("slider", { name: policyTexts.minimum });
const minimum = (page: Page, platform: string) => card(page, platform).getByRole("textbox", { name: policyTexts.minimum });
const reviewed = (page: Page, platform: string) => page.getByRole("dialog", { name: policyTexts.review(platform) });

test("without requests, the platform and the review each say so in one line, and nothing is blocked", async () => {
  const { page } = await running.open({ ...options, path: `${path}?edit=ios` });
  await card(page, "iOS").getByText(policyTexts.noRequests, { exact: true }).waitFor();
  await minimum(page, "iOS").fill("25.0");
  await review(page);
  const dialog = reviewed(page, "iOS");
  await dialog.getByText(figureTexts.noRequests("iOS"), { exact: true }).waitFor();
  await becomes(() => dialog.locator("[data-guard=locks_out]").count(), 0);
});

test("the share below the minimum follows the mark, and the review has the same numbers", async () => {
  const { page, accessible } = await running.open({ ...options, path: `${path}?edit=android` });
  await mark(page).focus();
  const spoken = () => mark(page).getAttribute("aria-valuetext");
  await becomes(spoken, policyTexts.requestsBelow("2.4", "2%"));
  const seen = new Map<string, string>();
  for (let press = 0; press < 12; press++) {
    const text = (await spoken()) ?? "";
    seen.set(text.split(":")[0] ?? "", text);
    if (text.startsWith("2.6")) break;
    await mark(page).press("ArrowRight");
    await becomes(async () => (await spoken()) !== text, true);
  }
  assert.equal(seen.get("2.5.0"), policyTexts.requestsBelow("2.5.0", "30%"));
  assert.equal(seen.get("2.6"), policyTexts.requestsBelow("2.6", "95%"));
  await page.getByText(policyTexts.newShare("2%", "95%"), { exact: true }).waitFor();
  await minimum(page, "Android").fill("2.5.0");
  await becomes(spoken, policyTexts.requestsBelow("2.5.0", "30%"));
  await page.getByText(policyTexts.newShare("2%", "30%"), { exact: true }).waitFor();
  await accessible();
  await review(page);
  const dialog = reviewed(page, "Android");
  await dialog.getByText(`28% ${figureTexts.effects.forced}`, { exact: true }).waitFor();
  await dialog.getByText(figureTexts.ofRequests("Android"), { exact: true }).waitFor();
  await dialog.getByText(changeTexts.versions, { exact: true }).click();
  const row = "Android 2.4 to below 2.5.0 may run, update recommended must update · 28% of requests";
  await dialog.getByRole("row", { name: row, exact: true }).waitFor();
});

test("a single version is a sentence, and no requests are another", async () => {
  const { page } = await running.open({ ...options, path });
  for (const [name, sentence] of [
    ["huawei", texts.only("2.6.0", 3)],
    ["ios", texts.noneInPeriod],
  ] as const) {
    const place = page.getByRole("region", { name: policyTexts.card(namesIn({}).platform(name)), exact: true });
    await place.getByRole("tab", { name: policyTexts.tabs.adoption }).click();
    await place.getByText(sentence, { exact: true }).waitFor();
    await becomes(() => place.getByRole("slider", { name: texts.chart(namesIn({}).platform(name)) }).count(), 0);
  }
});

test("adoption over time is read with the keyboard, by day and by hour", async () => {
  const { page, accessible } = await running.open({ ...options, path });
  await card(page, "Android").getByRole("tab", { name: policyTexts.tabs.adoption }).click();
  const chart = card(page, "Android").getByRole("slider", { name: texts.chart("Android") });
  const value = () => chart.getAttribute("aria-valuetext");
  const at = (date: string, count: number, shares: readonly (readonly [string, string])[]) =>
    `${texts.at(texts.utcDay(date), texts.requests(count))}: ${shares.map((each) => texts.shareOf(...each)).join(", ")}`;
  await becomes(
    value,
    at(shownDate("2027-03-10", "UTC"), 200, [
      ["2.6.0", "5%"],
      ["2.5.0", "65%"],
      ["2.4.0", "28%"],
      ["2.3.0", "2%"],
    ]),
  );
  await chart.focus();
  await page.keyboard.press("Home");
  await becomes(
    value,
    at(shownDate("2027-03-08", "UTC"), 100, [
      ["2.6.0", "0%"],
      ["2.5.0", "40%"],
      ["2.4.0", "60%"],
      ["2.3.0", "0%"],
    ]),
  );
  await page.keyboard.press("ArrowRight");
  await becomes(value, texts.at(texts.utcDay(shownDate("2027-03-09", "UTC")), texts.none));
  await accessible();
  await page.getByText(texts.periods.hours, { exact: true }).click();
  await page.waitForURL(/period=hours/);
  // The chart of the period before stays until the new one has come.
  const latest = texts.at(shownInstant("2027-03-10T12:00Z"), texts.requests(200));
  await becomes(async () => {
    await chart.press("End");
    return (await value())?.startsWith(latest);
  }, true);
});
