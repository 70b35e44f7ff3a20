import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { describeActor } from "drawbridge-rules/describe/actor.ts";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { createAccount, openAs } from "../../test/account.ts";
import { becomes, type Console, shop, startConsole, textPattern } from "../../test/console-page.ts";
import { unaffectedTexts } from "../review/review-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { historyTexts } from "./history-texts.ts";

const directories = temporaryDirectories();
const path = `projects/${shop}/activity`;
const texts = historyTexts;
const admin = `/admin/v1/projects/${shop}`;
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

const headline = (page: Page, text: string | RegExp) => page.getByRole("article", { name: text });
const open = (page: Page, revision: number) =>
  page.getByRole("button", { name: texts.toggle(texts.open, texts.revision(revision)), exact: true }).click();
const undo = (page: Page) => page.getByRole("button", { name: texts.undo, exact: true });
const back = (page: Page) => page.getByRole("button", { name: texts.restore, exact: true });
const publish = (page: Page) => page.getByRole("button", { name: sharedTexts.review.publish, exact: true });
const reason = (page: Page) => page.getByRole("dialog").getByRole("textbox", { name: sharedTexts.review.reason });

async function ask(method: string, address: string, body?: object, headers?: Readonly<Record<string, string>>) {
  const answer = await running.program.admin(method, `${admin}${address}`, body, headers);
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer;
}

/** Gives the revision that it makes. */
async function patchIos(fields: object, reason = ""): Promise<number> {
  const { etag } = await ask("GET", "/platforms/ios");
  const query = reason === "" ? "" : `?override=unseen_version&reason=${encodeURIComponent(reason)}`;
  return Number((await ask("PATCH", `/platforms/ios${query}`, fields, { "if-match": etag })).body.revision);
}

/** Answer to an app with the demo's key. */
async function readConfig(version: string): Promise<unknown> {
  const key = readFileSync(join(running.program.directory, "demo-key"), "utf8").trim();
  return (await running.program.read(`/api/v1/config?platform=ios&current_version=${version}`, key)).body;
}

test("each revision says what was done, by whom, when and why", async () => {
  await patchIos({ minimum: "2.4.1" }, "2.4.0 loses orders");
  await ask("POST", "/maintenance/start?reason=The+database", { for: "PT30M", instances: ["us-1"], id: "urgent" });
  await ask("POST", "/maintenance/extend", { by: "PT15M" });
  await ask("POST", "/maintenance/complete", {});
  // Yearly since 2027.
  const start = `${new Date().getUTCFullYear() + 1}-12-12T22:30`;
  await ask("POST", "/maintenance/cancel", { occurrence: `ios-push-certificates/${start}` });
  const { page, assertClean, accessible } = await running.open({ path });
  await headline(page, "Raised the iOS minimum 2.4.0 → 2.4.1").getByText("“2.4.0 loses orders”").waitFor();
  await headline(page, /^Started maintenance of .+ until/).waitFor();
  await headline(page, /^Extended maintenance of .+ until/).waitFor();
  await headline(page, /^Completed maintenance of/).waitFor();
  await headline(page, /^Canceled .+ of \w{3} 12 Dec/).waitFor();
  await headline(page, /^Created the project/)
    .getByText(texts.passed("longer than a day"))
    .waitFor();
  await headline(page, /^Created the project/)
    .getByText(describeActor("system", null))
    .waitFor();
  await accessible();
  assertClean();
});

test("a revision is opened with the keyboard, and its address opens it again", async () => {
  const revision = await patchIos({ recommended: "2.6.1" });
  const { page, assertClean, accessible } = await running.open({ path });
  const button = page.getByRole("button", { name: texts.toggle(texts.open, texts.revision(revision)), exact: true });
  await button.focus();
  await page.keyboard.press("Enter");
  await page.getByText(/Recommended iOS version .+ 2.6.1/).waitFor();
  await page.waitForURL(new RegExp(`revision=${revision}`));
  await accessible();
  await page.reload();
  await page.getByText(/Recommended iOS version .+ 2.6.1/).waitFor();
  await page.getByRole("button", { name: texts.toggle(texts.close, texts.revision(revision)), exact: true }).click();
  await page.getByText(/Recommended iOS version .+ 2.6.1/).waitFor({ state: "detached" });
  assertClean();
});

