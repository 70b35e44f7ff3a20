import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount, invite, openAs, password, sendAs } from "../../test/account.ts";
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

test("a person is invited with the keyboard alone, signs in by the link in another browser, and is active immediately", async () => {
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
  await button(page, credentialTexts.haveIt).press("Enter");
  await page
    .getByRole("row", {
      name: `Grace ${texts.states.invited} ${texts.noRoles} ${texts.signedInNowhere} ${texts.ways.none} grace@example.com`,
    })
    .waitFor();
  await becomes(() => page.getByText(url).count(), 0);

  const { page: hers } = await running.visitor();
  await hers.goto(url);
  await box(hers, "Password").fill(password);
  await hers.keyboard.press("Enter");
  await hers.waitForURL(/\/console\//);
  await page
    .getByRole("row", { name: new RegExp(`Grace ${texts.states.active} ${texts.noRoles} .* ${texts.ways.password}`) })
    .waitFor();
});

test("what is wrong with an account is said at its field", async () => {
  await invite(running.program, "taken@example.com", "Taken");
  const { page } = await running.open({ path: "people?create=true" });
  await box(page, memberTexts.login).fill("two words");
  await button(page, memberTexts.invite).last().click();
  await page.getByText(memberTexts.nameMissing).waitFor();
  await box(page, memberTexts.name).fill("Another name");
  await button(page, memberTexts.invite).last().click();
  await page.locator('[aria-invalid="true"]').waitFor();
  await box(page, memberTexts.login).fill("TAKEN@example.com");
  await button(page, memberTexts.invite).last().click();
  await page
    .getByText(/taken|already/)
    .first()
    .waitFor();
  await becomes(() => box(page, memberTexts.login).getAttribute("aria-invalid"), "true");
  await becomes(() => box(page, memberTexts.name).inputValue(), "Another name");
});

test("disabling a person lists what ends, and their open page is signed out immediately", async () => {
  const id = await createAccount(running.program, "leaver@example.com", "Lea Leaver", "editor");
  const { page: theirs } = await openAs(running, "leaver@example.com", { path: `projects/${shop}/connect?tab=instances` });
  await theirs.getByRole("link", { name: "Acme Europe" }).waitFor();
  const { page, accessible } = await running.open({ path: `people?open=${id}` });
  await button(page, texts.disableDo).press("Enter");
  await page.getByText(texts.ends.role(sharedTexts.roles.editor, "Acme Shop")).waitFor();
  await page.getByText(texts.tokensNone).waitFor();
  await accessible();
  await button(page, texts.disableNow).press("Enter");
  await page.getByText(texts.disabled("Lea Leaver")).waitFor();
  await theirs.waitForURL(/\/sign-in/);
  await page.getByText(texts.statesMeaning.disabled).waitFor();
  await button(page, texts.enableDo).click();
  await page.getByText(texts.enabled("Lea Leaver")).waitFor();
  await page.getByText(texts.noRoles, { exact: true }).first().waitFor();
});

test("an administrator is made and unmade through a review, and the last one stays", async () => {
  const id = await createAccount(running.program, "second@example.com", "Sia Second");
  const { page } = await running.open({ path: `people?open=${id}` });
  await button(page, texts.makeDo).click();
  await page.getByText(sharedTexts.review.differences).waitFor();
  await becomes(() => button(page, sharedTexts.review.propose).count(), 0);
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
  await button(page, texts.signOut).click();
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

test("a person's tokens are revoked in the same step, if chosen", async () => {
  const id = await createAccount(running.program, "dora@example.com", "Dora Dismissed", "owner");
  const token = await createToken("dora@example.com", "hers");
  const ask = () => running.program.admin("GET", `/admin/v1/projects/${shop}`, undefined, { authorization: `Bearer ${token}` });
  assert.equal((await ask()).status, 200);
  const { page, accessible } = await running.open({ path: `people?open=${id}` });
  await button(page, texts.disableDo).click();
  await page.getByText(`Access tokens that this person created keep working: hers (${shop}).`).waitFor();
  const revoke = page.getByRole("checkbox", { name: "Also revoke this access token" });
  await becomes(() => revoke.isChecked(), false);
  await revoke.check();
  await accessible();
  await button(page, texts.disableNow).click();
  await page.getByText(texts.disabled("Dora Dismissed")).waitFor();
  assert.equal((await ask()).status, 401);
});
