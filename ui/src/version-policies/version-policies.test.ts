import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { publishAll } from "../../test/controls.ts";
import { assertSteps, startKeyboardJob } from "../../test/job.ts";
import { enter, isAt, reach, type } from "../../test/keyboard.ts";
import { messageTexts } from "../messages/message-texts.ts";
import { platformTexts } from "../platforms/platform-texts.ts";
import { describeRule } from "../simulator/verdict.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { lookupTexts, versionPolicyTexts as texts } from "./version-policy-texts.ts";

const path = `projects/${shop}/versions`;
const address = `/admin/v1/projects/${shop}/platforms`;
const desk = { width: 1440, height: 900 };
const running = consoleForTests();
before(async () => {
  // The example's names {update_to}, which refuses policies that name no version to update to.
  const messages = { upgrade: { en: "Please update.", de: "Bitte aktualisieren.", it: "Aggiorna." } };
  const change = { "if-match": "*", "content-type": "application/merge-patch+json" };
  await running.send("PATCH", `/admin/v1/projects/${shop}`, { messages }, change);
});

const card = (page: Page, name: string) => page.getByRole("region", { name: texts.card(name), exact: true });
const save = (page: Page) => page.getByRole("button", { name: sharedTexts.actions.save });
const minimumField = (place: Locator) => place.getByRole("textbox", { name: texts.minimum, exact: true });
const minimumMark = (place: Locator) => place.getByRole("slider", { name: texts.minimum, exact: true });
const line = (place: Locator, field: string, number: number) => place.getByRole("textbox", { name: texts.line(field, number) });
const addLine = (place: Locator, field: string) => place.getByRole("button", { name: texts.addLine(field) });
const lookUp = (page: Page) => page.getByRole("textbox", { name: lookupTexts.label });
const answer = (page: Page, id: string) =>
  page.getByRole("search", { name: lookupTexts.label }).locator(`[data-platform="${id}"]`);

async function isInView(page: Page, place: Locator): Promise<void> {
  await becomes(async () => {
    const box = await place.boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  }, true);
}

/** A platform of its own for each test, with iOS' link. */
async function put(id: string, form: object): Promise<void> {
  const known = await running.program.admin("GET", `${address}/${id}`);
  const headers = known.status === 200 ? { "if-match": known.etag } : { "if-none-match": "*" };
  await running.send("PUT", `${address}/${id}`, { store: "apple", ...form }, headers);
}