test("history is filtered by kind, thing, person and days, in an address that can be shared", async () => {
  await ask("PUT", "/instances/asia-1", { name: "Asia" }, { "if-none-match": "*" });
  await patchIos({ recommended: "2.6.2" });
  const { page, assertClean, accessible } = await running.open({ path });
  await page.getByLabel(texts.kind).selectOption("instance");
  await headline(page, "Raised the recommended iOS version 2.6.1 → 2.6.2").waitFor({ state: "detached" });
  await page.getByLabel(texts.id).fill("asia-1");
  await page.getByText(texts.found(1)).waitFor();
  await headline(page, "Added instance Asia").waitFor();
  await page.reload();
  await page.getByText(texts.found(1)).waitFor();
  await accessible();
  await page.getByLabel(texts.actor).selectOption({ label: describeActor("system", null) });
  await page.getByRole("heading", { name: texts.noneTitle }).waitFor();
  await page.getByLabel(texts.id).fill("eu-1");
  await page.getByText(texts.found(1)).waitFor();
  await page.getByLabel(texts.until).fill("2020-01-01");
  await page.getByRole("heading", { name: texts.noneTitle }).waitFor();
  await accessible();
  await page.getByRole("button", { name: texts.clear }).first().click();
  await headline(page, "Raised the recommended iOS version 2.6.1 → 2.6.2").waitFor();
  assertClean();
});

test("the address of a revision shows it even if the filters exclude it", async () => {
  const { page, assertClean, accessible } = await running.open({ path: `${path}?kind=read_key&revision=2` });
  await page.getByRole("region", { name: texts.onlyThis }).getByText(texts.passed("longer than a day")).waitFor();
  await accessible();
  await page.goto(page.url().replace("revision=2", "revision=4711"));
  await page.getByText(texts.noSuch(4711)).waitFor();
  assertClean();
});

test("history grows by itself on the screens of others", async () => {
  const { page, assertClean } = await running.open({ path, role: "viewer" });
  await page.getByText(/changes shown/).waitFor();
  await patchIos({ recommended: "2.6.3" }, "Seen at once");
  await page.getByText("“Seen at once”").waitFor();
  assertClean();
});

test("undo on a revision reverses that revision's own change, and keeps what came later", async () => {
  const before = (await ask("GET", "/platforms/ios")).body.minimum;
  const bad = await patchIos({ minimum: "25.0" }, "A dot typed wrong");
  await patchIos({ recommended: "26.0" }, "Someone else, later");
  const { page, assertClean, accessible } = await running.open({ path, viewport: { width: 390, height: 844 } });
  await open(page, bad);
  await undo(page).click();
  const dialog = page.getByRole("dialog", { name: texts.undoTitle(bad) });
  await dialog.getByText(`iOS minimum 25.0 → ${before}`).first().waitFor();
  await becomes(() => dialog.getByText("26.0 →").count(), 0, "the later change stays");
  await dialog.getByText(new RegExp(`by revision ${bad + 1}; `)).waitFor();
  await becomes(() => reason(page).inputValue(), texts.undoReason(bad));
  await accessible();
  await publish(page).click();
  await page.getByText(texts.reason(texts.undoReason(bad))).waitFor();
  const { minimum, recommended } = (await ask("GET", "/platforms/ios")).body;
  assert.deepEqual([minimum, recommended], [before, "26.0"]);
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await undo(page).click();
  await dialog.getByText(new RegExp(`no longer has the changes of revision ${bad}`)).waitFor();
  await becomes(() => publish(page).isDisabled(), true);
  assertClean();
});

test("what is one-way says why, and leads to the next best", async () => {
  const key = (await ask("POST", "/keys", { name: "leaked" })).body;
  await ask("POST", `/keys/${key.id}/revoke`);
  await ask("POST", "/maintenance/start", { for: "PT30M", id: "short", whole_project: true });
  await ask("POST", "/maintenance/complete", { window: "short" });
  const { page, assertClean, accessible } = await running.open({ path });
  const revoked = headline(page, "Revoked key leaked");
  await revoked.getByRole("button", { name: texts.open }).click();
  await revoked.getByText(texts.oneWay.revoked_key).waitFor();
  await becomes(() => undo(page).count(), 0);
  await accessible();
  const completed = headline(page, "Completed maintenance of Acme Shop");
  await completed.getByRole("button", { name: texts.open }).click();
  await completed.getByText(texts.oneWay.completed).waitFor();
  await becomes(() => undo(page).count(), 0);
  await completed.getByRole("link", { name: texts.openScreen(sharedTexts.screens.maintenance) }).click();
  await page.getByRole("heading", { level: 1, name: sharedTexts.screens.maintenance }).waitFor();
  assertClean();
});

