/** A project from an empty server to its end, in the console alone. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { becomes, type Console, shop, startConsole, textPattern } from "../../test/console-page.ts";
import { appSnippetTexts } from "../app-snippets/app-snippet-texts.ts";
import { overviewTexts } from "../overview/overview-texts.ts";
import { platformTexts } from "../platforms/platform-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { deleteProjectTexts } from "./delete-project-texts.ts";
import { firstStepsTexts, newProjectTexts } from "./new-project-texts.ts";

const directories = temporaryDirectories();
const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const publish = (page: Page) => page.getByRole("button", { name: sharedTexts.review.publish, exact: true });

/** Focuses a field or button, and types into it. */
async function type(page: Page, name: string, text: string): Promise<void> {
  await box(page, name).last().focus();
  await page.keyboard.type(text);
}

async function pressOn(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

/** Into a terminal, whose curl does what curl does; gives the answer. */
async function pasted(line: string) {
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", `curl() { printf '%s\\0' "$@"; }; ${line}`]);
  const [flag, header = "", address = ""] = stdout.split("\0");
  const [name = "", key = ""] = header.split(": ");
  assert.equal(flag, "-H");
  return (await fetch(address, { headers: { [name]: key } })).json();
}

test("a project is made with the keyboard alone, and the line that it ends in is answered as an app is", async () => {
  const { page, assertClean, accessible } = await running.open();
  await page.getByRole("link", { name: newProjectTexts.create }).focus();
  await page.keyboard.press("Enter");
  await title(page, newProjectTexts.create);
  await accessible();
  await type(page, newProjectTexts.name, "Acme Größen");
  await becomes(() => box(page, newProjectTexts.id).inputValue(), "acme-grossen");
  await page.getByRole("textbox", { name: newProjectTexts.minimum }).first().focus();
  await page.keyboard.type("2.4.0");
  await type(page, platformTexts.storeOf.apple, "https://apps.apple.com/app/id1");
  await pressOn(page, newProjectTexts.addPlatform);
  await type(page, sharedTexts.review.platform, "web");
  await page.getByRole("combobox", { name: platformTexts.store }).selectOption("none");
  await pressOn(page, newProjectTexts.addInstance);
  await type(page, newProjectTexts.instanceId, "eu'1");
  await type(page, newProjectTexts.instanceName, payload);
  await page.reload();
  await page.getByText(textPattern(sharedTexts.drafts.restored)).waitFor();
  await becomes(() => box(page, newProjectTexts.instanceName).inputValue(), payload, "kept");
  await accessible();
  await box(page, newProjectTexts.id).focus();
  await page.keyboard.press("Enter");
  await page.getByText(sharedTexts.review.differences).waitFor();
  await accessible();
  await publish(page).focus();
  await page.keyboard.press("Enter");
  await title(page, firstStepsTexts.title);
  await page.getByText(firstStepsTexts.askFirstKey).waitFor();
  await accessible();
  await pressOn(page, firstStepsTexts.makeKey);
  await page.getByText(firstStepsTexts.keyMade).waitFor();
  await accessible();
  await page.getByText(appSnippetTexts.waiting).waitFor();
  const lines = await page.locator("code", { hasText: "curl" }).allTextContents();
  const answers = await Promise.all(lines.map(pasted));
  assert.equal(answers.length, 2);
  assert.equal(answers[0].force_upgrade, false, lines.join());
  assert.equal(answers[1].is_maintenance, false, JSON.stringify(answers[1]));
  await page.getByText(textPattern(appSnippetTexts.asked)).waitFor();
  assert.equal(await page.evaluate("document.querySelectorAll('img[src=x]').length"), 0);
  assertClean();
});

test("what is wrong with a new project is said at its field", async () => {
  const { page, assertClean, accessible } = await running.open({ path: "new-project", viewport: { width: 390, height: 844 } });
  await box(page, newProjectTexts.name).fill("Wrong");
  await box(page, newProjectTexts.id).fill("Not An Id");
  await page.getByRole("textbox", { name: newProjectTexts.minimum }).first().fill("two");
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
  await accessible();
  await box(page, newProjectTexts.id).fill("wrong");
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  await page.getByRole("textbox", { name: newProjectTexts.minimum }).and(page.locator("[aria-invalid=true]")).waitFor();
  await page.getByRole("textbox", { name: sharedTexts.review.platform, exact: true }).last().fill("ios");
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  await page.getByText(newProjectTexts.twice).first().waitFor();
  await accessible();
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  assertClean();
});

test("an id taken by another user is reported, and their project stays untouched", async () => {
  const { page, assertClean } = await running.open({ path: "new-project" });
  const before = await running.program.admin("GET", `/admin/v1/projects/${shop}`);
  await box(page, newProjectTexts.name).fill("Another shop");
  await box(page, newProjectTexts.id).fill(shop);
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  await page.getByText(sharedTexts.review.madeMeanwhile).waitFor();
  const after = await running.program.admin("GET", `/admin/v1/projects/${shop}`);
  assert.equal(after.etag, before.etag);
  assertClean();
});

test("the project switcher leads to a new one, for administrators", async () => {
  const { page, assertClean, accessible } = await running.open({ path: `projects/${shop}/settings` });
  await page.keyboard.press("p");
  await page.getByRole("option", { name: sharedTexts.shell.newProject }).waitFor();
  // The list, when it arrives, replaces what was typed.
  await page.getByRole("option", { name: "Acme Shop" }).waitFor();
  await accessible();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("new pro");
  await page.keyboard.press("Enter");
  await title(page, newProjectTexts.create);
  assertClean();
});

test("a project is deleted by typing its name, past its keys, and everything else goes on", async () => {
  const { page, assertClean, accessible } = await running.open({ path: "projects/acme-grossen/settings?tab=delete" });
  await page.getByText(deleteProjectTexts.lost).waitFor();
  await accessible();
  const confirm = page.getByRole("button", { name: deleteProjectTexts.button });
  await becomes(() => confirm.isDisabled(), true);
  await page.getByRole("textbox", { name: sharedTexts.fields.typeToConfirm("acme-grossen") }).focus();
  await page.keyboard.type("acme-grossen");
  await page.keyboard.press("Enter");
  await page.locator("[data-guard=in_use]").waitFor();
  await accessible();
  await page.getByRole("checkbox", { name: sharedTexts.review.anyway }).focus();
  await page.keyboard.press("Space");
  await box(page, sharedTexts.review.reason).focus();
  await page.keyboard.type("It was a try");
  await publish(page).focus();
  await page.keyboard.press("Enter");
  await title(page, sharedTexts.screens.overview);
  await page.getByRole("row", { name: /Acme Größen/ }).waitFor({ state: "detached" });
  assert.equal((await running.program.admin("GET", "/admin/v1/projects/acme-grossen")).status, 404);
  assertClean();
});

test("an empty server shows how to begin, also to users who cannot create projects", async () => {
  const member = await running.open({ role: "viewer" });
  const { page, assertClean, accessible } = await running.open();
  await page.getByRole("article", { name: "Acme Shop" }).waitFor();
  await running.program.admin("DELETE", `/admin/v1/projects/${shop}?override=in_use,active_window&reason=x`, undefined, {
    "if-match": "*",
  });
  await page.getByRole("heading", { name: overviewTexts.emptyTitle }).waitFor();
  await accessible();
  await member.page.getByRole("heading", { name: overviewTexts.noneTitle }).waitFor();
  await member.accessible();
  await becomes(() => member.page.getByRole("link", { name: newProjectTexts.create }).count(), 0);
  await page.getByRole("link", { name: newProjectTexts.create }).focus();
  await page.keyboard.press("Enter");
  await title(page, newProjectTexts.create);
  await member.page.goto(page.url());
  await member.page.getByRole("heading", { name: newProjectTexts.mayNotTitle }).waitFor();
  await member.accessible();
  assertClean();
  member.assertClean();
});
