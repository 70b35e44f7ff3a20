import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { anyText, becomes, type Console, dialogOpened, shop, startConsole } from "../../test/console-page.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";

const texts = versionPolicyTexts;

const directories = temporaryDirectories();
const path = `projects/${shop}/versions`;
const address = `/admin/v1/projects/${shop}/platforms`;
const phone = { width: 390, height: 844 };
let running: Console;
before(async () => {
  running = await startConsole(directories());
  // The example's names {update_to}, which refuses policies that name no version to update to.
  const messages = { upgrade: { en: "Please update.", de: "Bitte aktualisieren.", it: "Aggiorna." } };
  const change = { "if-match": "*", "content-type": "application/merge-patch+json" };
  const { status, body } = await running.program.admin("PATCH", `/admin/v1/projects/${shop}`, { messages }, change);
  assert.equal(status, 200, JSON.stringify(body));
});
after(() => running.close());

const review = (page: Page) => page.getByRole("button", { name: sharedTexts.actions.save }).click();
const publish = (page: Page) => page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).click();
const outcome = (page: Page) => page.getByRole("alert").filter({ hasText: texts.published }).first().waitFor();
/** The review and the drawer: what was in it is published. */
const closed = (page: Page) => page.getByRole("dialog").first().waitFor({ state: "detached" });
const minimumField = (page: Page) => page.getByRole("textbox", { name: texts.minimum });
const minimumMark = (page: Page) => page.getByRole("slider", { name: texts.minimum });
const ask = (page: Page) => page.getByRole("textbox", { name: texts.ask }).last();
const line = (page: Page, field: string, number: number) =>
  page.getByRole("textbox", { name: versionPolicyTexts.line(field, number) });
const opened = (page: Page) =>
  page
    .getByRole("dialog")
    .filter({ has: minimumField(page) })
    .waitFor();

async function publishAll(page: Page): Promise<void> {
  await review(page);
  await publish(page);
  await closed(page);
}

test("each platform has a visible way to edit it, and those who may not edit one to its details", async () => {
  const texts = versionPolicyTexts;
  const card = (page: Page) => page.getByRole("region", { name: texts.titleEdit("ios"), exact: true });
  const { page, assertClean, accessible } = await running.open({ path, viewport: phone });
  await card(page).getByText(sharedTexts.actions.edit, { exact: true }).click();
  await page.getByRole("dialog", { name: texts.titleEdit("ios") }).waitFor();
  await accessible();
  assertClean();
  const viewer = await running.open({ path, role: "viewer" });
  await becomes(() => card(viewer.page).getByText(sharedTexts.actions.edit, { exact: true }).count(), 0);
  await card(viewer.page).getByText(texts.details, { exact: true }).click();
  await viewer.page.getByRole("dialog", { name: texts.titleEdit("ios") }).waitFor();
  viewer.assertClean();
});

/** A platform of its own for each test, with iOS' link. */
async function put(id: string, form: object): Promise<void> {
  const known = await running.program.admin("GET", `${address}/${id}`);
  const headers = known.status === 200 ? { "if-match": known.etag } : { "if-none-match": "*" };
  const { status, body } = await running.program.admin("PUT", `${address}/${id}`, { store: "apple", ...form }, headers);
  assert.ok(status < 300, JSON.stringify(body));
}

async function policyOf(id: string): Promise<Readonly<Record<string, unknown>>> {
  const {
    id: _,
    revision: _r,
    etag: _e,
    forced_by: _f,
    store: _s,
    ...form
  } = (await running.program.admin("GET", `${address}/${id}`)).body;
  return form;
}

