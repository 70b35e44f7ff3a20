import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, deafen, textPattern, watchForIdle } from "../../../test/console-page.ts";
import { shownInstant } from "../../../test/shown-time.ts";
import { figureTexts } from "../../review/review-texts.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { verbTexts } from "../../verbs/verb-texts.ts";
import { occurrenceTexts as texts } from "./occurrence-texts.ts";
import { verbDialogTexts } from "./verb-dialog-texts.ts";

const running = consoleForTests();
before(async () => {
  const manifest = {
    apiVersion: "drawbridge/v1",
    project: quiet,
    name: "Quiet",
    platforms: { ios: { recommended: "2.6.0" } },
    instances: { "eu-1": { name: "Acme Europe" }, "us-1": { name: "Acme US" } },
  };
  await running.send("PUT", `/admin/v1/projects/${quiet}/manifest`, manifest, creating);
});

const HOUR = 3_600_000;
const creating = { "if-none-match": "*" };
/** With nothing in maintenance but what these tests plan. */
const quiet = "quiet";
const verbs = `/admin/v1/projects/${quiet}/maintenance`;

const begun = Date.now();

/** `2026-12-06T02:00`, so far from when the tests began. */
function wallIn(hours: number): string {
  return new Date(begun + hours * HOUR).toISOString().slice(0, 16);
}

/** A window in UTC, and where its first occurrence is open. */
async function planned(
  id: string,
  form: { readonly start: string; readonly [field: string]: unknown },
  project = quiet,
): Promise<string> {
  await running.send("PUT", `/admin/v1/projects/${project}/windows/${id}`, { duration: "PT2H", ...form }, creating);
  return `projects/${project}/maintenance?occurrence=${encodeURIComponent(`${id}/${form.start}`)}`;
}

