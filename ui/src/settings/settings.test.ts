import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { box, publish, published, review } from "../../test/controls.ts";
import { platformTexts } from "../platforms/platform-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

const path = `projects/${shop}/settings`;
const address = `/admin/v1/projects/${shop}`;
const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>"><script>alert(3)</script>`;
const running = consoleForTests();

const head = () => running.send("GET", address);

test("what is wrong is said at its field, and what was typed can be discarded", async () => {
  const { page } = await running.open({ path });
  const before = await head();
  await box(page, texts.ttl).fill("5 h");
  const field = page.getByRole("textbox", { name: texts.languages }).or(page.getByRole("combobox", { name: texts.languages }));
  await field.first().fill("not one");
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

test("a platform is added, renamed, and deleted again", async () => {
  const { page } = await running.open({ path: `${path}?tab=platforms` });
  await page.getByRole("row", { name: /Huawei.*C100000001/ }).waitFor();
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").and(box(page, sharedTexts.review.platform)).waitFor();
  await page.keyboard.type("amazon");
  await page.keyboard.press("Enter");
  await page.getByText(/the link that a blocked app opens/).waitFor();
  await page.getByRole("combobox", { name: platformTexts.store }).selectOption("android");
  await page.getByRole("dialog").getByRole("textbox", { name: platformTexts.name, exact: true }).fill("Fire TV");
  await review(page);
  await publish(page);
  await page.getByRole("link", { name: "Fire TV", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Fire TV" }).waitFor();
  await page.waitForURL(/edit=amazon/);
  await page.getByRole("button", { name: platformTexts.delete }).click();
  await publish(page);
  // The review has rows of its own for as long as it is there.
  await page.getByRole("link", { name: "Fire TV", exact: true }).waitFor({ state: "detached" });
});

test("the default store links are one form, and all else of the project and its platforms stays", async () => {
  const [was, platform] = [await head(), await running.send("GET", `${address}/platforms/huawei`)];
  const { page } = await running.open({ path: `${path}?tab=platforms` });
  await box(page, platformTexts.storeOf.android).fill("javascript:alert(1)");
  await review(page);
  await page.getByText(/Expected a link/).waitFor();
  await box(page, platformTexts.storeOf.android).fill("https://play.google.com/store/apps/details?id=com.acme.two");
  await review(page);
  await publish(page);
  await published(page);
  const is = await head();
  const stores = { ...(was.stores as object), android: "https://play.google.com/store/apps/details?id=com.acme.two" };
  assert.deepEqual(is, { ...was, stores, revision: is.revision });
  assert.deepEqual(await running.send("GET", `${address}/platforms/huawei`), platform);
});