async function policyOf(id: string): Promise<Readonly<Record<string, unknown>>> {
  const { id: _, revision: _r, etag: _e, forced_by: _f, store: _s, ...form } = await running.send("GET", `${address}/${id}`);
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

const label = (place: Locator, version: string) => place.getByTitle(version, { exact: true }).last();

test("why 2.3.0 sees the wall is in view for each platform on a phone, after one look-up by keyboard alone", async () => {
  const { page, accessible } = await running.open({ path, viewport: { width: 390, height: 844 } });
  await lookUp(page).waitFor();
  await startKeyboardJob(page);
  await type(page, lookUp(page), "2.3.0");
  for (const id of ["ios", "android", "huawei"]) {
    await answer(page, id).getByText(texts.zone.below_minimum, { exact: true }).waitFor();
    await answer(page, id)
      .getByText(/^Below 2\.4(?:\.0)? since .+, by /)
      .waitFor();
    await isInView(page, answer(page, id));
  }
  await assertSteps(page);
  await accessible();
  await type(page, lookUp(page), "2.5.4");
  await answer(page, "ios")
    .getByText(/^>=2\.5\.3 <2\.5\.5 blocked since /)
    .waitFor();
  await answer(page, "android").getByText(describeRule("below_recommended")).waitFor();
  await type(page, lookUp(page), "two");
  await page.getByText(lookupTexts.invalid).waitFor();
  await type(page, lookUp(page), "3.0.0-beta.2");
  await answer(page, "ios").getByText(describeRule("exempt")).waitFor();
  await answer(page, "android")
    .getByRole("link", { name: lookupTexts.testOf("Android", "3.0.0-beta.2") })
    .click();
  await page.waitForURL(/platform=android&version=3\.0\.0-beta\.2/);
});

const twoMessages = { en: "Get the new checkout.", de: "Jetzt mit neuem Checkout." };
const message = (place: Locator, language: string) =>
  place.getByRole("textbox", { name: `${messageTexts.kinds.upgrade} (${language})` });

test("an iOS minimum with two messages is one review by keyboard alone, and the focus stays on the card", async () => {
  const { page } = await running.open({ path });
  const ios = card(page, "iOS");
  await put("before", {});
  const before = (await running.program.admin("GET", `${address}/before`)).body;
  await minimumField(ios).waitFor();
  await startKeyboardJob(page);
  await type(page, minimumField(ios), "2.4.6");
  await enter(page, ios.getByRole("tab", { name: texts.tabs.store }));
  await type(page, message(ios, "English"), twoMessages.en);
  await reach(page, ios.getByRole("tab", { name: "English" }), true);
  await page.keyboard.press("ArrowRight");
  await type(page, message(ios, "German"), twoMessages.de);
  await enter(page, save(page));
  await enter(page, page.getByRole("button", { name: sharedTexts.review.publish, exact: true }));
  await save(page).waitFor({ state: "detached" });
  await assertSteps(page);
  await isAt(page, ios.getByRole("heading", { name: "iOS" }));
  const { body } = await running.program.admin("GET", `${address}/ios`);
  assert.deepEqual([body.minimum, body.messages], ["2.4.6", { upgrade: twoMessages }]);
  assert.equal(body.revision, Number(before.revision) + 1);
});

test("the focus of what disappears from a card goes to the card's heading", async () => {
  await put("late", {});
  const { page } = await running.open({ path });
  const late = card(page, "late");
  await type(page, minimumField(late), "2.4.6");
  await reach(page, save(page));
  await save(page).evaluate((button) => button.remove());
  await isAt(page, late.getByRole("heading", { name: "late" }));
});

test("the marks are moved with the keyboard alone, through the versions that stand on the ruler", async () => {
  await put("keys", { minimum: "2.4.0", recommended: "2.6.0" });
  const { page } = await running.open({ path });
  const keys = card(page, "keys");
  const mark = minimumMark(keys);
  await mark.focus();
  await becomes(() => mark.getAttribute("aria-valuetext"), "2.4.0");
  for (const [key, version] of [
    ["ArrowRight", "2.4.1"],
    ["ArrowLeft", "2.4.0"],
    ["Home", ""],
    ["End", "3.0.0"],
  ] as const) {
    await page.keyboard.press(key);
    await becomes(() => minimumField(keys).inputValue(), version);
    await becomes(() => mark.getAttribute("aria-valuetext"), version || texts.noMark);
  }
});

test("versions are blocked, exempted and let go again on the ruler with the keyboard alone", async () => {
  await put("span", { minimum: "2.4.0", recommended: "2.6.0" });
  const { page, accessible } = await running.open({ path: `${path}?edit=span` });
  const span = card(page, "span");
  const press = async (name: string) => {
    await span.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
  };
  await press(texts.add.blocked);
  await isAt(page, span.getByRole("slider", { name: texts.end.from("2.6.0") }));
  await page.keyboard.press("ArrowLeft");
  const began = await line(span, texts.blocked, 1).inputValue();
  assert.match(began, /^>=2\.[45]\.\d+ <=2\.6\.0$/);
  await span.getByRole("slider", { name: texts.end.to(began) }).press("ArrowRight");
  const blocked = await line(span, texts.blocked, 1).inputValue();
  assert.match(blocked, /<=2\.6\.1$/);
  await accessible();
  await span.getByRole("button", { name: texts.bar(texts.blocked, blocked) }).press("Delete");
  await becomes(() => line(span, texts.blocked, 1).count(), 0);
  await press(texts.add.exempt);
  await span.getByRole("button", { name: texts.removeLine("2.6.0") }).click();
  await press(texts.addLine("Blocked"));
  await isAt(page, line(span, texts.blocked, 1));
  await page.keyboard.type(">=2.4.0");
  await span.getByText(texts.everyBlocked).waitFor();
});

test("a mark is dragged, versions are drawn across to block them, and the app is told so", async () => {
  await put("drag", { minimum: "2.4.0", recommended: "2.6.0", blocked: ["2.5.0"] });
  const { page } = await running.open({ path: `${path}?edit=drag`, viewport: desk });
  const place = card(page, "drag");
  const band = place.locator("[data-drawable]");
  await label(place, "2.4.1").waitFor();
  await isInView(page, band);
  const [x, y] = await pointAt(label(place, "2.4.1"));
  const [markX, markY] = await pointAt(minimumMark(place), 0);
  await drag(page, [markX + 4, markY], [x - 6, y]);
  await becomes(() => minimumField(place).inputValue(), "2.4.1");
  const [, bandY] = await pointAt(band);
  const [fromX] = await pointAt(label(place, "2.5.0"));
  const [toX] = await pointAt(label(place, "2.5.1"));
  await drag(page, [fromX, bandY], [toX, bandY]);
  await becomes(() => line(place, texts.blocked, 2).inputValue(), ">=2.5.0 <=2.5.1");
  await publishAll(page);
  assert.deepEqual(await policyOf("drag"), { minimum: "2.4.1", recommended: "2.6.0", blocked: ["2.5.0", ">=2.5.0 <=2.5.1"] });
  const [, endY] = await pointAt(band);
  await page.mouse.click(toX, endY);
  await page.waitForURL(/version=2\.5\.1/);
  await answer(page, "drag")
    .getByText(/^>=2\.5\.0 <=2\.5\.1 blocked since /)
    .waitFor();
});

test("a fault is shown at its own line, without the empty lines, until it is fixed, and a list is pasted as a list", async () => {
  await put("wrong", { minimum: "2.4.0" });
  const { page, accessible } = await running.open({ path: `${path}?edit=wrong` });
  const place = card(page, "wrong");
  await addLine(place, "Blocked").click();
  await line(place, texts.blocked, 1).press("Enter");
  await line(place, texts.blocked, 2).fill("2.5.0");
  await line(place, texts.blocked, 2).press("Enter");
  await line(place, texts.blocked, 3).fill("2.5.0");
  await minimumField(place).fill("2.4.");
  await save(page).click();
  await page.getByText(texts.wrong.twice(1)).waitFor();
  const invalid = place.locator('input[aria-invalid="true"]');
  await becomes(() => invalid.count(), 2);
  await invalid.and(line(place, texts.blocked, 2)).waitFor();
  await accessible();
  await line(place, texts.blocked, 2).fill("2.5.*");
  await minimumField(place).fill("2.4");
  await addLine(place, "Exempt").click();
  await line(place, texts.exempt, 1).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", "2.1\n\n2.2.*\r\n2.3");
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await line(place, texts.exempt, 3).waitFor();
  await publishAll(page);
  const expected = { minimum: "2.4", blocked: ["2.5.0", "2.5.*"], exempt: ["2.1", "2.2.*", "2.3"] };
  assert.deepEqual(await policyOf("wrong"), expected);
});

test("a block without a link is a dead end, whose field is one click away", async () => {
  await running.send("PUT", "/admin/v1/projects/no-links", { name: "No links" }, { "if-none-match": "*" });
  const { page, accessible } = await running.open({ path: "projects/no-links/versions" });
  const android = card(page, "Android");
  await android.getByText(texts.everyVersion).waitFor();
  await minimumField(android).fill("2.4");
  await android.getByText(platformTexts.deadEnd(platformTexts.storeOf.android)).waitFor();
  await accessible();
  await android.getByRole("button", { name: texts.addLink }).click();
  const link = android.getByRole("textbox", { name: platformTexts.storeOf.android });
  await isAt(page, link);
  await page.keyboard.type("not a link");
  await android.getByRole("tab", { name: texts.tabs.store }).click();
  await save(page).click();
  // The tab of what is wrong is open again.
  await link.and(page.locator('[aria-invalid="true"]')).waitFor();
  await link.fill("https://example.com/app");
  await publishAll(page);
  const { minimum, stores } = await running.send("GET", "/admin/v1/projects/no-links/platforms/android");
  assert.deepEqual([minimum, stores], ["2.4", { android: "https://example.com/app" }]);
});
