import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { messageTexts } from "../src/messages/message-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { consoleForTests, shop } from "./console-page.ts";
import { box, button, clipboard, copied } from "./controls.ts";

const { screens, states, actions } = sharedTexts;
const running = consoleForTests();

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("a screen that cannot be drawn says so beside the frame, on a phone", async () => {
  const { page, accessible, assertClean } = await running.open({
    path: `projects/${shop}/messages?kind=upgrade&language=en`,
    viewport: { width: 390, height: 844 },
    ...clipboard,
  });
  await box(page, messageTexts.text).fill("Half a sentence");
  await button(page, actions.discard).waitFor();
  await page.route("**/history?*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), commits: [{}] } });
  });
  const go = async (screen: string) => {
    await button(page, sharedTexts.shell.openNavigation).click();
    await accessible();
    await page.getByRole("navigation").getByRole("link", { name: screen, exact: true }).click();
  };
  await go(screens.activity);
  await heading(page, states.broken(screens.activity)).waitFor();
  await page.getByText(states.brokenMeaning).waitFor();
  await accessible();
  await button(page, states.copyDetails).click();
  assert.match(await copied(page), /^http.*\/activity\n\w*Error: /);
  await go(screens.messages);
  assert.equal(await box(page, messageTexts.text).inputValue(), "Half a sentence");
  await go(screens.activity);
  await page.unrouteAll();
  await button(page, states.reload).click();
  await heading(page, screens.activity).waitFor();
  // The browser reports the error.
  assert.throws(assertClean);
});