/** Point in an element, as a part of its width. */
async function pointAt(element: Locator, part = 0.5): Promise<readonly [number, number]> {
  const box = await element.boundingBox();
  assert.ok(box);
  return [box.x + box.width * part, box.y + box.height / 2];
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, to[1], { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
}

const label = (page: Page, version: string) => page.getByRole("dialog").getByTitle(version, { exact: true }).last();

test("each platform is listed with its ruler and its link, and answers for any version in an address that can be shared", async () => {
  const { page, assertClean, accessible } = await running.open({ path });
  const ios = page.getByRole("region", { name: texts.titleEdit("ios") });
  await ios.getByText("must update: blocked 2.5.0; from 2.5.3, below 2.5.5").waitFor();
  await ios.getByText("may run: exempt 3.0.0-beta.2").waitFor();
  await ios.getByRole("link", { name: "https://apps.apple.com/app/id123456789" }).waitFor();
  await ask(page).fill("2.5.4");
  await ios.getByText(texts.because.blocked(">=2.5.3 <2.5.5")).waitFor();
  await page
    .getByRole("region", { name: texts.titleEdit("android") })
    .getByText(texts.because.below_recommended("2.6"))
    .waitFor();
  await page.waitForURL(/version=2\.5\.4/);
  await page.reload();
  await ios.getByText(texts.because.blocked(">=2.5.3 <2.5.5")).waitFor();
  await ask(page).fill("two");
  await ios.getByText(texts.refused.invalid_version).waitFor();
  await accessible();
  assertClean();
});

test("the marks are moved with the keyboard alone, through the versions that stand on the ruler", async () => {
  await put("keys", { minimum: "2.4.0", recommended: "2.6.0" });
  const { page, assertClean, accessible } = await running.open({ path });
  await page.getByRole("link", { name: texts.editOf("keys") }).focus();
  await page.keyboard.press("Enter");
  await dialogOpened(page);
  await minimumMark(page).focus();
  await becomes(() => minimumMark(page).getAttribute("aria-valuetext"), "2.4.0");
  await page.keyboard.press("ArrowRight");
  await becomes(() => minimumField(page).inputValue(), "2.4.1");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await becomes(() => minimumField(page).inputValue(), "2.3.0");
  await page.keyboard.press("Home");
  await becomes(() => minimumField(page).inputValue(), "");
  await becomes(() => minimumMark(page).getAttribute("aria-valuetext"), texts.noMark);
  await page.keyboard.press("End");
  await becomes(() => minimumField(page).inputValue(), "3.0.0");
  await page.keyboard.press("PageDown");
  await page.keyboard.press("ArrowRight");
  const moved = await minimumField(page).inputValue();
  await becomes(() => minimumMark(page).getAttribute("aria-valuetext"), moved);
  // `3.5` is a version too: the mark comes back to what was typed in the end.
  await minimumField(page).fill("");
  await minimumField(page).pressSequentially("3.5.0");
  await minimumMark(page).focus();
  await page.keyboard.press("ArrowLeft");
  await becomes(async () => (await minimumField(page).inputValue()) === "3.5.0", false);
  await page.keyboard.press("ArrowRight");
  await becomes(() => minimumField(page).inputValue(), "3.5.0");
  await minimumField(page).fill("2.5.0");
  await becomes(() => minimumMark(page).getAttribute("aria-valuetext"), "2.5.0");
  await page.getByText(texts.legendDraft).or(page.getByText(texts.publishedBand)).first().waitFor();
  await accessible();
  await minimumField(page).focus();
  await page.keyboard.press("Enter");
  await page.getByText(sharedTexts.review.differences).waitFor();
  await page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).focus();
  await page.keyboard.press("Enter");
  await outcome(page);
  assert.deepEqual(await policyOf("keys"), { minimum: "2.5.0", recommended: "2.6.0" });
  assertClean();
});

