/** The first day of a server, with the keyboard alone: apps get a block and its undo. */

import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { activityTexts } from "../src/activity/activity-texts.ts";
import { connectTexts } from "../src/connect/connect-texts.ts";
import { instanceTexts } from "../src/instances/instance-texts.ts";
import { memberTexts } from "../src/members/member-texts.ts";
import { newProjectTexts } from "../src/projects/new-project-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { versionPolicyTexts } from "../src/version-policies/version-policy-texts.ts";
import { type ConsolePage, consoleForTests } from "./console-page.ts";
import { box, button } from "./controls.ts";
import { enter, goBy, isAt, reach, type } from "./keyboard.ts";
import { configFor, configure, firstLink, iosCard, password, shownKey, title } from "./story.ts";

const running = consoleForTests({ example: false });
let ada: ConsolePage;
let key: string;
before(async () => {
  ada = await running.visitor();
});

const noDialog = (page: Page) => page.getByRole("dialog").first().waitFor({ state: "detached" });

async function publish(page: Page): Promise<void> {
  await page.getByText(sharedTexts.review.differences).waitFor();
  await enter(page, button(page, sharedTexts.review.publish));
}

test("with keys alone the first account, a project and its key are made", async () => {
  const { page, assertClean } = ada;
  await page.goto(firstLink(running));
  await type(page, box(page, memberTexts.login), "ada@example.com");
  await type(page, box(page, memberTexts.name), "Ada");
  await type(page, box(page, "Password"), password);
  await page.keyboard.press("Enter");
  await title(page, sharedTexts.screens.overview);
  await enter(page, page.getByRole("link", { name: newProjectTexts.create }));
  await title(page, newProjectTexts.title);
  await isAt(page, box(page, newProjectTexts.name));
  await page.keyboard.type("Acme Shop");
  await page.keyboard.press("Enter");
  await publish(page);
  await title(page, sharedTexts.screens.connect);
  await isAt(page, button(page, `${sharedTexts.actions.copy}: ${connectTexts.configLine}`));
  key = await shownKey(page);
  await reach(page, page.getByRole("tab", { name: connectTexts.tabs.steps }));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await enter(page, button(page, instanceTexts.create));
  await isAt(page, box(page, instanceTexts.name));
  await page.keyboard.type("Acme Asia");
  await page.keyboard.press("Enter");
  await publish(page);
  await noDialog(page);
  await configure(running.program);
  assertClean();
});

test("with keys alone a version is blocked, and that is taken back", async () => {
  const { page, assertClean } = ada;
  const before = await configFor(running, key, "2.5.0");
  await goBy(page, sharedTexts.screens.versions);
  const ios = iosCard(page);
  await enter(page, ios.getByRole("tab", { name: versionPolicyTexts.tabs.rules }));
  await enter(page, button(ios, versionPolicyTexts.addLine("Blocked")));
  await isAt(page, box(ios, versionPolicyTexts.line("Blocked", 1)));
  await page.keyboard.type("2.5.0");
  await enter(page, button(page, sharedTexts.actions.save));
  await publish(page);
  await noDialog(page);
  await isAt(page, ios.getByRole("heading", { name: "iOS" }));
  assert.equal((await configFor(running, key, "2.5.0")).force_upgrade, true);

  await goBy(page, sharedTexts.screens.activity);
  await enter(page, page.getByRole("link", { name: /^Blocked 2.5.0 on iOS/ }).last());
  await enter(page, button(page, activityTexts.undo));
  await page.getByText("Unblocked 2.5.0 on iOS").last().waitFor();
  await type(page, box(page, sharedTexts.review.reason), "2.5.0 is well after all");
  await enter(page, button(page, sharedTexts.review.publish));
  await noDialog(page);
  await isAt(page, button(page, activityTexts.undo));
  assert.deepEqual(await configFor(running, key, "2.5.0"), before);
  assertClean();
});
