import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { anyText, becomes, consoleForTests, deafen, shop, textPattern, watchForIdle } from "../../../test/console-page.ts";
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
  const made = await running.program.admin("PUT", `/admin/v1/projects/${quiet}/manifest`, manifest, { "if-none-match": "*" });
  assert.ok(made.status < 300, JSON.stringify(made.body));
});

const HOUR = 3_600_000;
/** With nothing in maintenance but what these tests plan. */
const quiet = "quiet";
const verbs = `/admin/v1/projects/${quiet}/maintenance`;

interface Listed {
  readonly occurrence: string;
  readonly start: string;
  readonly end: string;
  readonly state: string;
}

interface PlannedForm {
  readonly start: string;
  readonly [field: string]: unknown;
}

const begun = Date.now();

/** `2026-12-06T02:00`, so far from when the tests began. */
function wallIn(hours: number): string {
  return new Date(begun + hours * HOUR).toISOString().slice(0, 16);
}

/** A window in UTC, and where its first occurrence is open. */
async function planned(id: string, form: PlannedForm, project = quiet): Promise<string> {
  const at = `/admin/v1/projects/${project}/windows/${id}`;
  const { status, body } = await running.program.admin("PUT", at, { duration: "PT2H", ...form }, { "if-none-match": "*" });
  assert.ok(status < 300, JSON.stringify(body));
  return `projects/${project}/maintenance?occurrence=${encodeURIComponent(`${id}/${form.start}`)}`;
}

async function listed(id: string): Promise<readonly Listed[]> {
  const from = new Date(Date.now() - 24 * HOUR).toISOString();
  return (await running.program.admin("GET", `${verbs}?window=${id}&from=${from}&planned=true`)).body
    .occurrences as readonly Listed[];
}

const button = (page: Page, name: string | RegExp) => page.getByRole("dialog").getByRole("button", { name });
/** A time on the clock, as a field shows it. */
const shown = (wall: string) => wall.replace("T", " ");
const extendButton = (page: Page) => button(page, textPattern(texts.extendLabel));
const drawer = (page: Page) => page.getByRole("dialog").first();

test("a new end is typed as a duration from now, in RFC 3339 or on the clock, and is one instant", async () => {
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
  await button(page, sharedTexts.fields.chooseInstant).click();
  await page.locator('input[type="datetime-local"]').fill(wallIn(4));
  await becomes(() => end.inputValue(), shown(wallIn(4)));
  // A click beside the picker closes it.
  await end.click();
  await end.fill("5 h");
  await accessible();
  const sent = Date.now();
  await end.press("Enter");
  await page.getByText(verbDialogTexts.done.extend("typed")).waitFor();
  const after = Date.parse((await listed("typed"))[0]?.end ?? "") - 5 * HOUR;
  assert.ok(after <= Date.now() && after > sent - HOUR, "five hours after it was typed");
});

test("one of a weekly window is moved, keeps its length, and the others stay", async () => {
  const start = wallIn(30);
  const path = await planned("weekly", { start, repeat: "FREQ=WEEKLY" });
  const { page, accessible } = await running.open({ path, viewport: { width: 390, height: 844 } });
  await drawer(page).getByText(texts.oneOfMany).waitFor();
  await button(page, texts.verbs.move).click();
  await page.getByText(verbDialogTexts.onlyThis).waitFor();
  await page.getByLabel(verbDialogTexts.start).fill(wallIn(-5));
  await page.getByText(verbDialogTexts.startPast).waitFor();
  await becomes(() => button(page, verbDialogTexts.buttons.move).isDisabled(), true);
  await page.getByLabel(verbDialogTexts.start).fill(wallIn(33));
  await becomes(() => page.getByLabel(verbDialogTexts.end).inputValue(), shown(wallIn(35)));
  await page.getByLabel(verbDialogTexts.end).fill(wallIn(36));
  await accessible();
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await button(page, verbDialogTexts.buttons.move).click();
  await page.getByText(verbDialogTexts.done.move("weekly")).waitFor();
  await drawer(page)
    .getByText(/^Moved weekly to/)
    .waitFor();
  await accessible();
  const [moved, next] = await listed("weekly");
  assert.deepEqual([moved?.start.slice(0, 16), moved?.end.slice(0, 16)], [wallIn(33), wallIn(36)]);
  assert.equal(next?.occurrence, `weekly/${wallIn(30 + 7 * 24)}`);
});

