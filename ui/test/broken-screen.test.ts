import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { messageTexts } from "../src/messages/message-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { type ConsolePage, consoleForTests, shop } from "./console-page.ts";
import { box, button, clipboard, copied, review } from "./controls.ts";

const { screens, states, actions } = sharedTexts;
const running = consoleForTests();
const messages = `projects/${shop}/messages?kind=upgrade&language=en`;
const typed = "Half a sentence";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

/** Lasts until the route is removed. */
async function breakAnswers(page: Page, isBroken: (url: URL) => boolean): Promise<void> {
  await page.route(isBroken, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), commits: [{}], differences: null } });
  });
}

async function typeMessage({ page }: ConsolePage): Promise<void> {
  await box(page, messageTexts.text).fill(typed);
  await button(page, actions.discard).waitFor();
}

/** The browser reports the error, which is a complaint of the page. */
function forget({ assertClean }: ConsolePage): void {
  assert.throws(assertClean);
}

test("a screen that cannot be drawn says so beside the frame, on a phone", async () => {
  const opened = await running.open({ path: messages, viewport: { width: 390, height: 844 }, ...clipboard });
  const { page, accessible } = opened;
  await typeMessage(opened);
  await breakAnswers(page, ({ pathname }) => pathname.endsWith("/history"));
  const go = async (screen: string) => {
    await button(page, sharedTexts.shell.openNavigation).click();
    await page.getByRole("navigation").getByRole("link", { name: screen, exact: true }).click();
  };
  await go(screens.activity);
  await heading(page, states.broken(screens.activity)).waitFor();
  await page.getByText(states.brokenMeaning).waitFor();
  await accessible();
  await button(page, states.copyDetails).click();
  assert.match(await copied(page), /^http.*\/activity\n\w*Error: /);
  await go(screens.messages);
  assert.equal(await box(page, messageTexts.text).inputValue(), typed);
  await go(screens.activity);
  await page.unrouteAll();
  await button(page, states.reload).click();
  await heading(page, screens.activity).waitFor();
  forget(opened);
});

test("a review that cannot be drawn says so, and a reload has what was typed", async () => {
  const opened = await running.open({ path: messages });
  const { page, accessible } = opened;
  await typeMessage(opened);
  await breakAnswers(page, ({ searchParams }) => searchParams.has("dry_run"));
  await review(page);
  await heading(page, states.broken(screens.messages)).waitFor();
  await accessible();
  await page.unrouteAll();
  await button(page, states.reload).click();
  await heading(page, screens.messages).waitFor();
  assert.equal(await box(page, messageTexts.text).inputValue(), typed);
  forget(opened);
});
