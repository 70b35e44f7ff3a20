import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, shop, textPattern, titled } from "../../test/console-page.ts";
import { publishAll } from "../../test/controls.ts";
import { settingsTexts } from "../settings/settings-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type Kind, kinds } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";

const path = `projects/${shop}/messages`;
const running = consoleForTests();

const text = (page: Page) => page.getByRole("textbox", { name: texts.text, exact: true });
const phone = (page: Page) => page.getByRole("figure");
const list = (page: Page) => page.getByRole("navigation", { name: texts.list });

async function choose(page: Page, kind: Kind, language = "English"): Promise<void> {
  await list(page).locator(`[href*="kind=${kind}"]`).click();
  await page.getByRole("heading", { level: 2, name: texts.kinds[kind] }).waitFor();
  await page.getByRole("tab", { name: language }).click();
  await page.getByRole("tab", { name: language, selected: true }).waitFor();
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Other tests do not touch this project. */
async function make(id: string, form: object, policies: Readonly<Record<string, object>> = {}): Promise<string> {
  const manifest = { apiVersion: "drawbridge/v1", project: id, platforms: policies, ...form };
  const path = `/admin/v1/projects/${id}/manifest?override=store_link&reason=test`;
  await running.send("PUT", path, manifest, { "if-none-match": "*" });
  return `projects/${id}/messages`;
}

async function headOf(id: string) {
  const { languages, messages = {} } = await running.send("GET", `/admin/v1/projects/${id}`);
  return { languages, messages: messages as Texts };
}

async function simulated(id: string, query: string): Promise<unknown> {
  const { body } = await running.send("GET", `/admin/v1/projects/${id}/simulate?${query}`);
  return (body as { readonly message: string }).message;
}

const two = { languages: ["en", "de"], messages: { upgrade: { en: "Update, please.", de: "Bitte aktualisieren." } } };

test("one message in one language stands between the list and its phone, as the address says", async () => {
  const { page } = await running.open({
    path: `${path}?kind=upgrade&language=it&version=2.0.0&platform=android`,
  });
  await page.getByRole("tab", { name: "Italian · 1/6", selected: true }).waitFor();
  await titled(page, `${sharedTexts.screens.messages} · Acme Shop · ${sharedTexts.product}`);
  await page.getByText(texts.shownFor("Android 2.0.0")).waitFor();
  const toTest = (await page.getByRole("link", { name: texts.toTest }).getAttribute("href")) ?? "";
  assert.match(toTest, /\/test\?platform=android&version=2\.0\.0&lang=it$/);
  assert.match((await phone(page).textContent()) ?? "", /La versione 2\.0\.0 .* alla 2\.6 /);
  await list(page).getByTitle(texts.written(3, 3)).waitFor();
  await list(page).locator("[href*='kind=maintenance']").click();
  await page.getByText(texts.missing.other("English")).waitFor();
  await page.getByRole("tab", { name: `German · 2/${kinds.length}` }).click();
  await page.waitForURL((url) => url.search.includes("kind=maintenance") && url.search.includes("language=de"));
  await becomes(() => page.getByText(texts.missing.other("English")).count(), 0);
  assert.equal(await page.getByRole("figure").count(), 1);
});

test("a placeholder that is wrong is told at its place while it is typed, and put right with a button", async () => {
  const { page, accessible } = await running.open({ path });
  await choose(page, "maintenance", "German");
  const german = text(page);
  await german.fill("{bogus} {end}");
  await page.getByText(texts.faults.unknown("{bogus}")).waitFor();
  assert.deepEqual(await page.getByRole("button", { name: /Replace with/ }).allTextContents(), [texts.replaceBy("{end_time}")]);
  await german.fill("Wir sind zurück:\nam {end_tme}.");
  await page.getByText(texts.at(2, 4, texts.faults.unknown("{end_tme}"))).waitFor();
  await becomes(() => german.getAttribute("aria-invalid"), "true");
  await list(page)
    .getByRole("link", { name: `${texts.kinds.maintenance} ${texts.wrongIn}` })
    .waitFor();
  await accessible();
  await page.getByRole("button", { name: texts.show, exact: true }).click();
  assert.equal(await page.evaluate("getSelection().toString()"), "{end_tme}");
  await page.getByRole("button", { name: texts.replaceBy("{end_time}") }).click();
  await becomes(() => german.inputValue(), "Wir sind zurück:\nam {end_time}.");
  await text(page).fill("a".repeat(2001));
  await page.getByText(texts.left(2001, 2000)).waitFor();
  await page.getByText(texts.faults.too_long).waitFor();
  await page.getByRole("button", { name: sharedTexts.actions.discard }).click();
  await page.getByText(texts.faults.too_long).waitFor({ state: "detached" });
});

test("a text that phones do not find is added under the tag that they send with one click", async () => {
  const upgrade = { en: "Update, please.", "pt-BR": "Atualize o aplicativo." };
  const own = await make("unfound", { languages: ["en", "pt-BR"], messages: { upgrade } });
  const { page, accessible } = await running.open({ path: own });
  await page.getByText(textPattern(texts.unfound)).waitFor();
  await accessible();
  await page.getByRole("button", { name: textPattern(texts.addCopyOf, "pt") }).click();
  await page.getByText(textPattern(texts.unfound)).waitFor({ state: "detached" });
  await publishAll(page);
  const { languages, messages } = await headOf("unfound");
  assert.deepEqual(languages, ["en", "pt-BR", "pt"]);
  assert.deepEqual(messages.upgrade, { ...upgrade, pt: upgrade["pt-BR"] });
});

test("a placeholder is inserted at the caret with the keyboard alone, and typing goes on behind it", async () => {
  const { page } = await running.open({ path });
  await choose(page, "maintenance");
  const english = text(page);
  await english.fill("Back at .");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: texts.insert("end_time") }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type(" or so");
  await becomes(() => english.inputValue(), "Back at {end_time} or so.");
});

