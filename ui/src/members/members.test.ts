import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { createAccount, openAs } from "../../test/account.ts";
import { consoleForTests, shop } from "../../test/console-page.ts";
import { button, clipboard, copied } from "../../test/controls.ts";
import { assertSteps, startKeyboardJob } from "../../test/job.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { roleTexts, memberTexts as texts } from "./member-texts.ts";

const path = `projects/${shop}/settings?tab=members`;
const address = `/admin/v1/projects/${shop}/members`;
const running = consoleForTests();

const loginField = (page: Page) => page.getByRole("textbox", { name: texts.login });

async function roleOf(person: string): Promise<unknown> {
  const { members } = await running.send("GET", address);
  return (members as readonly { readonly person: string; readonly role: string }[]).find((each) => each.person === person)?.role;
}

test("a member is added with the keyboard alone, by login and role", async () => {
  const id = await createAccount(running.program, "new@example.com", "Nia New");
  const { page, accessible } = await running.open({ path });
  await button(page, texts.create).press("Enter");
  await page.locator("input:focus").and(loginField(page)).waitFor();
  await page.keyboard.type("unknown@example.com");
  await page.keyboard.press("Enter");
  await page.getByText(texts.nameMissing).waitFor();
  await accessible();
  await loginField(page).fill("NEW@example.com");
  await page.getByRole("radio", { name: /^Viewer/ }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await button(page, sharedTexts.review.publish).press("Enter");
  await page.getByRole("row", { name: new RegExp(`Nia New ${texts.active} Operator new@example.com`) }).waitFor();
  assert.equal(await roleOf(id), "operator");
});

test("a member gets another role, is told each by what it may, and loses it", async () => {
  const id = await createAccount(running.program, "changing@example.com", "Cho Changing", "viewer");
  const { page } = await running.open({ path });
  await page.getByRole("link", { name: "Cho Changing" }).click();
  await page.getByText(roleTexts.editor).waitFor();
  await page.getByRole("radio", { name: /^Editor/ }).check();
  await button(page, sharedTexts.actions.save).click();
  await page.getByText(texts.reviewRole("Cho Changing", "Editor")).waitFor();
  await button(page, sharedTexts.review.publish).click();
  await page.getByRole("row", { name: /Cho Changing.*Editor/ }).waitFor();
  assert.equal(await roleOf(id), "editor");
  await page.getByRole("link", { name: "Cho Changing" }).click();
  await button(page, texts.remove).click();
  await button(page, sharedTexts.review.publish).click();
  await page.getByRole("row", { name: /Cho Changing/ }).waitFor({ state: "detached" });
  assert.equal(await roleOf(id), undefined);
});

test("an owner who is no administrator invites a colleague with a role in five keys, Enter copies the link, and the owner is warned of losing the role", async () => {
  const id = await createAccount(running.program, "olive@example.com", "Olive Owner", "owner");
  const { page, accessible } = await openAs(running, "olive@example.com", { path, ...clipboard });
  await button(page, texts.create).waitFor();
  await startKeyboardJob(page);
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").and(loginField(page)).waitFor();
  await page.keyboard.type("keys@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Kim Keys");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText(texts.invited("Kim Keys")).waitFor();
  await assertSteps(page, 5);
  await accessible();
  await page.keyboard.press("Enter");
  assert.match(await copied(page), /#link=dbl_/);
  await page.getByRole("row", { name: /Kim Keys.*Operator/, includeHidden: true }).waitFor({ state: "attached" });
  await page.goto(`${running.program.urls.admin}/console/${path}&edit=${id}`);
  await page.getByText(texts.ownRole).waitFor();
  await running.send("DELETE", `${address}/${id}`, undefined, { "if-match": "*" });
  await page.getByText(sharedTexts.states.notFound).waitFor();
});
