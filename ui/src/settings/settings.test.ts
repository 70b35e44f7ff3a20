import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { box, button, publishAll, published, review } from "../../test/controls.ts";
import { platformTexts } from "../platforms/platform-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { approvalTexts, manifestTexts, settingsTexts as texts } from "./settings-texts.ts";

const path = `projects/${shop}/settings`;
const address = `/admin/v1/projects/${shop}`;
const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>"><script>alert(3)</script>`;
const running = consoleForTests();

const head = () => running.send("GET", address);
const languages = (page: Page) => page.getByRole("combobox", { name: texts.languages });

test("what is wrong is said at its field, and what was typed can be discarded", async () => {
  const { page } = await running.open({ path });
  const before = await head();
  await box(page, texts.ttl).fill("5 h");
  await languages(page).fill("not one");
  await page.keyboard.press("Enter");
  await page.getByText(texts.noLanguage).waitFor();
  await box(page, texts.lockOutLimit).fill("101");
  await box(page, texts.name).fill(payload);
  await review(page);
  await page.getByText(/from 0s to 1h/).waitFor();
  await page.getByText(/Expected a whole number of percent from 0 to 100/).waitFor();
  await page.getByRole("button", { name: sharedTexts.actions.discard }).click();
  await becomes(() => box(page, texts.name).inputValue(), before.name);
  assert.deepEqual(await head(), before);
});

test("a language is added by its name, and by its tag however it is typed", async () => {
  const { page } = await running.open({ path });
  for (const typed of ["swedish", " PT_br "]) {
    await languages(page).fill(typed);
    await page.keyboard.press("Enter");
  }
  await publishAll(page);
  assert.deepEqual(((await head()).languages as string[]).slice(-2), ["sv", "pt-BR"]);
});

test("a platform is added under a name, and with a store if none is named like it", async () => {
  const { page } = await running.open({ path: `${path}?tab=platforms` });
  await page.getByRole("row", { name: /Huawei.*C100000001/ }).waitFor();
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").and(box(page, sharedTexts.review.platform)).waitFor();
  await page.keyboard.type("amazon");
  await page.keyboard.press("Enter");
  await page.getByText(/the link that a blocked app opens/).waitFor();
  await page.getByRole("combobox", { name: platformTexts.store }).selectOption("android");
  await page.getByRole("dialog").getByRole("textbox", { name: platformTexts.name, exact: true }).fill("Fire TV");
  await publishAll(page);
  const { store, name } = await running.send("GET", `${address}/platforms/amazon`);
  assert.deepEqual([store, name], ["android", "Fire TV"]);
});

test("the default store links are one form, and all else of the project and its platforms stays", async () => {
  const [was, platform] = [await head(), await running.send("GET", `${address}/platforms/huawei`)];
  const { page } = await running.open({ path: `${path}?tab=platforms` });
  await box(page, platformTexts.storeOf.android).fill("https://play.google.com/store/apps/details?id=com.acme.two");
  await publishAll(page);
  const is = await head();
  const stores = { ...(was.stores as object), android: "https://play.google.com/store/apps/details?id=com.acme.two" };
  assert.deepEqual(is, { ...was, stores, revision: is.revision });
  assert.deepEqual(await running.send("GET", `${address}/platforms/huawei`), platform);
});

test("the manifest is downloaded as the server writes it", async () => {
  const { page } = await running.open({ path: `${path}?tab=manifest` });
  await page.getByRole("region", { name: manifestTexts.present }).waitFor();
  const [downloaded] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: manifestTexts.download }).click(),
  ]);
  assert.equal(downloaded.suggestedFilename(), `${shop}.yaml`);
  const { body } = await running.program.admin("GET", `${address}/manifest`, undefined, { accept: "application/yaml" });
  assert.equal(await readFile(await downloaded.path(), "utf8"), String(body.text));
});

const twoPeople = (page: Page) => page.getByRole("switch", { name: approvalTexts.fourEyes });

test("required approval is turned on and off with the keyboard alone", async () => {
  const { page, accessible } = await running.open({ path: `${path}?tab=approval` });
  await twoPeople(page).focus();
  await page.keyboard.press("Space");
  await page.getByText(approvalTexts.beforeOn).waitFor();
  await page.keyboard.press("Enter");
  await button(page, sharedTexts.review.publish).press("Enter");
  await published(page);
  await page.getByText(approvalTexts.beforeOn).waitFor({ state: "detached" });
  await twoPeople(page).focus();
  await page.keyboard.press("Space");
  await page.getByText(approvalTexts.beforeOff).waitFor();
  await review(page);
  await button(page, sharedTexts.review.propose).waitFor();
  const publish = button(page, sharedTexts.review.publish);
  assert.equal(await publish.count(), 0);
  await page.getByRole("checkbox", { name: sharedTexts.review.breakTheGlass }).check();
  await accessible();
  await becomes(() => publish.isDisabled(), true);
  await page.getByRole("status").filter({ hasText: sharedTexts.review.reasonNeeded }).waitFor();
  await page.getByRole("textbox", { name: sharedTexts.review.reason }).fill("No second person is awake");
  await publish.click();
  await publish.waitFor({ state: "detached" });
  assert.equal((await running.send("GET", `${address}/protection`)).four_eyes, false);
});

test("what is proposed shows as it still is", async () => {
  await running.send("PUT", `${address}/protection`, { four_eyes: true, reason_required: false }, { "if-match": "*" });
  const { page } = await running.open({ path: `${path}?tab=approval` });
  await twoPeople(page).uncheck();
  await review(page);
  await page.getByRole("button", { name: sharedTexts.review.propose }).click();
  await page.getByText(sharedTexts.review.proposed, { exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[role=switch]")?.checked);
});
