import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, shop, textPattern } from "../../test/console-page.ts";
import { box, publish } from "../../test/controls.ts";
import { overviewTexts } from "../overview/overview-texts.ts";
import { deleteProjectTexts } from "../settings/settings-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { newProjectTexts } from "./new-project-texts.ts";

const running = consoleForTests();

const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

test("what is wrong with a new project is said at its field, and what is typed survives a reload", async () => {
  const { page, accessible } = await running.open({ path: "new-project", viewport: { width: 390, height: 844 } });
  await box(page, newProjectTexts.name).fill("新聞");
  await page.getByText(sharedTexts.actions.advanced).waitFor();
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  await page.getByText(newProjectTexts.idWrong).waitFor();
  await accessible();
  await box(page, newProjectTexts.id).fill("news");
  await page.getByText("Web", { exact: true }).click();
  await page.reload();
  await page.getByText(textPattern(sharedTexts.drafts.restored)).waitFor();
  await becomes(() => box(page, newProjectTexts.name).inputValue(), "新聞");
  await becomes(() => page.getByRole("checkbox", { name: "Web" }).isChecked(), true);
});

test("an id taken by another user is reported, and their project stays untouched", async () => {
  const { page } = await running.open({ path: "new-project" });
  const { etag } = await running.program.admin("GET", `/admin/v1/projects/${shop}`);
  await box(page, newProjectTexts.name).fill("Another shop");
  await page.getByText(sharedTexts.actions.advanced).click();
  await box(page, newProjectTexts.id).fill(shop);
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  await page.getByText(sharedTexts.review.madeMeanwhile).waitFor();
  assert.equal((await running.program.admin("GET", `/admin/v1/projects/${shop}`)).etag, etag);
});

test("a project is deleted by typing its name, past its keys, and everything else goes on", async () => {
  const address = "/admin/v1/projects/ends";
  await running.send("PUT", address, { name: "Acme Ends" }, { "if-none-match": "*" });
  await running.send("POST", `${address}/keys`, { name: "app" });
  const { page, accessible } = await running.open({ path: "projects/ends/settings" });
  await page.getByText(deleteProjectTexts.apps).waitFor();
  const confirm = page.getByRole("button", { name: deleteProjectTexts.button });
  await becomes(() => confirm.isDisabled(), true);
  await box(page, sharedTexts.fields.typeToConfirm("Acme Ends")).fill("Acme Ends");
  await page.keyboard.press("Enter");
  await page.getByRole("checkbox", { name: sharedTexts.review.anyway }).press("Space");
  await accessible();
  await box(page, sharedTexts.review.reason).fill("It was a try");
  await publish(page);
  await title(page, sharedTexts.screens.overview);
  assert.equal((await running.program.admin("GET", address)).status, 404);
});

test("an empty server shows how to begin, also to users who cannot create projects", async () => {
  const member = await running.open({ role: "viewer" });
  const { page, accessible } = await running.open();
  await page.getByRole("article", { name: "Acme Shop" }).waitFor();
  await running.send("DELETE", `/admin/v1/projects/${shop}?override=in_use,active_window&reason=x`, undefined, {
    "if-match": "*",
  });
  await page.getByRole("heading", { name: overviewTexts.emptyTitle }).waitFor();
  await accessible();
  await member.page.getByRole("heading", { name: overviewTexts.noneTitle }).waitFor();
  await becomes(() => member.page.getByRole("link", { name: newProjectTexts.create }).count(), 0);
  await page.getByRole("link", { name: newProjectTexts.create }).press("Enter");
  await title(page, newProjectTexts.create);
  await member.page.goto(page.url());
  await member.page.getByRole("heading", { name: newProjectTexts.mayNotTitle }).waitFor();
});
