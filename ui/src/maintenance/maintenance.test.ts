import assert from "node:assert/strict";
import { test } from "node:test";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, dialogOpened, shop, textPattern } from "../../test/console-page.ts";
import { assertSteps, startJob, startKeyboardJob } from "../../test/job.ts";
import { enter, reach } from "../../test/keyboard.ts";
import { statusTexts } from "../status/status-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { occurrenceTexts } from "./occurrence/occurrence-texts.ts";
import { verbDialogTexts } from "./occurrence/verb-dialog-texts.ts";

const path = `projects/${shop}/maintenance`;
const running = consoleForTests();

async function byHand(): Promise<readonly ListedOccurrence[]> {
  const { occurrences } = await running.send("GET", `/admin/v1/projects/${shop}/maintenance`);
  return (occurrences as readonly ListedOccurrence[]).filter(
    ({ window, state }) => window.startsWith("by-hand") && state === "active",
  );
}

const MINUTE = 60_000;
const lengthOf = (one: ListedOccurrence | undefined) => Date.parse(one?.end ?? "") - Date.parse(one?.start ?? "");
const startButton = (page: Page) => page.getByRole("button", { name: texts.start });
const closeButton = (page: Page, scope: string, length: string) => page.getByRole("button", { name: texts.close(scope, length) });
const card = (page: Page) => page.getByRole("region", { name: /^Maintenance of/ });
const chip = (page: Page, name: string) => page.getByRole("dialog").getByText(name, { exact: true });
const extendBy = (page: Page, by: string) =>
  card(page).getByRole("button", { name: textPattern(occurrenceTexts.extendByLabel, "\u0000", by) });
const noDialog = (page: Page) => page.getByRole("dialog").first().waitFor({ state: "detached" });

async function completeAll(): Promise<void> {
  for (const { occurrence } of await byHand()) {
    await running.send("POST", `/admin/v1/projects/${shop}/maintenance/complete`, { occurrence });
  }
}

test("on a phone one instance is closed in four taps and extended in one, with the picture of a phone", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, accessible } = await running.open({ path: `projects/${shop}`, viewport, hasTouch: true });
  const start = page.getByRole("link", { name: statusTexts.startIn("Acme Shop") });
  await start.waitFor();
  await startJob(page);
  await start.tap();
  await chip(page, "Acme Europe").tap();
  await chip(page, "1 h").tap();
  await page
    .getByRole("figure", { name: texts.phone })
    .getByText(/Acme Shop is down/)
    .waitFor();
  const box = await closeButton(page, "Acme Europe", "1 h").boundingBox();
  assert.ok(box && box.y + box.height <= viewport.height, "the button is in view");
  await accessible();
  assert.deepEqual(await byHand(), [], "nothing is sent before");
  await closeButton(page, "Acme Europe", "1 h").tap();
  await card(page).waitFor();
  await assertSteps(page, 4);
  const [started] = await byHand();
  assert.deepEqual(started?.instances, ["eu-1"]);
  assert.equal(lengthOf(started), 60 * MINUTE);
  await noDialog(page);
  await startJob(page);
  await extendBy(page, "15 min").tap();
  await becomes(async () => lengthOf((await byHand())[0]), 75 * MINUTE);
  await assertSteps(page, 1);
  // The click fails if the notification covers the buttons.
  await extendBy(page, "30 min").click({ trial: true });
  await completeAll();
});

test("by keyboard alone maintenance is started, extended and completed", async () => {
  const { page, accessible } = await running.open({ path });
  await startButton(page).waitFor();
  await startKeyboardJob(page);
  await enter(page, startButton(page));
  await dialogOpened(page);
  await page.keyboard.press("Space");
  await reach(page, page.getByRole("textbox", { name: sharedTexts.review.reason }));
  await page.keyboard.type("The database is full");
  await page.keyboard.press("Enter");
  await card(page)
    .getByText(/The database is full/)
    .waitFor();
  await noDialog(page);
  const [started] = await byHand();
  assert.equal(lengthOf(started), 30 * MINUTE);
  await reach(page, extendBy(page, "30 min"));
  await page.keyboard.press("Enter");
  await becomes(async () => lengthOf((await byHand())[0]), 60 * MINUTE);
  await reach(page, card(page).getByRole("button", { name: textPattern(occurrenceTexts.completeLabel) }), true);
  await page.keyboard.press("Enter");
  await page.getByText(verbDialogTexts.meanings.complete).waitFor();
  await accessible();
  await dialogOpened(page);
  await page.keyboard.press("Enter");
  await card(page).waitFor({ state: "detached" });
  await assertSteps(page);
  assert.deepEqual(await byHand(), []);
});

test("maintenance of one platform leaves the others alone", async () => {
  const { page } = await running.open({ path: `${path}?start=true` });
  await becomes(() => page.getByRole("button", { name: texts.closeNone }).isDisabled(), true, "none is chosen");
  await chip(page, "iOS").click();
  await chip(page, texts.otherDuration).click();
  await page.getByRole("textbox", { name: texts.duration }).fill("20 min");
  await page.getByRole("textbox", { name: "Message (English)" }).fill("Back at {end_time}.");
  await page
    .getByRole("figure")
    .getByText(/^Back at .*\d/)
    .waitFor();
  await closeButton(page, "iOS", "20 min").click();
  await card(page).waitFor();
  const [started] = await byHand();
  assert.deepEqual(started?.platforms, ["ios"]);
  assert.equal(lengthOf(started), 20 * MINUTE);
  await completeAll();
});
