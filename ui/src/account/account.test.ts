import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccount, openAs, password } from "../../test/account.ts";
import { becomes, consoleForTests, textPattern } from "../../test/console-page.ts";
import { button } from "../../test/controls.ts";
import { roleTexts } from "../members/member-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { accountTexts as texts } from "./account-texts.ts";

const running = consoleForTests();

test("one's account is reached from the menu by the keyboard alone, and says what one may, and signs out each session, at last this one", async () => {
  await createAccount(running.program, "self@example.com", "Sal Self", "operator");
  const { page: other } = await openAs(running, "self@example.com");
  const { page } = await openAs(running, "self@example.com");
  await button(page, sharedTexts.shell.account).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: sharedTexts.shell.openAccount }).press("Enter");
  await page.getByRole("heading", { level: 1, name: sharedTexts.shell.account }).waitFor();
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.getByText(sharedTexts.shell.roleOf(sharedTexts.roles.operator, "acme-shop")).waitFor();
  await page.getByText(roleTexts.operator).waitFor();
  await page.getByText(texts.found(3), { exact: true }).waitFor();
  await becomes(() => page.getByText(texts.current).count(), 1);
  const signOuts = page.getByRole("button", { name: textPattern(texts.endOne) });
  await becomes(() => signOuts.count(), 2, "each but this browser's");
  await signOuts.first().press("Enter");
  await page.getByText(texts.ended).waitFor();
  await signOuts.nth(1).waitFor({ state: "detached" });
  await signOuts.first().press("Enter");
  await page.getByText(texts.found(1), { exact: true }).waitFor();
  // The page may already be on its way to the sign-in page, which cuts the reload off.
  await other.reload().catch(() => undefined);
  await other.waitForURL(/\/sign-in/);
  await page.reload();
  await page.getByText(texts.current).waitFor();
  await button(page, sharedTexts.shell.signOutEverywhere).press("Enter");
  await page.waitForURL(/\/sign-in/);
});

test("the password is changed, which ends the other sessions, and what is wrong is said at its field", async () => {
  await createAccount(running.program, "change@example.com", "Cam Change");
  const { page, accessible } = await openAs(running, "change@example.com", { path: "account" });
  await page.getByText(sharedTexts.shell.noRoles).waitFor();
  await page.getByLabel(texts.currentPassword).fill("not my password");
  await page.getByLabel(texts.newPassword).fill("short");
  await page.keyboard.press("Enter");
  await page.locator('[aria-invalid="true"]').waitFor();
  await accessible();
  await page.getByLabel(texts.newPassword).fill("quite another long password");
  await page.keyboard.press("Enter");
  await page.getByText("expected your present password").waitFor();
  await page.getByLabel(texts.currentPassword).fill(password);
  await page.keyboard.press("Enter");
  await page.getByText(texts.changed(1)).waitFor();
  assert.ok(!((await page.evaluate("JSON.stringify(sessionStorage)")) as string).includes("long password"));
});