async function listed(id: string): Promise<readonly ListedOccurrence[]> {
  const from = new Date(Date.now() - 24 * HOUR).toISOString();
  const { occurrences } = await running.send("GET", `${verbs}?window=${id}&from=${from}&planned=true`);
  return occurrences as readonly ListedOccurrence[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole("dialog").getByRole("button", { name });
/** A time on the clock, as a field shows it. */
const shown = (wall: string) => wall.replace("T", " ");
const extendButton = (page: Page) => button(page, textPattern(texts.extendLabel));
const drawer = (page: Page) => page.getByRole("dialog").first();

test("a new end is typed as a duration from now or in RFC 3339, and is one instant", async () => {
  const path = await planned("typed", { start: wallIn(-1), instances: ["eu-1"] });
  const { page, accessible } = await running.open({ path });
  await extendButton(page).click();
  const end = page.getByLabel(verbDialogTexts.end);
  await end.fill("tomorrow");
  await page.getByText(verbDialogTexts.endWrong).waitFor();
  await becomes(() => button(page, verbDialogTexts.buttons.extend).isDisabled(), true);
  await end.fill(`${wallIn(3)}:00+00:00`);
  await page.getByText(`${shownInstant(`${wallIn(3)}Z`, "UTC")} UTC`, { exact: true }).waitFor();
  await end.press("Tab");
  await becomes(() => end.inputValue(), shown(wallIn(3)));
  await end.fill("5 h");
  await accessible();
  await end.press("Enter");
  await page.getByText(verbDialogTexts.done.extend("typed")).waitFor();
});

test("one of a weekly window is moved, keeps its length, and the others stay", async () => {
  const start = wallIn(30);
  const path = await planned("weekly", { start, repeat: "FREQ=WEEKLY" });
  const { page } = await running.open({ path, viewport: { width: 390, height: 844 } });
  await drawer(page).getByText(texts.oneOfMany).waitFor();
  await button(page, texts.verbs.move).click();
  await page.getByText(verbDialogTexts.onlyThis).waitFor();
  await page.getByLabel(verbDialogTexts.start).fill(wallIn(-5));
  await page.getByText(verbDialogTexts.startPast).waitFor();
  await becomes(() => button(page, verbDialogTexts.buttons.move).isDisabled(), true);
  await page.getByLabel(verbDialogTexts.start).fill(wallIn(33));
  await becomes(() => page.getByLabel(verbDialogTexts.end).inputValue(), shown(wallIn(35)));
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await button(page, verbDialogTexts.buttons.move).click();
  await page.getByText(verbDialogTexts.done.move("weekly")).waitFor();
  const [moved, next] = await listed("weekly");
  assert.deepEqual([moved?.start.slice(0, 16), moved?.end.slice(0, 16)], [wallIn(33), wallIn(35)]);
  assert.equal(next?.occurrence, `weekly/${wallIn(30 + 7 * 24)}`);
});

test("an upcoming occurrence can be canceled, or started immediately if it is the next, which is said of others", async () => {
  const start = wallIn(5);
  const path = await planned("soon", { start, instances: ["us-1"], repeat: "FREQ=DAILY" });
  const { page } = await running.open({ path });
  await button(page, texts.verbs.start).waitFor();
  await button(page, texts.verbs.cancel).click();
  await page.getByText(verbDialogTexts.meanings.cancel).waitFor();
  await button(page, verbDialogTexts.buttons.cancel).click();
  await drawer(page).getByText(texts.nothingLeftCanceled).waitFor();
  assert.equal((await listed("soon"))[0]?.state, "canceled");
  const day = wallIn(5 + 24);
  const { href } = new URL(page.url());
  await page.goto(href.replace(encodeURIComponent(start), encodeURIComponent(wallIn(5 + 48))));
  await page.getByText(texts.notNext).waitFor();
  await becomes(() => button(page, texts.verbs.start).count(), 0);
  await page.goto(href.replace(encodeURIComponent(start), encodeURIComponent(day)));
  await button(page, texts.verbs.start).click();
  await page.getByText(verbDialogTexts.meanings.start).waitFor();
  await button(page, verbDialogTexts.buttons.start).last().click();
  await drawer(page)
    .getByText(/^Started soon early/)
    .waitFor();
});

test("what a guard refuses is done with a reason, and what was typed stays", async () => {
  const path = await planned("long", { start: wallIn(-1) });
  const { page, accessible } = await running.open({ path });
  await extendButton(page).click();
  await page.getByLabel(verbDialogTexts.end).fill(wallIn(30));
  await button(page, verbDialogTexts.buttons.extend).click();
  await page.locator("[data-guard=long_maintenance]").waitFor();
  await becomes(() => button(page, verbDialogTexts.buttons.extend).isDisabled(), true);
  await page.getByRole("checkbox", { name: sharedTexts.review.anyway }).check();
  await page.getByText(sharedTexts.review.reasonNeeded).waitFor();
  await accessible();
  await page.getByRole("textbox", { name: sharedTexts.review.reason }).fill("The disk is slow");
  await button(page, verbDialogTexts.buttons.extend).click();
  await page.getByText(verbDialogTexts.done.extend("long")).waitFor();
});

test("a verb whose response was lost is retried under its key, and takes effect once", async () => {
  const path = await planned("lost", { start: wallIn(-1) });
  const { page, accessible } = await running.open({ path });
  const keys: (string | undefined)[] = [];
  let isLost = true;
  await page.route("**/maintenance/extend*", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    if (!isLost) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await button(page, texts.extendByLabel("lost", "15 min")).click();
  await page.getByText(verbTexts.unknown).waitFor();
  await accessible();
  isLost = false;
  await button(page, verbTexts.askAgain).click();
  await page.getByText(verbTexts.unknown).waitFor({ state: "detached" });
  assert.equal(new Set(keys).size, 1);
  const id = encodeURIComponent((await listed("lost"))[0]?.occurrence ?? "");
  const { commits } = await running.send("GET", `/admin/v1/projects/${quiet}/history?kind=override&id=${id}`);
  assert.equal((commits as unknown[]).length, 1);
});

test("where two people are needed, a move is proposed", async () => {
  await running.send("PUT", "/admin/v1/projects/guarded", { name: "Guarded" }, creating);
  const path = await planned("w", { start: wallIn(40) }, "guarded");
  const form = { four_eyes: true, reason_required: false };
  await running.send("PUT", "/admin/v1/projects/guarded/protection", form, { "if-match": "*" });
  const { page } = await running.open({ path });
  await button(page, texts.verbs.move).click();
  await page.getByLabel(verbDialogTexts.start).fill(wallIn(50));
  await button(page, verbDialogTexts.buttons.move).click();
  await page.locator("[data-guard=four_eyes]").waitFor();
  await button(page, sharedTexts.review.propose).click();
  await page.getByText(verbDialogTexts.proposed("w")).waitFor();
  await page.locator('[data-proposed^="w/"]').waitFor({ state: "attached" });
  const { proposals } = await running.send("GET", "/admin/v1/projects/guarded/proposals");
  const [{ id = "" } = {}] = proposals as readonly { readonly id?: string }[];
  await page.goto(`${running.program.urls.admin}/console/projects/guarded/activity?proposal=${id}`);
  await page.getByText(`2 h ${figureTexts.closed}`).last().waitFor();
  assert.equal(await page.getByText(sharedTexts.review.nothing).count(), 0, "a move has no difference in the manifest");
});

test("a dialog opened on the card of maintenance keeps what is typed when another user ends the maintenance", async () => {
  await running.send("PUT", "/admin/v1/projects/typed", { name: "Typed" }, creating);
  await planned("night", { start: wallIn(-1), title: "Night" }, "typed");
  const { page, accessible } = await running.open({ path: "projects/typed" });
  const card = page.getByRole("button", { name: texts.completeLabel("Night"), exact: true });
  await card.click();
  const reason = page.getByRole("textbox", { name: sharedTexts.review.reason });
  await reason.fill("The database is back");
  await running.send("POST", "/admin/v1/projects/typed/maintenance/complete", { window: "night" });
  await card.waitFor({ state: "detached" });
  await page.getByText(verbDialogTexts.over).waitFor();
  assert.equal(await reason.inputValue(), "The database is back");
  assert.ok(await button(page, verbDialogTexts.buttons.complete).isDisabled());
  await accessible();
  await button(page, verbDialogTexts.back).click();
  await reason.waitFor({ state: "detached" });
});

test("an end by another user is reported", async () => {
  await running.send("PUT", "/admin/v1/projects/other", { name: "Other" }, creating);
  const path = await planned("meanwhile", { start: wallIn(-1) }, "other");
  const { page } = await running.open({ path });
  await deafen(page);
  const settled = watchForIdle(page);
  await extendButton(page).click();
  await settled();
  await running.send("POST", "/admin/v1/projects/other/maintenance/complete", { window: "meanwhile" });
  await button(page, verbDialogTexts.buttons.extend).click();
  await page.getByText(verbTexts.refused).waitFor();
  await page.getByText(/ended at|was completed/).waitFor();
});
