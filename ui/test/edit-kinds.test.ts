import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Locator, Page } from "playwright-core";
import { maintenanceTexts } from "../src/maintenance/maintenance-texts.ts";
import { figureTexts } from "../src/review/review-texts.ts";
import { sharedTexts } from "../src/texts/shared-texts.ts";
import { createAccount, goTo } from "./account.ts";
import { consoleForTests, drawn, shop, watchForIdle } from "./console-page.ts";
import { button } from "./controls.ts";
import { type Edited, editKinds } from "./edit-kinds.ts";

const { actions, review } = sharedTexts;
const base = `/admin/v1/projects/${shop}`;
const running = consoleForTests({ demo: true });
let edited: Edited;
before(async () => {
  const start = `${new Date().getFullYear() + 1}-01-12T02:00`;
  const window = { title: "Nightly", start, zone: "UTC", duration: "PT2H", instances: ["us-1"] };
  await running.send("PUT", `${base}/windows/nightly`, window, { "if-none-match": "*" });
  await running.send("PATCH", base, { name: "Acme Shop 2" }, { "if-match": "*" });
  const person = await createAccount(running.program, "eve@example.com", "Eve", "viewer");
  edited = { window: "nightly", occurrence: `nightly/${start}`, person };
});

/** Durations, rules, instants and ids of machines. */
const forMachines = /\bP(?=T?\d)|FREQ=|\dT\d\d:\d\d|\b(?:platforms|windows|messages)\.\w/;
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
  for (const { name, path, fill, send: sending, isDirect } of editKinds(edited)) {
    await page.evaluate("sessionStorage.clear()");
    await goTo(page, running.program, path);
    await settled();
    await fill(page);
    const sent = sending?.(page) ?? button(page, actions.save);
    const reason = page.getByRole("textbox", { name: isDirect ? maintenanceTexts.reason : review.reason, exact: true });
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
      assert.doesNotMatch(await content.innerText(), forMachines, name);
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
