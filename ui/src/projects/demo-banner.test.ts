import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { becomes } from "../../test/becomes.ts";
import { type Console, shop, startConsole, titled } from "../../test/console-page.ts";
import { enter, reach, type } from "../../test/keyboard.ts";
import { adoptionTexts } from "../adoption/adoption-texts.ts";
import { overviewTexts } from "../overview/overview-texts.ts";
import { impactTexts } from "../review/impact-texts.ts";
import { en } from "../texts/en.ts";
import { versionPolicyTexts } from "../version-policies/version-policy-texts.ts";
import { deleteProjectTexts } from "./delete-project-texts.ts";
import { demoTexts } from "./demo-texts.ts";
import { newProjectTexts } from "./new-project-texts.ts";

const texts = demoTexts.en;
const instant = Date.parse("2027-03-10T12:30:00Z");
const options = { instant, timezoneId: "UTC", locale: "en-GB" };
const directories = temporaryDirectories();
let running: Console;
before(async () => {
  running = await startConsole(directories(), { demo: "live", now: () => instant });
});
after(() => running.close());

const banner = (page: Page): Locator => page.getByRole("note").filter({ hasText: texts.meaning });
const link = (page: Page, name: string) => banner(page).getByRole("link", { name, exact: true });

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [1440, 390])
    test(`the demo has requests, maintenance and a proposal, and says that it is one: ${colorScheme}, ${width} px`, async () => {
      const look = { ...options, colorScheme, viewport: { width, height: 900 } };
      const { page, assertClean, accessible } = await running.open(look);
      await banner(page).waitFor();
      await page.getByText("warehouse-move").waitFor();
      await page.getByText("checkout-update").waitFor();
      await page.getByRole("link", { name: /awaiting your review/ }).waitFor();
      await accessible();
      await page.goto(`${running.program.urls.admin}/console/projects/${shop}/versions`);
      await banner(page).waitFor();
      await becomes(() => page.getByText(adoptionTexts.en.madeUp, { exact: true }).count(), 3);
      await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
      await accessible();
      assertClean();
    });

test("a review of the demo's policies calls its numbers made up", async () => {
  const { page, assertClean } = await running.open({ ...options, path: `projects/${shop}/versions?edit=ios` });
  await page.getByRole("textbox", { name: versionPolicyTexts.en.minimum }).fill("25.0");
  await page.getByRole("button", { name: en.actions.save }).click();
  const dialog = page.getByRole("dialog", { name: versionPolicyTexts.en.reviewEdit("ios") });
  await dialog.getByText(impactTexts.en.madeUp, { exact: true }).waitFor();
  await dialog.getByRole("alert").filter({ hasText: en.review.guards.locks_out }).waitFor();
  await becomes(() => dialog.getByText(impactTexts.en.honest).count(), 0);
  assertClean();
});

test("users who can neither create nor delete projects see the banner without links", async () => {
  const { page, assertClean, accessible } = await running.open({
    ...options,
    path: `projects/${shop}/instances`,
    role: "editor",
  });
  await banner(page).waitFor();
  assert.equal(await banner(page).getByRole("link").count(), 0);
  await accessible();
  assertClean();
});

test("another project has no banner, and beside it Now has none", async () => {
  const { program } = running;
  const form = { name: "Own", languages: ["en"] };
  assert.equal((await program.admin("PUT", "/admin/v1/projects/own", form, { "if-none-match": "*" })).status, 201);
  const { page, assertClean } = await running.open({ ...options, path: "projects/own/instances" });
  await titled(page, "Instances · Own · Drawbridge");
  assert.equal(await banner(page).count(), 0);
  await page.goto(`${program.urls.admin}/console/`);
  await page.getByText("warehouse-move").waitFor();
  assert.equal(await banner(page).count(), 0);
  assert.equal((await program.admin("DELETE", "/admin/v1/projects/own", undefined, { "if-match": "*" })).status, 200);
  assertClean();
});

test("with the keyboard alone, the banner leads to a new project, and the demo is removed for good", async () => {
  const { page, assertClean } = await running.open(options);
  await enter(page, link(page, texts.create));
  await page.getByRole("heading", { level: 1, name: newProjectTexts.en.create }).waitFor();
  await page.goBack();
  await enter(page, link(page, texts.remove));
  await page.getByText(deleteProjectTexts.en.lost, { exact: true }).waitFor();
  await type(page, page.getByRole("textbox", { name: en.fields.typeToConfirm(shop) }), shop);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: en.review.anyway }).first().waitFor();
  for (const box of await dialog.getByRole("checkbox", { name: en.review.anyway }).all()) {
    await reach(page, box);
    await page.keyboard.press("Space");
  }
  await type(page, dialog.getByRole("textbox", { name: en.review.reason }), "Seen enough");
  await enter(page, dialog.getByRole("button", { name: en.review.publish, exact: true }));
  await page.getByRole("heading", { name: overviewTexts.en.emptyTitle }).waitFor();
  assert.equal(await banner(page).count(), 0);
  assertClean();
  await running.goAway();
  await running.comeBack();
  assert.equal((await running.program.admin("GET", `/admin/v1/projects/${shop}`)).status, 404);
});