test("a filter hides nothing of what an undo would do", async () => {
  const gone = "/admin/v1/projects/filtered";
  await running.program.admin("PUT", gone, { name: "Filtered" }, { "if-none-match": "*" });
  await running.program.admin("POST", `${gone}/keys`, { name: "old" });
  const { etag } = await running.program.admin("GET", gone);
  const deleted = await running.program.admin("DELETE", `${gone}?override=in_use&reason=test`, undefined, { "if-match": etag });
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body));
  const { page, assertClean } = await running.open({
    path: `projects/filtered/activity?kind=read_key&revision=${deleted.body.revision}`,
  });
  await undo(page).waitFor();
  await becomes(() => page.getByText(texts.oneWay.created_key).count(), 0);
  assertClean();
});

test("the newest revision offers no way to where everything is, and a project's creation no undo", async () => {
  const newest = await patchIos({ recommended: "26.1" });
  const { page, assertClean } = await running.open({ path: `${path}?revision=${newest}` });
  await undo(page).waitFor();
  await becomes(() => back(page).count(), 0);
  const created = headline(page, /^Created the project/);
  await created.getByRole("button", { name: texts.open }).click();
  await created.getByText(texts.oneWay.created_project).waitFor();
  await becomes(() => undo(page).count(), 0);
  assertClean();
});

test("one goes back through the review alone, and apps are told what they were told", async () => {
  await ask("POST", "/keys", { name: "made afterwards" });
  const then = await readConfig("2.4.5");
  const revision = await patchIos({ recommended: "2.6.4" });
  await patchIos({ minimum: "2.4.9", blocked: ["2.4.*"] }, "A mistake");
  assert.notDeepEqual(await readConfig("2.4.5"), then);
  const { page, assertClean, accessible } = await running.open({ path });
  await open(page, revision);
  await back(page).focus();
  await page.keyboard.press("Enter");
  await page.getByText(unaffectedTexts.title).waitFor();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByText(textPattern(unaffectedTexts.of, unaffectedTexts.kinds.read_key))
    .filter({ hasText: "made afterwards" })
    .waitFor();
  await dialog.getByText(textPattern(unaffectedTexts.of, unaffectedTexts.kinds.window)).filter({ hasText: "urgent" }).waitFor();
  await dialog.getByText(/iOS minimum 2.4.9 → /).waitFor();
  await dialog.getByText(sharedTexts.review.differences).waitFor();
  await accessible();
  await reason(page).fill("It was a mistake");
  await publish(page).focus();
  await page.keyboard.press("Enter");
  await page.getByText("“It was a mistake”").waitFor();
  assert.deepEqual(await readConfig("2.4.5"), then);
  assert.ok(JSON.stringify((await ask("GET", "/keys")).body).includes("made afterwards"), "keys stay");
  assertClean();
});

test("without the role there is no way back, and the people who have it are named", async () => {
  await createAccount(running.program, "eve@example.com", "Eve", "editor");
  await createAccount(running.program, "otto2@example.com", "Olga", "operator");
  const revision = await patchIos({ recommended: "26.2" });
  const { page, assertClean, accessible } = await openAs(running, "otto2@example.com", {
    path: `${path}?revision=${revision}`,
    colorScheme: "dark",
  });
  await page.getByText(texts.undoAsk("Eve")).waitFor();
  await becomes(() => undo(page).or(back(page)).count(), 0);
  await accessible();
  assertClean();
});