test("versions are blocked, exempted and let go again on the ruler with the keyboard alone", async () => {
  await put("span", { minimum: "2.4.0", recommended: "2.6.0" });
  const { page, assertClean, accessible } = await running.open({ path: `${path}?edit=span` });
  await dialogOpened(page);
  const press = async (name: string) => {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press(texts.add.blocked);
  await page
    .getByRole("slider", { name: texts.end.from("2.6.0") })
    .and(page.locator(":focus"))
    .waitFor();
  await page.keyboard.press("ArrowLeft");
  assert.match(await line(page, texts.blocked, 1).inputValue(), /^>=2\.5\.\d+ <=2\.6\.0$|^>=2\.[45]\.\d+ <=2\.6\.0$/);
  const began = await line(page, texts.blocked, 1).inputValue();
  await page.getByRole("slider", { name: texts.end.to(began) }).focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await line(page, texts.blocked, 1).inputValue(), /<=2\.6\.1$/);
  await page.keyboard.press("End");
  assert.match(await line(page, texts.blocked, 1).inputValue(), /^>=2\.\d\.\d$/);
  await accessible();
  await page.getByText(texts.everyBlocked).waitFor({ state: "detached" });
  await press(texts.chosen.toExempt);
  await becomes(() => line(page, texts.blocked, 1).count(), 0);
  await line(page, texts.exempt, 1).waitFor();
  await press(texts.chosen.remove);
  await becomes(() => line(page, texts.exempt, 1).count(), 0);
  await press(texts.addLine("Blocked"));
  await line(page, texts.blocked, 1).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("2.5.0");
  await page.keyboard.press("Enter");
  await line(page, texts.blocked, 2).and(page.locator(":focus")).waitFor();
  await page.keyboard.type("2.5.7 -");
  await page.keyboard.press("Tab");
  await page.getByText(texts.wrong.entry).waitFor();
  await line(page, texts.blocked, 2).fill(">= 2.5.7,  <2.5.9");
  await page.getByText(texts.means("from 2.5.7, below 2.5.9")).waitFor();
  await publishAll(page);
  assert.deepEqual((await policyOf("span")).blocked, ["2.5.0", ">=2.5.7 <2.5.9"]);
  assertClean();
});