test("an upcoming occurrence can be canceled, or started immediately if it is the next", async () => {
  const start = wallIn(5);
  const path = await planned("soon", { start, instances: ["us-1"], repeat: "FREQ=DAILY" });
  const { page, accessible } = await running.open({ path });
  await button(page, texts.verbs.start).waitFor();
  await button(page, texts.verbs.cancel).click();
  await page.getByText(verbDialogTexts.meanings.cancel).waitFor();
  await accessible();
  await button(page, verbDialogTexts.back).click();
  await button(page, texts.verbs.cancel).click();
  await button(page, verbDialogTexts.buttons.cancel).click();
  await drawer(page).getByText(texts.nothingLeftCanceled).waitFor();
  assert.equal((await listed("soon"))[0]?.state, "canceled");
  await accessible();
  const day = wallIn(5 + 24);
  await page.goto(page.url().replace(encodeURIComponent(start), encodeURIComponent(day)));
  await button(page, texts.verbs.start).click();
  await page.getByText(verbDialogTexts.meanings.start).waitFor();
  await accessible();
  await button(page, verbDialogTexts.buttons.start).last().click();
  await drawer(page).getByText(texts.phases.active).waitFor();
  await drawer(page)
    .getByText(/^Started soon early/)
    .waitFor();
  const started = (await listed("soon")).find(({ occurrence }) => occurrence === `soon/${day}`);
  assert.equal(started?.state, "active");
  assert.equal(Date.parse(started?.end ?? "") - Date.parse(started?.start ?? ""), 2 * HOUR);
});

test("one that is not the next cannot be begun, and says why", async () => {
  const start = wallIn(6);
  const path = await planned("later", { start, repeat: "FREQ=DAILY" });
  const { page } = await running.open({
    path: path.replace(encodeURIComponent(start), encodeURIComponent(wallIn(30))),
  });
  await page.getByText(texts.notNext).waitFor();
  await becomes(() => button(page, texts.verbs.start).count(), 0);
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
  assert.equal((await listed("long"))[0]?.end.slice(0, 16), wallIn(30));
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
  const { commits } = (
    await running.program.admin(
      "GET",
      `/admin/v1/projects/${quiet}/history?kind=override&id=${encodeURIComponent((await listed("lost"))[0]?.occurrence ?? "")}`,
    )
  ).body as { commits: unknown[] };
  assert.equal(commits.length, 1);
});

test("a viewer sees all details, and is offered no actions", async () => {
  const { page, accessible } = await running.open({
    path: `projects/${shop}/maintenance?occurrence=${encodeURIComponent("db-upgrade/2027-12-05T02:00")}`,
    role: "viewer",
  });
  await drawer(page).getByText(texts.mayNot).waitFor();
  await drawer(page)
    .getByText(/^planned .* by /)
    .waitFor();
  await button(page, texts.rule).waitFor();
  await becomes(() => button(page, anyText(...Object.values(texts.verbs))).count(), 0);
  await accessible();
});

