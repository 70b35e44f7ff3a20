import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, dialogOpened, shop, titled } from "../../test/console-page.ts";
import { button, publish, published } from "../../test/controls.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { instanceTexts as texts } from "./instance-texts.ts";

const path = `projects/${shop}/connect?tab=instances`;
const running = consoleForTests();

const nameField = (page: Page) => page.getByRole("textbox", { name: texts.name, exact: true });

test("instances are listed with their state, and found by name or id in an address that can be shared", async () => {
  const { page } = await running.open({ path });
  await page.getByRole("row", { name: new RegExp(`Acme US.*${texts.closed}`) }).waitFor();
  await page.getByRole("searchbox").fill("us-1");
  await page.getByText(sharedTexts.collection.found(1), { exact: true }).waitFor();
  await page.waitForURL(/query=us-1/);
  await titled(page, `${sharedTexts.screens.connect} · Acme Shop · ${sharedTexts.product}`);
  await page.reload();
  await page.getByRole("link", { name: "Acme US" }).waitFor();
  await becomes(() => page.getByRole("link", { name: "Acme Europe" }).count(), 0);
});

test("an instance is added, changed and deleted with the keyboard alone, each through a review", async () => {
  const { page } = await running.open({ path });
  await page.getByRole("link", { name: "Acme Europe" }).waitFor();
  await page.keyboard.press("Alt+n");
  await page.locator("input:focus").and(nameField(page)).waitFor();
  await dialogOpened(page);
  await page.keyboard.type("Acme Asia");
  await page.keyboard.press("Enter");
  await page.getByText(sharedTexts.review.differences).waitFor();
  await button(page, sharedTexts.review.publish).press("Enter");
  await published(page);
  const { name } = await running.send("GET", `/admin/v1/projects/${shop}/instances/acme-asia`);
  assert.equal(name, "Acme Asia");
  await page.getByRole("link", { name: "Acme Asia" }).press("Enter");
  await dialogOpened(page);
  await nameField(page).fill("Acme Asia and Pacific");
  await page.getByRole("textbox", { name: texts.reminder }).fill("1.5 h");
  await page.keyboard.press("Enter");
  await page
    .getByRole("dialog")
    .getByText(/1 h 30 min/)
    .first()
    .waitFor();
  await publish(page);
  await page.getByRole("row", { name: /Pacific.*1 h 30 min/ }).waitFor();
  await page.getByRole("link", { name: "Acme Asia and Pacific" }).click();
  await page.getByRole("button", { name: sharedTexts.actions.remove }).click();
  await publish(page);
  await page.getByText(sharedTexts.collection.found(3)).waitFor();
});
