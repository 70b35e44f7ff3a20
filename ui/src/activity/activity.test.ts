import assert from "node:assert/strict";
import { test } from "node:test";
import { guardNames } from "drawbridge-rules/describe/guard.ts";
import { describeActor } from "drawbridge-rules/describe/reader.ts";
import type { Page } from "playwright-core";
import { anyText, becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { publish } from "../../test/controls.ts";
import { unaffectedTexts } from "../review/review-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { activityTexts as texts } from "./activity-texts.ts";

const path = `projects/${shop}/activity`;
const admin = `/admin/v1/projects/${shop}`;
const phone = { width: 390, height: 844 };
const wide = { viewport: { width: 1440, height: 900 } };
const running = consoleForTests();

const row = (page: Page, name: string | RegExp) => page.getByRole("list", { name: texts.list }).getByRole("link", { name });
const details = (page: Page) => page.getByRole("region", { name: texts.details });
const headline = (page: Page, name: string | RegExp) => details(page).getByRole("heading", { level: 2, name });
const undo = (page: Page) => page.getByRole("button", { name: texts.undo, exact: true });
const back = (page: Page) => page.getByRole("button", { name: texts.restore, exact: true });

/** Midnight may be between an act and a look at it. */
const days = anyText(texts.day.today, texts.day.yesterday);

const creating = { "if-none-match": "*" };
const ask = (method: string, address: string, body?: object, headers?: Readonly<Record<string, string>>) =>
  running.send(method, `${admin}${address}`, body, headers);

/** Returns the revision. */
async function patchIos(fields: object, reason = ""): Promise<number> {
  const query = reason === "" ? "" : `?override=unseen_version&reason=${encodeURIComponent(reason)}`;
  return Number((await ask("PATCH", `/platforms/ios${query}`, fields, { "if-match": "*" })).revision);
}

test("each row says what was done, by whom and why, and its change is beside it", async () => {
  await patchIos({ minimum: "2.4.1" }, "2.4.0 loses orders");
  await ask("POST", "/maintenance/start?reason=The+database", { for: "PT30M", instances: ["us-1"], id: "urgent" });
  await ask("POST", "/maintenance/extend", { by: "PT15M" });
  await ask("POST", "/maintenance/complete", {});
  const { page } = await running.open({ path, ...wide });
  await headline(page, /^Completed maintenance of/).waitFor();
  for (const act of [/^Started maintenance of .+ until/, /^Extended maintenance of .+ until/]) await row(page, act).waitFor();
  await page.getByRole("heading", { level: 2, name: days }).waitFor();
  await row(page, "Raised the iOS minimum 2.4.0 → 2.4.1").click();
  await details(page).getByText("“2.4.0 loses orders”").waitFor();
  await row(page, /^Created the project/).click();
  await details(page).getByText(texts.passed(guardNames.long_maintenance)).waitFor();
  await details(page).getByText(describeActor("system", null)).first().waitFor();
  await page.waitForURL(/revision=/);
  await page.reload();
  await headline(page, /^Created the project/).waitFor();
});

test("the arrow keys go from row to row, and a phone has a page of its own with a way back", async () => {
  const revision = await patchIos({ recommended: "2.6.1" });
  const { page, accessible } = await running.open({ path, viewport: phone, colorScheme: "dark" });
  const own = row(page, "Raised the recommended iOS version 2.6.0 → 2.6.1");
  await row(page, /^Completed maintenance/).focus();
  await page.keyboard.press("ArrowUp");
  await becomes(() => own.and(page.locator(":focus")).count(), 1);
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`revision=${revision}`));
  await headline(page, /^Raised the recommended/)
    .and(page.locator(":focus"))
    .waitFor();
  await becomes(() => row(page, /./).count(), 0);
  await accessible();
  await page.getByRole("button", { name: texts.back }).click();
  await own.waitFor();
});

test("the address holds the filters: person, type and words, and a revision that they exclude", async () => {
  await ask("PUT", "/instances/asia-1", { name: "Asia" }, creating);
  const { page, accessible } = await running.open({ path, ...wide });
  const choose = (name: string, label: string) => page.getByRole("combobox", { name, exact: true }).selectOption({ label });
  const only = async (title: RegExp) => {
    await row(page, title).waitFor();
    await becomes(() => row(page, /./).count(), 1);
  };
  await choose(texts.kind, texts.kinds.instance);
  const search = page.getByRole("searchbox", { name: texts.search });
  await search.fill("asia-1");
  await only(/^Added instance Asia/);
  await page.reload();
  await only(/^Added instance Asia/);
  await choose(texts.kind, texts.anyKind);
  await search.fill("minimum orders");
  await only(/^Raised the iOS minimum/);
  await choose(texts.actor, describeActor("system", null));
  await page.getByRole("heading", { name: texts.noneTitle }).waitFor();
  await accessible();
  await page.getByRole("button", { name: texts.clear }).first().click();
  await row(page, /^Created the project/).waitFor();
  await page.goto(page.url().replace(/\/activity.*/, "/activity?kind=read_key&revision=2"));
  await details(page).getByText(texts.passed(guardNames.long_maintenance)).waitFor();
  await page.goto(page.url().replace("revision=2", "revision=4711"));
  await page.getByText(texts.noSuch(4711)).waitFor();
});

