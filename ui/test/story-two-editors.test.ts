/** Two users edit the same resource and the server fails in between: no input is lost, and apps get the outcome. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { maintenanceTexts } from "../src/maintenance/maintenance-texts.ts";
import { windowTexts } from "../src/maintenance/windows/window-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { versionPolicyTexts } from "../src/version-policies/version-policy-texts.ts";
import { cell, HOUR, wall } from "./calendar-page.ts";
import { becomes, type ConsolePage, textPattern } from "./console-page.ts";
import { box, button } from "./controls.ts";
import { pageDay, pageWall } from "./shown-time.ts";
import {
  beginStory,
  configFor,
  editIos,
  goTo,
  inviteUser,
  maintenanceFor,
  publishAll,
  publishAndClose,
  type Story,
} from "./story.ts";

const directories = temporaryDirectories();
let story: Story;
let grace: ConsolePage;
before(async () => {
  story = await beginStory(directories());
  grace = await inviteUser(story, "Grace", sharedTexts.roles.editor);
});
after(() => story.running.close());

const mustUpdate = async (version: string) => (await configFor(story.running, story.key, version)).force_upgrade;
const chosen = (page: Page, side: string) => button(page, new RegExp(`^Use: ${side}`));

test("two people change different things of the same, and both are kept", async () => {
  const { page, assertClean } = story.ada;
  const [hers, graces] = [await editIos(page), await editIos(grace.page)];
  await box(hers, versionPolicyTexts.minimum).fill("2.5.0");
  await button(graces, versionPolicyTexts.addLine("Blocked")).click();
  await box(graces, versionPolicyTexts.line("Blocked", 1)).fill("2.6.0");
  await publishAll(grace.page);
  await box(hers, versionPolicyTexts.line("Blocked", 1)).waitFor();
  await becomes(() => box(hers, versionPolicyTexts.minimum).inputValue(), "2.5.0", "what is typed stays");
  await publishAll(page);
  assert.deepEqual(await Promise.all(["2.4.9", "2.5.0", "2.6.0", "2.7.0"].map(mustUpdate)), [true, false, true, false]);
  assertClean();
  grace.assertClean();
});

test("two people change the same thing, and each time one of them chooses", async () => {
  const { page, assertClean, accessible } = story.ada;
  const [hers, graces] = [await editIos(page), await editIos(grace.page)];
  await box(hers, versionPolicyTexts.minimum).fill("2.5.5");
  await box(graces, versionPolicyTexts.minimum).fill("2.5.2");
  await publishAll(grace.page);
  await page.getByText(sharedTexts.review.conflict).waitFor();
  await becomes(() => button(page, sharedTexts.actions.save).isDisabled(), true, "nothing is sent before a choice");
  assert.equal(await mustUpdate("2.5.3"), false, "it is as the other has published it");
  await accessible();
  await chosen(page, sharedTexts.review.mine).click();
  await publishAll(page);
  assert.equal(await mustUpdate("2.5.3"), true);

  await editIos(page);
  await editIos(grace.page);
  await box(graces, versionPolicyTexts.minimum).fill("2.9.0");
  await box(graces, versionPolicyTexts.recommended).fill("2.9.5");
  await box(hers, versionPolicyTexts.minimum).fill("2.5.6");
  await publishAll(page);
  await grace.page.getByText(sharedTexts.review.conflict).waitFor();
  await chosen(grace.page, sharedTexts.review.theirs).click();
  await becomes(() => box(graces, versionPolicyTexts.recommended).inputValue(), "2.9.5", "fields without other changes stay");
  await publishAll(grace.page);
  await hers.getByText(sharedTexts.review.decided.below_recommended).first().waitFor({ state: "attached" });
  assert.deepEqual(await Promise.all(["2.5.5", "2.5.6", "2.8.0"].map(mustUpdate)), [true, false, false]);
  assertClean();
  grace.assertClean();
});

test("the server goes away in the middle of a form: the page says so, nothing typed is lost, and it is published after", async () => {
  const { running, key } = story;
  const { page, assertClean, accessible } = story.ada;
  const start = pageDay(5) + 2 * HOUR;
  await goTo(page, sharedTexts.screens.maintenance);
  await button(page, maintenanceTexts.create).first().click();
  await box(page, windowTexts.title).fill("storage");
  await running.goAway();
  await page.getByLabel(windowTexts.start).fill(pageWall(start));
  await box(page, new RegExp(`^${windowTexts.duration}`)).fill("3 h");
  await box(page, "Message (English)").fill("Typed while the server was away.");
  await page.getByText(textPattern(sharedTexts.shell.away)).waitFor();
  await page.getByText(windowTexts.previewAway).waitFor();
  await accessible();
  await button(page, sharedTexts.actions.save).click();
  await page.getByText(sharedTexts.review.notSent).waitFor();
  await running.comeBack();
  await page.getByText(sharedTexts.review.differences).waitFor();
  await page.getByText(textPattern(sharedTexts.shell.away)).waitFor({ state: "detached" });
  await publishAndClose(page);
  assert.equal(await maintenanceFor(running, key, "eu-1"), `open ${wall(start)} ${wall(start + 3 * HOUR)}`);
  await cell(page, /^storage/)
    .or(page.getByText(/Next: storage/))
    .first()
    .waitFor();
  assertClean();
});