test("what two people proposed and approved says who they are", async () => {
  const [author, approver] = [await running.open({ path, role: "editor" }), await running.open({ path, role: "owner" })];
  const { origin } = new URL(author.page.url());
  const send = async ({ page }: typeof author, method: string, address: string, data: object, headers = {}) => {
    const options = { method, data, headers: { origin, ...headers } };
    const answer = await page.context().request.fetch(`${origin}${admin}${address}`, options);
    assert.ok(answer.ok(), await answer.text());
    return (await answer.json()) as { readonly proposal?: { readonly id: string; readonly hash: string } };
  };
  const { etag } = await ask("GET", "/instances/us-1");
  const { proposal } = await send(author, "PUT", "/instances/us-1?propose=true", { name: "Two people" }, { "if-match": etag });
  const { id = "", hash = "" } = proposal ?? {};
  const key = () => ({ "idempotency-key": crypto.randomUUID() });
  await send(approver, "POST", `/proposals/${id}/approve`, { hash }, key());
  await send(author, "POST", `/proposals/${id}/publish`, { hash }, key());
  const { page, assertClean } = approver;
  const published = headline(page, /^Changed .*us-1.* → Two people/);
  await published.getByRole("button", { name: texts.open }).click();
  await published.getByText(texts.proposedAndApproved("Otto", "Otto")).waitFor();
  assertClean();
});

test("a long history is asked for bit by bit, and scrolled on a phone", async () => {
  const long = "/admin/v1/projects/long";
  await running.program.admin("PUT", long, { name: "Long" }, { "if-none-match": "*" });
  for (let n = 1; n <= 130; n++) {
    await running.program.admin("PUT", `${long}/instances/i-${n}`, { name: `Instance ${n}` }, { "if-none-match": "*" });
  }
  const { page, assertClean, accessible } = await running.open({
    path: "projects/long/activity",
    viewport: { width: 390, height: 844 },
  });
  await page.getByText(`${texts.found(50)}. ${texts.olderToo}`).waitFor();
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await accessible();
  const older = page.getByRole("button", { name: texts.showMore });
  const usable = page.getByRole("button", { name: texts.showMore, disabled: false });
  for (let shown = 50; (await older.count()) > 0; shown += 50) {
    const here = page.getByText(`${texts.found(shown)}. ${texts.olderToo}`);
    // The live stream, once it is open, has the page read its list again in place of older entries.
    await becomes(async () => {
      if ((await here.count()) > 0 && (await usable.count()) > 0) await usable.click();
      return here.count();
    }, 0);
  }
  assert.ok((await page.getByRole("article").count()) < 60);
  // Rows that are measured while scrolling differ from their estimate, so the end moves.
  await page.waitForFunction((first) => {
    scrollTo(0, document.body.scrollHeight);
    return [...document.querySelectorAll("article")].some(({ innerText }) => innerText.startsWith(first));
  }, "Created the project");
  await accessible();
  assertClean();
});

test("administrators see what was changed of the server itself", async () => {
  const { page, assertClean, accessible } = await running.open({ path: "log" });
  await headline(page, "Made Ada an administrator").waitFor();
  await headline(page, /^Created access token/).waitFor();
  await running.program.admin("POST", "/admin/v1/tokens", { name: "made while they look" });
  await headline(page, "Created access token made while they look").waitFor();
  await accessible();
  await page.getByLabel(texts.kind).selectOption("grant");
  await headline(page, /^Created access token/)
    .first()
    .waitFor({ state: "detached" });
  await page.getByRole("button", { name: texts.open }).first().click();
  await becomes(() => undo(page).or(back(page)).count(), 0);
  assertClean();
});

test("a project that was deleted comes back from its history", async () => {
  const gone = "/admin/v1/projects/gone";
  await running.program.admin("PUT", gone, { name: "Gone" }, { "if-none-match": "*" });
  const { body, etag } = await running.program.admin("GET", gone);
  await running.program.admin("DELETE", gone, undefined, { "if-match": etag });
  const { page, assertClean } = await running.open({ path: `projects/gone/activity?revision=${body.revision}` });
  await page.getByText(texts.deleted).waitFor();
  await back(page).waitFor();
  const deletion = headline(page, "Deleted the project Gone");
  await deletion.getByRole("button", { name: texts.open }).click();
  await undo(page).click();
  await page.getByText(/is restored without keys/).waitFor();
  await publish(page).click();
  await page.getByText(texts.deleted).waitFor({ state: "detached" });
  assert.equal((await running.program.admin("GET", gone)).status, 200);
  assertClean();
});