test("where two people are needed, a move is proposed", async () => {
  await running.program.admin("PUT", "/admin/v1/projects/guarded", { name: "Guarded" }, { "if-none-match": "*" });
  const path = await planned("w", { start: wallIn(40) }, "guarded");
  const protection = "/admin/v1/projects/guarded/protection";
  const { etag } = await running.program.admin("GET", protection);
  const form = { four_eyes: true, reason_required: false };
  assert.equal((await running.program.admin("PUT", protection, form, { "if-match": etag ?? "" })).status, 200);
  const { page, accessible } = await running.open({ path });
  await button(page, texts.verbs.move).click();
  await page.getByLabel(verbDialogTexts.start).fill(wallIn(50));
  await button(page, verbDialogTexts.buttons.move).click();
  await page.locator("[data-guard=four_eyes]").waitFor();
  await accessible();
  await button(page, sharedTexts.review.propose).click();
  await page.getByText(verbDialogTexts.proposed("w")).waitFor();
  await page.locator('[data-proposed^="w/"]').waitFor({ state: "attached" });
  const window = { title: "Later", start: wallIn(60), duration: "PT2H" };
  await running.program.admin("PUT", "/admin/v1/projects/guarded/windows/later?propose=true", window, { "if-none-match": "*" });
  await page.locator('[data-proposed^="later/"]').waitFor({ state: "attached" });
  const { proposals } = (await running.program.admin("GET", "/admin/v1/projects/guarded/proposals")).body as {
    proposals: { id: string; state: string }[];
  };
  assert.deepEqual(
    proposals.map(({ state }) => state),
    ["open", "open"],
  );
  await page.goto(`${running.program.urls.admin}/console/projects/guarded/activity?proposal=${proposals.at(-1)?.id}`);
  await page.getByText(`2 h ${figureTexts.closed}`).last().waitFor();
  assert.equal(await page.getByText(sharedTexts.review.nothing).count(), 0, "a move has no difference in the manifest");
});

for (const screen of ["", "/maintenance"]) {
  test(`a dialog opened on the card of ${screen || "/status"} keeps what is typed when another user ends the maintenance`, async () => {
    const project = `typed-${screen.length}`;
    await running.program.admin("PUT", `/admin/v1/projects/${project}`, { name: "Typed" }, { "if-none-match": "*" });
    await planned("night", { start: wallIn(-1), title: "Night" }, project);
    const { page, accessible } = await running.open({ path: `projects/${project}${screen}` });
    const card = page.getByRole("button", { name: texts.completeLabel("Night"), exact: true });
    await card.click();
    const reason = page.getByRole("textbox", { name: sharedTexts.review.reason });
    await reason.fill("The database is back");
    await running.program.admin("POST", `/admin/v1/projects/${project}/maintenance/complete`, { window: "night" });
    await card.waitFor({ state: "detached" });
    await page.getByText(verbDialogTexts.over).waitFor();
    assert.equal(await reason.inputValue(), "The database is back");
    assert.ok(await button(page, verbDialogTexts.buttons.complete).isDisabled());
    await accessible();
    await button(page, verbDialogTexts.back).click();
    await reason.waitFor({ state: "detached" });
  });
}

test("an end by another user is reported, and markup in a text is shown as text", async () => {
  const payload = `<img src=x onerror="alert(1)">{{x}}`;
  await running.program.admin("PUT", "/admin/v1/projects/other", { name: "Other" }, { "if-none-match": "*" });
  const path = await planned("meanwhile", { start: wallIn(-1), message: { en: payload } }, "other");
  const { page } = await running.open({ path });
  await deafen(page);
  await page.getByText('<img src=x onerror="alert(1)">{x}', { exact: false }).waitFor();
  const settled = watchForIdle(page);
  await extendButton(page).click();
  await settled();
  await running.program.admin("POST", "/admin/v1/projects/other/maintenance/complete", { window: "meanwhile" });
  await page.getByRole("textbox", { name: sharedTexts.review.reason }).fill(payload);
  await button(page, verbDialogTexts.buttons.extend).click();
  await page.getByText(verbTexts.refused).waitFor();
  await page.getByText(/ended at|was completed/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText(verbTexts.refused).waitFor({ state: "detached" });
  await drawer(page).getByText(texts.nothingLeft).waitFor();
});
