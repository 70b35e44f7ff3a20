import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, dialogOpened, shop } from "../../test/console-page.ts";
import { button, shownCredential } from "../../test/controls.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { tokenTexts } from "./token-texts.ts";

const { access: texts, calendar } = tokenTexts;

const ofProject = `projects/${shop}/settings?tab=tokens`;
const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
const running = consoleForTests();

const nameField = (page: Page) => page.getByRole("textbox", { name: texts.name, exact: true });

/** Status that the admin API returns for a request with the token. */
async function ask(token: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${running.program.urls.admin}/admin/v1/${path}`, { headers })).status;
}

test("a token of the server is made with the keyboard alone, opens it, and opens nothing once it is revoked", async () => {
  const { page, accessible } = await running.open({ path: "tokens" });
  await page.getByRole("table").waitFor();
  await accessible();
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").and(nameField(page)).waitFor();
  await accessible();
  await page.keyboard.type("Backup");
  await page.keyboard.press("Enter");
  const token = await shownCredential(page);
  await accessible();
  assert.equal(await ask(token, "people"), 200);
  await button(page, credentialTexts.haveIt).press("Enter");
  await becomes(() => page.getByText(token).count(), 0);
  await page.reload();
  await page.getByRole("row", { name: /Backup active Administrator .* Ada .*never/ }).waitFor();
  await page.getByRole("link", { name: "Backup" }).press("Enter");
  await page.getByText(/Last used: (this minute|now|\d+ seconds? ago|in )/).waitFor();
  await accessible();
  await page.getByRole("textbox", { name: sharedTexts.fields.typeToConfirm("Backup") }).fill("Backup");
  await page.keyboard.press("Enter");
  await page.getByText(texts.revoked("Backup")).waitFor();
  assert.equal(await ask(token, "people"), 401);
  await page.getByRole("combobox", { name: sharedTexts.collection.state }).selectOption("active");
  await page.getByRole("row", { name: /Backup/ }).waitFor({ state: "detached" });
  await page.waitForURL(/state=active/);
});

test("what is wrong with a token is said at its field, and what was typed survives a reload", async () => {
  const { page, accessible } = await running.open({ path: "tokens?createToken=true" });
  await page.getByLabel(texts.expiry).fill("2020-01-01T00:00");
  await button(page, texts.create).last().click();
  await page.locator('[aria-invalid="true"]').nth(1).waitFor();
  await accessible();
  await nameField(page).fill("Kept");
  await page.reload();
  await becomes(() => nameField(page).inputValue(), "Kept");
});

test("a token of a project opens it alone, with its role, until it is revoked", async () => {
  const { page, accessible } = await running.open({ path: ofProject, role: "owner" });
  await page.getByRole("heading", { name: texts.none.title }).waitFor();
  await accessible();
  await button(page, texts.create).first().click();
  await nameField(page).fill("Deploy script");
  await page.getByRole("radio", { name: /^Viewer/ }).check();
  await accessible();
  await button(page, texts.create).last().click();
  const token = await shownCredential(page);
  await button(page, credentialTexts.haveIt).click();
  assert.equal(await ask(token, `projects/${shop}`), 200);
  assert.equal(await ask(token, "people"), 403);
  assert.equal(await ask(token, `projects/${shop}/tokens?kind=access`), 403);
  await page.getByRole("row", { name: /Deploy script .* Viewer .* Otto/ }).waitFor();
  await page.getByRole("link", { name: "Deploy script" }).click();
  await page.getByRole("textbox", { name: sharedTexts.fields.typeToConfirm("Deploy script") }).fill("Deploy script");
  await button(page, texts.revoke).click();
  await page.getByText(texts.revoked("Deploy script")).waitFor();
  assert.equal(await ask(token, `projects/${shop}`), 401);
  await accessible();
});

test("a user without permission to see tokens is told so, on a phone and in dark mode", async () => {
  const viewport = { width: 390, height: 780 };
  const { page, accessible } = await running.open({
    path: ofProject,
    role: "editor",
    viewport,
    colorScheme: "dark",
  });
  await page.getByText(texts.ofProjectRead).waitFor();
  await becomes(() => page.getByRole("table").count(), 0);
  await accessible();
  const { page: server } = await running.open({ path: "tokens", role: "owner" });
  await server.getByText(sharedTexts.session.mayNot("Administrator")).waitFor();
});

test("a calendar address is made with the keyboard, opens the calendar, and ends for good", async () => {
  const other = await running.open({ path: ofProject });
  await other.page.getByRole("heading", { name: calendar.none.title }).waitFor();
  await other.accessible();
  const { page, accessible } = await running.open({ path: ofProject });
  await page.getByRole("button", { name: calendar.create }).focus();
  await page.keyboard.press("Enter");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(payload);
  await accessible();
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog").locator("code");
  await shown.first().waitFor();
  await accessible();
  const [feed = ""] = await shown.allTextContents();
  assert.match(await (await fetch(feed)).text(), /^BEGIN:VCALENDAR[\s\S]*warehouse-move/);
  await page.getByRole("button", { name: credentialTexts.haveIt }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await other.page.getByRole("row", { name: /active/ }).waitFor();
  await page.getByRole("link", { name: payload, exact: true }).focus();
  await page.keyboard.press("Enter");
  await dialogOpened(page);
  await page.getByRole("textbox", { name: /^Type/ }).fill(payload);
  await accessible();
  await page.keyboard.press("Enter");
  await page
    .getByRole("row", { name: /revoked/ })
    .filter({ hasText: payload })
    .waitFor();
  assert.equal((await fetch(feed)).status, 404);
});

test("a calendar of one instance tells nothing of another, and what is wrong is said at its field", async () => {
  const { page, accessible } = await running.open({ path: `${ofProject}&create=true` });
  await page.getByRole("textbox", { name: calendar.name, exact: true }).fill(" ");
  await page.getByRole("button", { name: calendar.create }).last().click();
  await page.locator("[aria-invalid=true]").waitFor();
  await accessible();
  await page.getByRole("textbox", { name: calendar.name, exact: true }).fill("Europe");
  await page.reload();
  await becomes(() => page.getByRole("textbox", { name: calendar.name, exact: true }).inputValue(), "Europe", "kept");
  const shows = page.getByRole("combobox", { name: calendar.covers }).or(page.getByRole("textbox", { name: calendar.covers }));
  await shows.first().click();
  await page.getByRole("option", { name: "Acme Europe" }).click();
  await page.getByRole("button", { name: calendar.create }).last().click();
  const feed = (await page.getByRole("dialog").locator("code").first().textContent()) ?? "";
  const text = await (await fetch(feed)).text();
  assert.match(text, /warehouse-move/);
  assert.doesNotMatch(text, /ios-push-certificates/);
});