test("undo reverses the change that it names, and keeps what came later; a restore goes through the review too", async () => {
  const before = (await ask("GET", "/platforms/ios")).minimum;
  const good = await patchIos({ recommended: "2.6.4" });
  const bad = await patchIos({ minimum: "25.0" }, "A dot typed wrong");
  await patchIos({ recommended: "26.0" }, "Later");
  const { page } = await running.open({ path: `${path}?revision=${bad}`, viewport: phone });
  const title = `Raised the iOS minimum ${before} → 25.0`;
  await undo(page).click();
  const dialog = page.getByRole("dialog", { name: texts.undoTitle(title) });
  await dialog.getByText(`iOS minimum 25.0 → ${before}`).first().waitFor();
  await becomes(() => dialog.getByText("26.0 →").count(), 0, "the later change stays");
  await publish(page);
  await dialog.waitFor({ state: "detached" });
  const { minimum, recommended } = await ask("GET", "/platforms/ios");
  assert.deepEqual([minimum, recommended], [before, "26.0"]);
  await page.getByRole("button", { name: texts.back }).click();
  await row(page, `Undid “raised the iOS minimum ${before} → 25.0”`).waitFor();
  await becomes(() => page.getByRole("listitem").filter({ hasText: title }).getByText(texts.undone, { exact: true }).count(), 1);
  await row(page, /→ 2.6.4$/).click();
  await back(page).press("Enter");
  await page.getByText(unaffectedTexts.title).waitFor();
  await publish(page);
  await page.getByRole("button", { name: texts.back }).click();
  await row(page, `Restored to revision ${good}`).waitFor();
});

test("a one-way change says why, and leads to where it is done", async () => {
  const { page, accessible } = await running.open({ path, ...wide });
  await row(page, /^Completed maintenance of/).click();
  await details(page).getByText(texts.oneWay.maintenance).waitFor();
  await becomes(() => undo(page).count(), 0);
  await accessible();
  await details(page)
    .getByRole("link", { name: texts.openScreen(sharedTexts.screens.maintenance) })
    .click();
  await page.getByRole("heading", { level: 1, name: sharedTexts.screens.maintenance }).waitFor();
});

test("a long list is read page by page, and few of its rows are in the page", async () => {
  const long = "/admin/v1/projects/long";
  await running.send("PUT", long, { name: "Long" }, creating);
  for (let n = 1; n <= 105; n++) await running.send("PUT", `${long}/instances/i-${n}`, { name: `Instance ${n}` }, creating);
  const { page } = await running.open({ path: "projects/long/activity", viewport: phone });
  const older = page.getByRole("button", { name: texts.older });
  const usable = page.getByRole("button", { name: texts.older, disabled: false });
  await older.waitFor();
  // The live stream, once it is open, has the page read its list again in place of older entries.
  await becomes(async () => {
    if ((await usable.count()) > 0) await usable.click();
    return older.count();
  }, 0);
  assert.ok((await page.getByRole("listitem").count()) < 60);
  // Rows that are measured while scrolling differ from their estimate, so the end moves.
  await page.waitForFunction((first) => {
    scrollTo(0, document.body.scrollHeight);
    return [...document.querySelectorAll("a")].some(({ innerText }) => innerText.startsWith(first));
  }, "Created the project");
  await page.getByRole("heading", { level: 2, name: days }).waitFor();
  await page.getByRole("searchbox", { name: texts.search }).fill("instance 7");
  await becomes(() => row(page, /^Added instance Instance 7/).count(), 11);
});

test("administrators see the log of the server grow, what is read stays, and a project has its own in it", async () => {
  const { page } = await running.open({ path: "log", ...wide });
  await row(page, "Made Ada an administrator").waitFor();
  await row(page, /^Created access token/)
    .first()
    .waitFor();
  const first = (await details(page).getByRole("heading", { level: 2 }).textContent()) ?? "";
  await running.send("POST", "/admin/v1/tokens", { name: "made while they look" });
  await row(page, "Created access token made while they look").waitFor();
  await headline(page, first).waitFor();
  await page.getByRole("combobox", { name: texts.kind }).selectOption("grant");
  await becomes(() => row(page, /^Created access token/).count(), 0);
  await row(page, "Made Ada an administrator").click();
  await headline(page, "Made Ada an administrator").waitFor();
  await becomes(() => undo(page).or(back(page)).count(), 0);
  await page.locator("select").and(page.getByLabel(sharedTexts.shell.project)).selectOption(shop);
  await row(page, /^Created the project Acme Shop/).waitFor();
});

test("the activity of a deleted project says so, and what its undo would do", async () => {
  const gone = "/admin/v1/projects/gone";
  await running.send("PUT", gone, { name: "Gone" }, creating);
  const { revision } = await running.send("DELETE", gone, undefined, { "if-match": "*" });
  const { page } = await running.open({ path: `projects/gone/activity?kind=read_key&revision=${revision}`, ...wide });
  await page.getByText(texts.deleted).waitFor();
  await headline(page, "Deleted the project Gone").waitFor();
  await undo(page).click();
  await page
    .getByText(/is restored without keys/)
    .first()
    .waitFor();
});
