import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { anyText, becomes, type Console, shop, startConsole, textPattern } from "../../test/console-page.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";
import { windowTexts } from "./windows/window-texts.ts";

const directories = temporaryDirectories();
const path = `projects/${shop}/maintenance`;
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

interface Listed {
  readonly occurrence: string;
  readonly window: string;
  readonly planned_end: string;
  readonly end: string;
  readonly state: string;
  readonly platforms: readonly string[] | null;
}

async function byHand(): Promise<readonly Listed[]> {
  const { body } = await running.program.admin("GET", `/admin/v1/projects/${shop}/maintenance`);
  return (body.occurrences as readonly Listed[]).filter(
    ({ window, state }) => window.startsWith("by-hand") && state === "active",
  );
}

const startButton = (page: Page) => page.getByRole("button", { name: texts.startNow });
const next = (page: Page) => page.getByRole("button", { name: texts.next, exact: true });
const card = (page: Page) => page.getByRole("region", { name: /^Maintenance of/ });

async function completeAll(): Promise<void> {
  for (const { occurrence } of await byHand()) {
    await running.program.admin("POST", `/admin/v1/projects/${shop}/maintenance/complete`, { occurrence });
  }
}

test("maintenance is started in two steps, extended and completed with the keyboard alone", async () => {
  const { page, assertClean, accessible } = await running.open({ path });
  await accessible();
  await page.keyboard.press("s");
  const length = page.getByRole("textbox", { name: texts.duration });
  await length.and(page.locator("input:focus")).waitFor();
  await length.fill("20 min");
  await accessible();
  await page.keyboard.press("Enter");
  await page.getByText(texts.confirmWhole).waitFor();
  assert.deepEqual(await byHand(), [], "nothing is sent before the second step");
  await accessible();
  await startButton(page).focus();
  await page.keyboard.press("Enter");
  await card(page).waitFor();
  const [started] = await byHand();
  await card(page)
    .getByRole("button", { name: textPattern(texts.extendByLabel, "15 min") })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByText(texts.extended).waitFor();
  const [extended] = await byHand();
  assert.equal(Date.parse(extended?.end ?? "") - Date.parse(started?.end ?? ""), 15 * 60_000);
  await accessible();
  await card(page)
    .getByRole("button", { name: textPattern(texts.completeLabel) })
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: texts.completeNow }).focus();
  await page.keyboard.press("Enter");
  await card(page).waitFor({ state: "detached" });
  assert.deepEqual(await byHand(), []);
  assertClean();
});

test("maintenance of one platform leaves the others alone, and shows in another browser by itself", async () => {
  const other = await running.open({ path });
  const { page, assertClean } = await running.open({ path });
  await page.keyboard.press("s");
  await page.getByText(windowTexts.platforms, { exact: true }).click();
  await becomes(() => next(page).isDisabled(), true, "none is chosen");
  await page
    .getByRole("combobox", { name: windowTexts.platforms })
    .or(page.getByRole("textbox", { name: windowTexts.platforms }))
    .first()
    .click();
  await page.getByRole("option", { name: "ios" }).click();
  await page.keyboard.press("Escape");
  await next(page).click();
  await page.getByText(texts.confirmSome("ios")).waitFor();
  await startButton(page).click();
  await card(page).waitFor();
  assert.deepEqual((await byHand())[0]?.platforms, ["ios"]);
  await card(other.page).waitFor({ timeout: 20_000 });
  await completeAll();
  assertClean();
});

test("typed values survive a reload", async () => {
  const { page, assertClean } = await running.open({ path });
  await page.getByRole("button", { name: texts.start }).waitFor();
  await page.keyboard.press("s");
  await page.getByRole("textbox", { name: texts.reason }).fill("The database is full");
  await page.reload();
  // The address says that the form is open.
  await page.getByRole("textbox", { name: texts.reason }).waitFor();
  await becomes(() => page.getByRole("textbox", { name: texts.reason }).inputValue(), "The database is full");
  assertClean();
});

test("a viewer is offered no actions", async () => {
  const { page, assertClean } = await running.open({ path, role: "viewer" });
  await page.getByRole("heading", { level: 1, name: sharedTexts.screens.maintenance }).waitFor();
  await becomes(
    () => page.getByRole("button", { name: anyText(texts.completeLabel(""), texts.start, texts.extendUntil) }).count(),
    0,
  );
  assertClean();
});
