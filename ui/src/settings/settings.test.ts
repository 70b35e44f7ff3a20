import assert from "node:assert/strict";
import { test } from "node:test";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { box, publish, published, review } from "../../test/controls.ts";
import { platformTexts } from "../platforms/platform-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { approvalTexts } from "./approval-texts.ts";
import { deleteProjectTexts } from "./delete-project-texts.ts";
import { manifestTexts } from "./manifest-texts.ts";
import { settingsTexts as texts } from "./settings-texts.ts";

const path = `projects/${shop}/settings`;
const address = `/admin/v1/projects/${shop}`;
const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>"><script>alert(3)</script>`;
const running = consoleForTests();

async function head(project = shop) {
  return running.program.admin("GET", `/admin/v1/projects/${project}`);
}

async function patch(form: object): Promise<void> {
  const { status, body } = await running.program.admin("PATCH", address, form, { "if-match": "*" });
  assert.equal(status, 200, JSON.stringify(body));
}

test("languages are put in another order, and added, with the keyboard alone", async () => {
  const { page, accessible } = await running.open({ path });
  await page.getByRole("combobox", { name: texts.firstLanguage }).focus();
  await page.keyboard.type("German");
  await becomes(() => page.getByRole("combobox", { name: texts.firstLanguage }).inputValue(), "de");
  const field = page.getByRole("textbox", { name: texts.languages }).or(page.getByRole("combobox", { name: texts.languages }));
  await field.first().focus();
  await page.keyboard.type("not one");
  await page.keyboard.press("Enter");
  await page.getByText(texts.noLanguage).waitFor();
  await accessible();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("pt-br");
  await page.keyboard.press("Enter");
  await page.getByText("Brazilian Portuguese").first().waitFor();
  await box(page, texts.ttl).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("1 min");
  await page.keyboard.press("Enter");
  await page.getByText(sharedTexts.review.differences).waitFor();
  await accessible();
  // A message without a German text would be empty for users of other languages.
  await page.getByRole("checkbox", { name: sharedTexts.review.anyway }).focus();
  await page.keyboard.press("Space");
  await box(page, sharedTexts.review.reason).focus();
  await page.keyboard.type("German comes first");
  await page.getByRole("button", { name: sharedTexts.review.publish, exact: true }).focus();
  await page.keyboard.press("Enter");
  await published(page);
  const { languages, ttl } = (await head()).body;
  assert.deepEqual([languages, ttl], [["de", "en", "it", "pt-BR"], "PT1M"]);
  await page.getByRole("button", { name: sharedTexts.actions.save }).waitFor({ state: "detached" });
  await patch({ languages: ["en", "de", "it"], ttl: "PT30S" });
});

test("what is wrong is said at its field, and what was typed can be discarded", async () => {
  const { page, accessible } = await running.open({ path });
  const before = (await head()).body;
  await box(page, texts.ttl).fill("5 h");
  await box(page, texts.name).fill(payload);
  await review(page);
  await page.getByText(/from 0s to 1h/).waitFor();
  await accessible();
  await page.getByRole("button", { name: sharedTexts.actions.discard }).click();
  await becomes(() => box(page, texts.name).inputValue(), before.name);
  assert.deepEqual((await head()).body, before);
});

test("the lock-out limit is a number of percent, and without one the default applies", async () => {
  const { page, accessible } = await running.open({ path });
  await box(page, texts.lockOutLimit).fill("101");
  await review(page);
  await page.getByText(/expected a whole number of percent from 0 to 100/).waitFor();
  await accessible();
  await box(page, texts.lockOutLimit).fill("35");
  await review(page);
  await publish(page);
  await published(page);
  assert.equal((await head()).body.lock_out_limit_percent, 35);
  // Once the page has read what was published: before, an empty field is no change.
  await page.getByRole("button", { name: sharedTexts.actions.save }).waitFor({ state: "detached" });
  await box(page, texts.lockOutLimit).fill("");
  await review(page);
  await publish(page);
  // The notification of the first change may still be there.
  await becomes(async () => "lock_out_limit_percent" in (await head()).body, false);
});

test("a platform is added, renamed, and deleted again", async () => {
  const { page, accessible } = await running.open({ path: `${path}?tab=platforms` });
  await page.getByRole("row", { name: /Huawei.*C100000001/ }).waitFor();
  await accessible();
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").and(box(page, sharedTexts.review.platform)).waitFor();
  await page.keyboard.type("amazon");
  await page.keyboard.press("Enter");
  await page.getByText(/the link that a blocked app opens/).waitFor();
  await accessible();
  await page.getByRole("combobox", { name: platformTexts.store }).selectOption("android");
  await page.getByRole("dialog").getByRole("textbox", { name: platformTexts.name, exact: true }).fill("Fire TV");
  await review(page);
  await publish(page);
  await page.getByRole("link", { name: "Fire TV", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Fire TV" }).waitFor();
  await page.waitForURL(/edit=amazon/);
  await accessible();
  await page.getByRole("button", { name: platformTexts.delete }).click();
  await publish(page);
  // The review has rows of its own for as long as it is there.
  await page.getByRole("link", { name: "Fire TV", exact: true }).waitFor({ state: "detached" });
});

test("the default store links are one form, and all else of the project and its platforms stays", async () => {
  const [{ body: was }, { body: platform }] = [await head(), await running.program.admin("GET", `${address}/platforms/huawei`)];
  const { page, accessible } = await running.open({ path: `${path}?tab=platforms` });
  await box(page, platformTexts.storeOf.android).fill("javascript:alert(1)");
  await review(page);
  await page.getByText(/expected a link/).waitFor();
  await accessible();
  await box(page, platformTexts.storeOf.android).fill("https://play.google.com/store/apps/details?id=com.acme.two");
  await review(page);
  await publish(page);
  await published(page);
  const { body: is } = await head();
  const stores = { ...(was.stores as object), android: "https://play.google.com/store/apps/details?id=com.acme.two" };
  assert.deepEqual(is, { ...was, stores, revision: is.revision });
  assert.deepEqual((await running.program.admin("GET", `${address}/platforms/huawei`)).body, platform);
});

test("a viewer sees every tab and can change nothing", async () => {
  const { page, accessible } = await running.open({ path, role: "viewer" });
  await page.getByText(texts.readOnly).waitFor();
  await becomes(() => box(page, texts.name).isDisabled(), true);
  await accessible();
  for (const [section, text] of [
    [texts.tabs.platforms, /huawei/],
    [texts.tabs.approval, approvalTexts.readOnly],
    [texts.tabs.members, "viewer@example.com"],
    [texts.tabs.tokens, sharedTexts.session.mayNot(sharedTexts.roles.operator)],
    [texts.tabs.manifest, manifestTexts.toApply],
    [texts.tabs.general, deleteProjectTexts.readOnly],
  ] as const) {
    await page.getByRole("tab", { name: section }).click();
    await page.getByText(text).first().waitFor();
    const edits = page.getByRole("button", { name: /Review|Publish|Add|Create|Delete|Invite/ });
    await becomes(() => edits.or(page.getByRole("row").getByRole("link", { name: "Otto" })).count(), 0, section);
    await accessible();
  }
});