test("the phones show what is typed, and the server says the same once it is published", async () => {
  const own = await make(
    "phones",
    { name: "Phones", ...two, stores: { apple: "https://apps.apple.com/app/id1" } },
    { ios: { minimum: "2.0" } },
  );
  const { page } = await running.open({ path: own });
  const shown = phone(page);
  const preview = page.getByRole("region", { name: texts.phones });
  await shown.getByText("Update, please.").waitFor();
  await preview.getByText(texts.isPublished, { exact: true }).waitFor();
  await page.getByText("The button opens apps.apple.com.").waitFor();
  await text(page).fill("");
  await page.getByText("There is no text in English, the first language.").waitFor();
  await text(page).fill("{project_name} {current_version} is old: {minimum_version}.");
  await shown.getByText("Phones 1.0.0 is old: 2.0.").waitFor();
  await preview.getByTitle(texts.isDraftMeaning).waitFor();
  await list(page)
    .getByRole("link", { name: `${texts.kinds.upgrade} ${texts.unsaved}` })
    .waitFor();
  await publishAll(page);
  await preview.getByTitle(texts.isPublishedMeaning).waitFor();
  assert.equal(await simulated("phones", "platform=ios&version=1.0.0"), "Phones 1.0.0 is old: 2.0.");
  await becomes(() => page.getByText(texts.unsaved).count(), 0);
});

test("a recommendation and its title are written and previewed", async () => {
  const policy = { ios: { recommended: "2.6.0", store: "none" } };
  const own = await make("gates", { name: "Gates", languages: ["en"] }, policy);
  const { page } = await running.open({ path: own });
  await choose(page, "recommended");
  const shown = phone(page);
  const title = page.getByRole("textbox", { name: texts.title });
  await title.fill("Version {update_to}\u0009");
  await page.getByText(texts.faults.line_break).waitFor();
  await title.fill("Version {update_to}");
  await text(page).fill("Get {recommended_version}, please.");
  await shown.getByText("Version 2.6.0").waitFor();
  await shown.getByText("Get 2.6.0, please.").waitFor();
});

