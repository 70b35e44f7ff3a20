import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator } from "playwright-core";
import { maintenanceTexts } from "../src/maintenance/maintenance-texts.ts";
import { windowTexts } from "../src/maintenance/windows/window-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { versionPolicyTexts as texts } from "../src/version-policies/version-policy-texts.ts";
import { createKey } from "./account.ts";
import { dayFromNow, wall } from "./calendar-page.ts";
import { becomes, type ConsolePage, consoleForTests, textPattern } from "./console-page.ts";
import { box, button, publish, publishAll } from "./controls.ts";

const { actions, review } = sharedTexts;
const base = "/admin/v1/projects/two";
const running = consoleForTests();
let key: string;
let ada: ConsolePage;
let grace: ConsolePage;
before(async () => {
  const stores = { apple: "https://apps.apple.com/app/id123456789" };
  await running.send("PUT", base, { name: "Two", stores }, { "if-none-match": "*" });
  await running.send("PUT", `${base}/platforms/ios`, { minimum: "2.4.0" }, { "if-none-match": "*" });
  key = await createKey(running.program, "two");
  const path = "projects/two/versions?edit=ios";
  [ada, grace] = [await running.open({ path }), await running.open({ path })];
});

const rules = ({ page }: ConsolePage) => page.getByRole("region", { name: texts.card("iOS"), exact: true });
const minimum = (card: Locator) => box(card, texts.minimum);

function mustUpdate(...versions: readonly string[]): Promise<unknown[]> {
  return Promise.all(
    versions.map(async (version) => {
      const path = `/api/v1/config?platform=ios&current_version=${version}`;
      return (await running.program.read(path, key)).body.force_upgrade;
    }),
  );
}

test("two people change different things of the same, and both are kept", async () => {
  const [hers, graces] = [rules(ada), rules(grace)];
  await minimum(hers).fill("2.5.0");
  await button(graces, texts.addLine("Blocked")).click();
  await box(graces, texts.line("Blocked", 1)).fill("2.6.0");
  await publishAll(grace.page);
  await box(hers, texts.line("Blocked", 1)).waitFor();
  await becomes(() => minimum(hers).inputValue(), "2.5.0", "what is typed stays");
  await publishAll(ada.page);
  assert.deepEqual(await mustUpdate("2.4.9", "2.5.0", "2.6.0", "2.7.0"), [true, false, true, false]);
});

test("two people change the same thing, and one of them chooses", async () => {
  const [hers, graces] = [rules(ada), rules(grace)];
  await minimum(hers).fill("2.5.5");
  await minimum(graces).fill("2.5.2");
  await publishAll(grace.page);
  await ada.page.getByText(review.conflict).waitFor();
  await becomes(() => button(ada.page, actions.save).isDisabled(), true, "nothing is sent before a choice");
  assert.deepEqual(await mustUpdate("2.5.3"), [false], "it is as the other has published it");
  await ada.accessible();
  await button(ada.page, new RegExp(`^Use: ${review.mine}`)).click();
  await publishAll(ada.page);
  assert.deepEqual(await mustUpdate("2.5.3"), [true]);
});

test("the server goes away in the middle of a form: the page says so, nothing typed is lost, and it is published after", async () => {
  const { page, assertClean, accessible } = ada;
  await page.getByRole("link", { name: sharedTexts.screens.maintenance, exact: true }).click();
  await button(page, maintenanceTexts.create).first().click();
  await box(page, windowTexts.title).fill("storage");
  await running.goAway();
  await page.getByLabel(windowTexts.start).fill(wall(dayFromNow(5)));
  await box(page, new RegExp(`^${windowTexts.duration}`)).fill("3 h");
  await box(page, "Message (English)").fill("Typed while the server was away.");
  await page.getByText(textPattern(sharedTexts.shell.away)).waitFor();
  await page.getByText(windowTexts.previewAway).waitFor();
  await accessible();
  await button(page, actions.save).click();
  await page.getByText(review.notSent).waitFor();
  await Promise.all([page.getByText(sharedTexts.shell.back).waitFor(), running.comeBack()]);
  await page.getByText(review.differences).waitFor();
  await publish(page);
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  const { message } = await running.send("GET", `${base}/windows/storage`);
  assert.deepEqual(message, { en: "Typed while the server was away." });
  assertClean();
});
