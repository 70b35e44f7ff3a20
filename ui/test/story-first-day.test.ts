/** The first day of a server, from an empty directory to a version that is blocked and let go again, in the console alone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { temporaryDirectories } from "../../server/test/temporary-directory.ts";
import { activityTexts } from "../src/activity/activity-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { versionPolicyTexts } from "../src/version-policies/version-policy-texts.ts";
import { box, button } from "./controls.ts";
import { beginStory, configFor, editIos, goTo, publishAll, publishAndClose, type Story } from "./story.ts";

const directories = temporaryDirectories();
let story: Story;
before(async () => {
  story = await beginStory(directories());
});
after(() => story.running.close());

test("the first administrator blocks a version and unblocks it, and apps get each change", async () => {
  const { running, key } = story;
  const { page, assertClean, accessible } = story.ada;
  const told = (version: string) => configFor(running, key, version);
  const before = await told("2.5.0");
  assert.equal(before.force_upgrade, false);
  assert.equal((await told("2.3.9")).force_upgrade, true, "the minimum is 2.4.0");
  assert.equal((await told("2.3.9")).apple_source, "https://apps.apple.com/app/id123456789");

  const ios = await editIos(page);
  await button(ios, versionPolicyTexts.addLine("Blocked")).click();
  await box(ios, versionPolicyTexts.line("Blocked", 1)).fill("2.5.0");
  await publishAll(page);
  const blocked = await told("2.5.0");
  assert.equal(blocked.force_upgrade, true);
  assert.notEqual(blocked.message, "", "a blocked user is told why");
  assert.equal((await told("2.5.1")).force_upgrade, false);
  await ios.getByText(versionPolicyTexts.someMustUpdate("below 2.4.0 and 2.5.0")).waitFor();
  await accessible();

  await goTo(page, sharedTexts.screens.activity);
  await page.getByRole("link", { name: /^Blocked 2.5.0 on iOS/ }).click();
  await page.getByRole("region", { name: activityTexts.details }).getByRole("button", { name: activityTexts.undo }).click();
  await box(page, sharedTexts.review.reason).fill("2.5.0 is well after all");
  await publishAndClose(page);
  await page.getByRole("link", { name: "Undid “blocked 2.5.0 on iOS”" }).waitFor();
  assert.deepEqual(await told("2.5.0"), before);
  await accessible();
  assertClean();
});
