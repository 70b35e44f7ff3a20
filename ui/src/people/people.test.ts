import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount, openAs, sendAs } from "../../test/account.ts";
import { becomes, consoleForTests, shop, textPattern } from "../../test/console-page.ts";
import { box, button } from "../../test/controls.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { memberTexts } from "../members/member-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { peopleTexts as texts } from "./people-texts.ts";

const base = "/admin/v1/people";
const running = consoleForTests();

async function createToken(login: string, name: string): Promise<string> {
  return String((await sendAs(running.program, login, ["POST", "tokens"], { name, role: "viewer" })).token);
}

test("a person is invited with the keyboard alone, with a link that is shown once", async () => {
  const { page, accessible } = await running.open({ path: "people" });
  await page.getByRole("table").waitFor();
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").and(box(page, memberTexts.login)).waitFor();
  await page.keyboard.type("grace@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Grace");
  await page.keyboard.press("Enter");
  await page.getByText(textPattern(texts.linkMeaning, "Grace")).waitFor();
  await accessible();
  const url = (await page.getByRole("dialog").locator("code").first().textContent()) ?? "";
  assert.match(url, /\/sign-in#link=dbl_/);
  await button(page, credentialTexts.haveIt).press("Enter");
  const { states, noRoles, signedInNowhere, ways } = texts;
  const row = `Grace ${states.invited} ${noRoles} ${signedInNowhere} ${ways.none} grace@example.com`;
  await page.getByRole("row", { name: row }).waitFor();
  await becomes(() => page.getByText(url).count(), 0);
});

test("disabling a person lists what ends, revokes their tokens if chosen, and signs their open page out immediately", async () => {
  const id = await createAccount(running.program, "leaver@example.com", "Lea Leaver", "owner");
  const authorization = `Bearer ${await createToken("leaver@example.com", "hers")}`;
  const { page: theirs } = await openAs(running, "leaver@example.com", { path: `projects/${shop}/connect?tab=instances` });
  await theirs.getByRole("link", { name: "Acme Europe" }).waitFor();
  const { page, accessible } = await running.open({ path: `people?open=${id}` });
  await button(page, texts.disableDo).press("Enter");
  await page.getByText(texts.ends.role(sharedTexts.roles.owner, "Acme Shop")).waitFor();
  await page.getByText(`Access tokens that this person created keep working: hers (${shop}).`).waitFor();
  await page.getByRole("checkbox", { name: "Also revoke this access token" }).check();
  await accessible();
  await button(page, texts.disableNow).press("Enter");
  await page.getByText(texts.disabled("Lea Leaver")).waitFor();
  await theirs.waitForURL(/\/sign-in/);
  const asked = await running.program.admin("GET", `/admin/v1/projects/${shop}`, undefined, { authorization });
  assert.equal(asked.status, 401);
  await button(page, texts.enableDo).click();
  await page.getByText(texts.enabled("Lea Leaver")).waitFor();
});

test("an administrator is made and unmade through a review, and the last one stays", async () => {
  const id = await createAccount(running.program, "second@example.com", "Sia Second");
  const { page } = await running.open({ path: `people?open=${id}` });
  await button(page, texts.makeDo).click();
  await button(page, sharedTexts.review.publish).click();
  await page.getByText(texts.unmakeMeaning).waitFor();
  await page.getByRole("row", { name: new RegExp(`Sia Second .*${texts.administrator}`) }).waitFor();
  await button(page, texts.unmakeDo).click();
  await page.getByRole("textbox", { name: sharedTexts.review.reason }).fill("Back to other work");
  await button(page, sharedTexts.review.publish).click();
  await page.getByText(texts.makeMeaning).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: sharedTexts.actions.close }).click();
  await page.getByRole("link", { name: "Ada" }).click();
  await page.getByText(texts.last).first().waitFor();
  await becomes(() => button(page, texts.disableDo).count(), 0);
});

test("a person is signed out and gets a new link; erasing takes the login to be typed, names the tokens that go on, and leaves an id", async () => {
  const id = await createAccount(running.program, "gone@example.com", "Gil Gone", "owner");
  await createToken("gone@example.com", "left behind");
  const { page } = await running.open({ path: `people?open=${id}` });
  await button(page, sharedTexts.shell.signOutEverywhere).click();
  await page.getByText(texts.signedOut("Gil Gone")).waitFor();
  await button(page, texts.linkDo).click();
  await page.getByText(textPattern(texts.linkMeaning, "Gil Gone")).waitFor();
  await button(page, credentialTexts.haveIt).click();
  await page.getByRole("button", { name: texts.erase }).click();
  await page.getByText(`left behind (${shop})`).waitFor();
  const erase = button(page, texts.eraseDo);
  await becomes(() => erase.isDisabled(), true);
  await page.getByRole("textbox", { name: sharedTexts.fields.typeToConfirm("gone@example.com") }).fill("gone@example.com");
  await page.keyboard.press("Enter");
  await page.getByText(texts.erased).waitFor();
  await page.getByRole("link", { name: "Gil Gone" }).waitFor({ state: "detached" });
  assert.equal((await running.program.admin("GET", `${base}/${id}`)).status, 404);
});