test("the phone in maintenance has the times and the zone of the window, word for word as the server", async () => {
  const day = 86_400_000;
  const start = new Date(Date.now() + 10 * day).toISOString().slice(0, 10);
  const windows = { move: { start: `${start}T02:00`, zone: "Asia/Tokyo", duration: "PT3H" } };
  const instances = { eu: { name: "Europe" } };
  const messages = { maintenance: { en: "From {start_time} until {end_time}." } };
  const own = await make("times", { name: "Times", languages: ["en"], windows, instances, messages });
  const { page } = await running.open({ path: own });
  await choose(page, "maintenance");
  const message = phone(page).locator("p");
  await page.getByText(textPattern(texts.maintenanceTimes, "move")).waitFor();
  const drawn = await message.textContent();
  const at = new Date(Date.parse(`${start}T02:30:00+09:00`)).toISOString();
  assert.equal(drawn, await simulated("times", `platform=ios&version=1.0.0&at=${at}`));
});

test("a window and a platform with a text of their own lead to where it is changed", async () => {
  const start = `${new Date().getUTCFullYear() + 1}-01-02T03:00`;
  const windows = { "db-upgrade": { title: "Database", start, duration: "PT3H", message: { en: "Closed to {end_time}." } } };
  const policies = {
    tv: { name: "Smart TV", store: "none", messages: { maintenance: { en: "Break" }, upgrade: { en: "Old TV" } } },
  };
  const own = await make("own", { ...two, windows }, policies);
  const { page, accessible } = await running.open({ path: `${own}?kind=maintenance` });
  const section = page.getByRole("region", { name: texts.own });
  await section.getByText("Closed to {end_time}.").waitFor();
  await section.getByText("Break").waitFor();
  const addressOf = (name: string) => section.getByRole("link", { name }).getAttribute("href");
  assert.match((await addressOf("Database")) ?? "", /\/projects\/own\/maintenance\?edit=db-upgrade$/);
  assert.match((await addressOf("Smart TV")) ?? "", /\/projects\/own\/versions\?edit=tv$/);
  await accessible();
  await choose(page, "upgrade", "German");
  await section.getByText(texts.ownMissing("German")).waitFor();
  await becomes(() => section.getByRole("link").count(), 1);
});

test("a language is added by name, written in, made the first and removed", async () => {
  const own = await make("tongues", two);
  const { page } = await running.open({ path: own });
  await page.getByRole("button", { name: texts.manage }).focus();
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: settingsTexts.languages });
  const languagesField = field.or(page.getByRole("combobox", { name: settingsTexts.languages })).first();
  await languagesField.focus();
  await page.keyboard.type("arabic");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "Arabic", selected: true }).waitFor();
  await text(page).focus();
  await page.keyboard.type("يرجى تحديث التطبيق.");
  for (const place of [text(page), phone(page).locator("p")])
    assert.equal(await place.evaluate((each) => each.matches(":dir(rtl)")), true);
  await page.getByRole("combobox", { name: settingsTexts.firstLanguage }).focus();
  await page.keyboard.type("Arabic");
  await becomes(async () => (await page.getByRole("tab").allTextContents()).findIndex((name) => name.includes("Arabic")), 0);
  await languagesField.focus();
  await page.keyboard.press("Backspace");
  await publishAll(page);
  const { languages, messages } = await headOf("tongues");
  assert.deepEqual(languages, ["ar", "en"]);
  assert.deepEqual(messages.upgrade, { en: "Update, please.", ar: "يرجى تحديث التطبيق." });
});

test("a notice can say nothing in one language on purpose", async () => {
  const own = await make("silent", { languages: ["en", "de"], messages: { default: { en: "Hello" } } });
  const { page } = await running.open({ path: own });
  await choose(page, "default", "German");
  await page.getByRole("checkbox", { name: texts.silent }).check();
  await publishAll(page);
  assert.deepEqual((await headOf("silent")).messages, { default: { en: "Hello", de: "" } });
});

test("on a phone the text and its picture take turns, and nothing is wider than it", async () => {
  const { page } = await running.open({ path, viewport: { width: 390, height: 800 } });
  await text(page).waitFor();
  assert.equal(await phone(page).count(), 0);
  await page.getByRole("tab", { name: "German" }).click();
  await text(page).fill("Auf dem Telefon getippt {");
  await page.locator("label").filter({ hasText: texts.viewPhone }).click();
  await phone(page).getByText("Auf dem Telefon getippt {").waitFor();
  assert.equal(await text(page).count(), 0);
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
});
