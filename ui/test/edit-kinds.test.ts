import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { machineText } from "../../server/test/machine-text.ts";
import { activityTexts } from "../src/activity/activity-texts.ts";
import { readKeyTexts } from "../src/connect/read-key-texts.ts";
import { occurrenceTexts } from "../src/maintenance/occurrence/occurrence-texts.ts";
import { verbDialogTexts } from "../src/maintenance/occurrence/verb-dialog-texts.ts";
import { windowTexts } from "../src/maintenance/windows/window-texts.ts";
import { messageTexts } from "../src/messages/message-texts.ts";
import { figureTexts } from "../src/review/review-texts.ts";
import { approvalTexts } from "../src/settings/settings-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { versionPolicyTexts as rules } from "../src/version-policies/version-policy-texts.ts";
import { goTo } from "./account.ts";
import { consoleForTests, drawn, shop, watchForIdle } from "./console-page.ts";
import { box, button } from "./controls.ts";

const { actions, review } = sharedTexts;
const running = consoleForTests({ demo: true });
const nextYear = new Date().getFullYear() + 1;
const start = `${nextYear}-01-12T02:00`;
before(async () => {
  const base = `/admin/v1/projects/${shop}`;
  const window = { title: "Nightly", start, zone: "UTC", duration: "PT2H", instances: ["us-1"] };
  await running.send("PUT", `${base}/windows/nightly`, window, { "if-none-match": "*" });
  await running.send("PATCH", base, { name: "Acme Shop 2" }, { "if-match": "*" });
});

interface EditKind {
  readonly name: string;
  /** Below /console/. */
  readonly path: string;
  readonly fill: (page: Page) => Promise<void>;
  /** Default: opens the review. */
  readonly send?: (page: Page) => Locator;
  /** There is no review. */
  readonly isDirect?: true;
}

const project = `projects/${shop}`;
const card = (page: Page) => page.getByRole("region", { name: rules.card("iOS"), exact: true });
/** A narrower page would draw a list in place of the calendar, and close what is open. */
const maintenance = `${project}/maintenance?view=list`;

/** One of each form that looks its own way. */
const kinds: readonly EditKind[] = [
  {
    name: "minimum on the ruler",
    path: `${project}/versions?edit=ios`,
    fill: (page) => card(page).getByRole("slider", { name: rules.minimum, exact: true }).press("ArrowRight"),
  },
  {
    name: "message",
    path: `${project}/messages?kind=upgrade&language=en`,
    fill: (page) => box(page, messageTexts.text).fill("Please install the update."),
  },
  {
    name: "instance deleted",
    path: `${project}/connect?tab=instances&edit=us-1`,
    fill: async () => undefined,
    send: (page) => button(page, actions.remove),
  },
  {
    name: "window created",
    path: `${maintenance}&create=true`,
    fill: async (page) => {
      await box(page, windowTexts.title).fill("Database upgrade");
      await page.getByLabel(windowTexts.start).fill(`${nextYear}-02-10T02:00`);
    },
  },
  {
    name: "occurrence extended",
    path: `${maintenance}&occurrence=${encodeURIComponent(`nightly/${start}`)}`,
    fill: (page) => button(page, occurrenceTexts.verbs.extend).click(),
    send: (page) => button(page, verbDialogTexts.buttons.extend),
    isDirect: true,
  },
  {
    name: "maintenance started",
    path: `${maintenance}&start=true`,
    fill: (page) => page.getByRole("dialog").getByText("Acme Europe", { exact: true }).click(),
    send: (page) => button(page, /^Close Acme Europe/),
    isDirect: true,
  },
  {
    name: "key created",
    path: `${project}/connect?tab=keys&create=true`,
    fill: (page) => box(page, readKeyTexts.name).fill("iOS app"),
    send: (page) => button(page.getByRole("dialog"), readKeyTexts.create),
    isDirect: true,
  },
  {
    name: "approval required",
    path: `${project}/settings?tab=approval`,
    fill: (page) => page.getByRole("switch", { name: approvalTexts.reasonRequired }).check(),
  },
  {
    name: "change undone",
    path: `${project}/activity?show=all`,
    fill: (page) =>
      page
        .getByRole("link", { name: /the name of the project|project name/i })
        .first()
        .click(),
    send: (page) => button(page, activityTexts.undo),
  },
];

const decision = new RegExp(`^(?:${review.publish}|${review.propose})$`);

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test("each kind of edit is decided in view on a desk and on a phone, with the reason typed", async () => {
  const { page, accessible } = await running.open({ viewport: desk });
  const settled = watchForIdle(page);
  const isInViewOfBoth = async (control: Locator, name: string) => {
    for (const viewport of [phone, desk]) {
      await page.setViewportSize(viewport);
      await isInView(page, control, `${name} at ${viewport.width} px`);
    }
  };
  for (const { name, path, fill, send: sending, isDirect } of kinds) {
    await page.evaluate("sessionStorage.clear()");
    await goTo(page, running.program, path);
    await settled();
    await fill(page);
    const sent = sending?.(page) ?? button(page, actions.save);
    const reason = page.getByRole("textbox", { name: review.reason, exact: true });
    if (isDirect && (await reason.count()) > 0) await reason.fill("Agreed with the team");
    await isInViewOfBoth(sent, name);
    if (!isDirect) {
      await sent.click();
      await reason.fill("Agreed with the team");
      const sheet = page.getByRole("dialog").last();
      const primary = sheet.getByRole("button", { name: decision });
      await isInViewOfBoth(primary, `the review of ${name}`);
      const isBlocked = await primary.isDisabled();
      const said = await sheet.locator("[role=status]").textContent();
      assert.equal(said !== "", isBlocked, `${name} says why it is disabled`);
      const content = page.locator("[data-review]");
      const text = await content.innerText();
      for (const form of machineText) assert.doesNotMatch(text, form, name);
      if (name.startsWith("minimum")) await content.getByText(figureTexts.effects.forced).waitFor();
      const [needed, given] = await content.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
      assert.ok(Number(needed) <= Number(given), `${name}: ${needed} of ${given} pixels`);
    }
    await accessible();
  }
});

/** In the viewport, and not behind anything. */
async function isInView(page: Page, control: Locator, name: string): Promise<void> {
  await control.waitFor().catch((cause: Error) => assert.fail(`${name}: ${cause.message}`));
  await drawn(page);
  assert.equal(await control.count(), 1, name);
  const { box, isOnTop, height, width } = await control.evaluate((element) => {
    const { x, y, right, bottom } = element.getBoundingClientRect();
    const top = document.elementFromPoint((x + right) / 2, (y + bottom) / 2);
    return { box: { x, y, right, bottom }, isOnTop: element.contains(top), height: innerHeight, width: innerWidth };
  });
  const isInside = box.x >= 0 && box.y >= 0 && box.right <= width && box.bottom <= height;
  assert.ok(isInside && isOnTop, `${name}: ${JSON.stringify(box)} of ${width} × ${height}, on top: ${isOnTop}`);
}