test("a mark is dragged, versions are drawn across to block them, and the app is told so", async () => {
  await put("drag", { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0"] });
  const { page, assertClean } = await running.open({ path: `${path}?edit=drag` });
  await opened(page);
  const band = page.getByRole("dialog").locator("[data-drawable]");
  await label(page, "2.4.1").waitFor();
  const [x, y] = await pointAt(label(page, "2.4.1"));
  const [markX, markY] = await pointAt(minimumMark(page), 0);
  await drag(page, [markX + 4, markY], [x - 6, y]);
  await becomes(() => minimumField(page).inputValue(), "2.4.1");
  const [, bandY] = await pointAt(band);
  const [fromX] = await pointAt(label(page, "2.5.0"));
  const [toX] = await pointAt(label(page, "2.5.1"));
  await page.mouse.click(toX, bandY);
  await page.getByText(`${texts.draft} · 2.5.1`).waitFor();
  await drag(page, [fromX, bandY], [toX, bandY]);
  await becomes(() => line(page, texts.blocked, 2).inputValue(), ">=2.5.0 <=2.5.1");
  await page.getByRole("dialog").getByText(texts.because.blocked(">=2.5.0 <=2.5.1")).waitFor();
  await page.getByRole("dialog").getByText(texts.because.below_recommended("2.6.0")).waitFor();
  await publishAll(page);
  assert.deepEqual(await policyOf("drag"), { minimum: "2.4.1", recommended: "2.6.0", blocked: ["2.5.0", ">=2.5.0 <=2.5.1"] });
  await page
    .getByRole("region", { name: texts.titleEdit("drag") })
    .getByText(texts.because.blocked(">=2.5.0 <=2.5.1"))
    .waitFor();
  assertClean();
});

for (const [where, viewport] of [
  ["on a screen", { width: 1280, height: 800 }],
  ["on a phone", phone],
] as const) {
  test(`no name of a version lies over another, ${where}`, async () => {
    await put("crowd", {
      minimum: "2.4.0",
      recommended: "2.4.1",
      blocked: ["2.4.1-rc.1.with-a-long-name", "2.4.1-rc.2.with-a-long-name", "2.5.*", ">=2.5.3 <2.5.5"],
      exempt: ["3.0.0-beta.2"],
    });
    const { page, assertClean, accessible } = await running.open({ path: `${path}?edit=crowd`, viewport });
    await label(page, "2.4.0").waitFor();
    const labels = page.getByRole("dialog").locator("[data-row]");
    const boxes = await Promise.all((await labels.all()).map((element) => element.boundingBox()));
    assert.ok(boxes.length > 5);
    for (const [a, one] of boxes.entries()) {
      for (const [b, other] of boxes.entries()) {
        if (a >= b || !one || !other) continue;
        const isOver = one.x < other.x + other.width && other.x < one.x + one.width;
        assert.ok(!isOver || Math.abs(one.y - other.y) >= one.height - 1, `${a} and ${b}`);
      }
    }
    await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
    await accessible();
    assertClean();
  });
}

test("a fault is shown at its own line, with or without empty lines, and disappears when it is fixed", async () => {
  await put("wrong", { minimum: "2.4.0" });
  const { page, assertClean, accessible } = await running.open({ path: `${path}?edit=wrong` });
  await opened(page);
  await page.getByRole("button", { name: texts.addLine("Blocked") }).click();
  await line(page, texts.blocked, 1).press("Enter");
  await line(page, texts.blocked, 2).fill("2.5.0");
  await line(page, texts.blocked, 2).press("Enter");
  await line(page, texts.blocked, 3).fill("2.5.0");
  await line(page, texts.blocked, 3).press("Enter");
  await line(page, texts.blocked, 4).fill("2.5.x");
  await minimumField(page).fill("2.4.");
  await review(page);
  await page.getByText(texts.wrong.twice(2)).waitFor();
  const invalid = page.locator('input[aria-invalid="true"]');
  await page.waitForFunction(() => document.querySelectorAll('input[aria-invalid="true"]').length === 3);
  const names = await Promise.all((await invalid.all()).map((element) => element.getAttribute("aria-label")));
  assert.deepEqual(names, [null, texts.line("Blocked", 3), texts.line("Blocked", 4)]);
  await accessible();
  await line(page, texts.blocked, 4).fill("2.5.*");
  await line(page, texts.blocked, 3).fill("");
  await minimumField(page).fill("2.4");
  await publishAll(page);
  assert.deepEqual(await policyOf("wrong"), { minimum: "2.4", blocked: ["2.5.0", "2.5.*"] });
  assertClean();
});

test("a list is pasted as a list", async () => {
  await put("paste", { minimum: "2.4.0" });
  const { page, assertClean } = await running.open({ path: `${path}?edit=paste` });
  await opened(page);
  await page.getByRole("button", { name: texts.addLine("Exempt") }).click();
  await line(page, texts.exempt, 1).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "2.1\n\n2.2.*\r\n2.3");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await line(page, texts.exempt, 3).waitFor();
  await publishAll(page);
  assert.deepEqual((await policyOf("paste")).exempt, ["2.1", "2.2.*", "2.3"]);
  assertClean();
});

test("what is typed is answered beside what is published, and survives a reload", async () => {
  await put("draft", { minimum: "2.4.0" });
  const { page, assertClean } = await running.open({ path: `${path}?edit=draft&version=2.4.5-rc.1` });
  await page.getByRole("dialog").getByText(texts.because.current).waitFor();
  await becomes(() => page.getByText(texts.draft).count(), 0);
  await minimumField(page).fill("2.4.5");
  const answer = page.getByRole("status").filter({ hasText: texts.draft });
  // A bound without pre-releases ignores them: the pre-release is not below 2.4.5.
  await answer.getByText(texts.zone.current).waitFor();
  await minimumField(page).fill("2.4.5-rc.2");
  await answer.getByText(`${sharedTexts.review.decided.below_minimum} · ${texts.because.below_minimum("2.4.5-rc.2")}`).waitFor();
  await page.reload();
  await answer.getByText(sharedTexts.review.decided.below_minimum).waitFor();
  await page.getByRole("button", { name: sharedTexts.actions.discard }).click();
  await becomes(() => minimumField(page).inputValue(), "2.4.0");
  assertClean();
});

test("a platform is added, gets its link, and is deleted", async () => {
  const { page, assertClean, accessible } = await running.open({ path });
  await page.getByRole("region", { name: texts.titleEdit("ios") }).waitFor();
  await page.keyboard.press("c");
  const name = page.getByRole("textbox", { name: texts.platform, exact: true });
  await name.and(page.locator(":focus")).waitFor();
  await page.keyboard.type("a/b");
  await review(page);
  await page.getByText(texts.platformWrong).waitFor();
  await name.fill("ios");
  await page.getByText(texts.platformThere).waitFor();
  await name.fill("harmony");
  await minimumField(page).fill("1.2");
  await review(page);
  const store = page.getByRole("combobox", { name: texts.store });
  await store.and(page.locator('[aria-invalid="true"]')).waitFor();
  await accessible();
  await store.selectOption("apple");
  await page.getByRole("textbox", { name: texts.ownLink.apple }).fill("https://example.com/harmony");
  await publishAll(page);
  assert.deepEqual(await policyOf("harmony"), { minimum: "1.2", stores: { apple: "https://example.com/harmony" } });
  await page.getByRole("link", { name: texts.editOf("harmony") }).click();
  await page.getByRole("button", { name: sharedTexts.actions.remove }).click();
  await page.getByText(texts.reviewDelete("harmony")).waitFor();
  await publish(page);
  await page.getByRole("region", { name: texts.titleEdit("harmony") }).waitFor({ state: "detached" });
  assertClean();
});

test("a block without a link is said to be a dead end, before it is published and after", async () => {
  await running.program.admin("PUT", "/admin/v1/projects/no-links", { name: "No links" }, { "if-none-match": "*" });
  const { page, assertClean, accessible } = await running.open({ path: "projects/no-links/versions" });
  await page.getByRole("heading", { name: texts.emptyTitle }).waitFor();
  await accessible();
  const android = page.getByRole("region", { name: texts.titleEdit("android") });
  await android.getByText(texts.link.missing).waitFor();
  await android.getByRole("button", { name: texts.setRules("android") }).click();
  await page.getByText(texts.firstRule).waitFor();
  await accessible();
  await minimumField(page).fill("2.4");
  await page.getByRole("dialog").getByText(texts.link.dead_end).waitFor();
  await review(page);
  await page.locator("[data-guard=store_link]").waitFor();
  await page.getByRole("checkbox", { name: sharedTexts.review.anyway }).check();
  await page.getByRole("textbox", { name: sharedTexts.review.reason }).fill("The link comes tomorrow");
  await publish(page);
  await outcome(page);
  await android.getByText(texts.link.dead_end).waitFor();
  await accessible();
  assertClean();
});

test("that no version may run is said while it is typed", async () => {
  await put("none", { minimum: "2.4.0" });
  const { page, assertClean } = await running.open({ path: `${path}?edit=none` });
  await opened(page);
  await page.getByRole("button", { name: texts.addLine("Blocked") }).click();
  await line(page, texts.blocked, 1).fill(">=2.4.0");
  await page.getByText(texts.everyBlocked).waitFor();
  assertClean();
});

test("a viewer sees everything and can change nothing", async () => {
  const { page, assertClean, accessible } = await running.open({ path: `${path}?edit=ios`, role: "viewer" });
  await minimumField(page).waitFor();
  await becomes(() => minimumField(page).isEditable(), false);
  await becomes(() => line(page, texts.blocked, 2).isEditable(), false);
  await becomes(() => page.getByRole("combobox", { name: texts.store }).isDisabled(), true);
  await becomes(() => page.getByRole("slider").count(), 0);
  await becomes(
    () =>
      page
        .getByRole("button", {
          name: anyText(
            texts.create,
            sharedTexts.actions.remove,
            sharedTexts.actions.save,
            texts.addLine(""),
            texts.removeLine(""),
          ),
        })
        .count(),
    0,
  );
  await ask(page).fill("2.5.0");
  await page.getByText(texts.because.blocked("2.5.0")).first().waitFor();
  await accessible();
  assertClean();
});

test("a policy of five hundred entries is read and edited", async () => {
  await put("many", { minimum: "1.0.0", blocked: Array.from({ length: 500 }, (_, index) => `1.${index + 1}.0`) });
  const { page, assertClean, accessible } = await running.open({ path: `${path}?edit=many` });
  await opened(page);
  await page.getByRole("button", { name: sharedTexts.actions.more(450) }).waitFor();
  await accessible();
  await line(page, texts.blocked, 50).fill("1.50.*");
  await page.getByText(texts.means("from 1.50, below 1.51")).waitFor();
  await publishAll(page);
  assert.equal(((await policyOf("many")).blocked as string[])[49], "1.50.*");
  assertClean();
});
