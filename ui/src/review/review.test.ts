import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, drawn, shop } from "../../test/console-page.ts";
import { button } from "../../test/controls.ts";
import { assertSteps, startJob, startKeyboardJob } from "../../test/job.ts";
import { reach } from "../../test/keyboard.ts";
import { messageTexts } from "../messages/message-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { changeTexts, figureTexts, resolveTexts, undoTexts } from "./review-texts.ts";

const { review, actions } = sharedTexts;
const project = `/admin/v1/projects/${shop}`;
const path = `projects/${shop}/messages?kind=upgrade&language=en`;

const running = consoleForTests({ demo: true });
before(async () => {
  const { status } = await running.program.admin("PUT", `${project}/windows/planned`, window, { "if-none-match": "*" });
  assert.equal(status, 201);
});

const text = (page: Page) => page.getByRole("textbox", { name: messageTexts.text, exact: true });
const reason = (page: Page) => page.getByRole("textbox", { name: review.reason });
const toast = (page: Page) => page.getByRole("alert").filter({ hasText: "Upgrade message in English" });

async function send(method: string, address: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const answer = await running.program.admin(method, `${project}${address}`, body, { "if-match": "*", ...headers });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
}

const patch = { "content-type": "application/merge-patch+json" };

async function openReview(page: Page, typed: string): Promise<void> {
  await text(page).fill(typed);
  await button(page, actions.save).click();
  await page.getByText(review.differences, { exact: true }).waitFor();
}

interface Plan {
  readonly kind: string;
  readonly method: string;
  /** Below the project, or from the root. */
  readonly address: string;
  readonly body: object;
}

const inJanuary = (time: string) => `${new Date().getFullYear() + 1}-01-12T${time}`;
const window = { start: inJanuary("02:00"), zone: "Europe/Rome", duration: "2h", title: "Database upgrade" };
const plans: readonly Plan[] = [
  { kind: "minimum", method: "PATCH", address: "/platforms/ios", body: { minimum: "25.0" } },
  { kind: "blocked range", method: "PATCH", address: "/platforms/ios", body: { blocked: [">=2.6.0 <2.6.2"] } },
  { kind: "release", method: "PATCH", address: "/platforms/ios", body: { releases: [{ version: "2.7.0", notes: "Faster" }] } },
  {
    kind: "dated step",
    method: "PATCH",
    address: "/platforms/ios",
    body: { step: { at: inJanuary("09:00"), zone: "Europe/Rome", minimum: "2.6.0" } },
  },
  {
    kind: "message",
    method: "PATCH",
    address: "",
    body: { messages: { upgrade: { en: "Update now.", de: "Bitte aktualisieren." } } },
  },
  { kind: "new window", method: "PUT", address: "/windows/database-upgrade", body: window },
  { kind: "weekly window", method: "PUT", address: "/windows/weekly", body: { ...window, repeat: "FREQ=WEEKLY;BYDAY=TU" } },
  { kind: "moved window", method: "PATCH", address: "/windows/planned", body: { start: inJanuary("05:00") } },
  { kind: "instance", method: "PUT", address: "/instances/us-2", body: { name: "Acme West" } },
  { kind: "settings", method: "PATCH", address: "", body: { lock_out_limit_percent: 35 } },
  { kind: "approval", method: "PUT", address: "/protection", body: { four_eyes: true, reason_required: true } },
  { kind: "new project", method: "PUT", address: "/admin/v1/projects/acme-bank", body: { name: "Acme Bank" } },
  { kind: "undo", method: "POST", address: "/undo", body: {} },
];

/** The review shows another plan of the server than the one of the form, so that one form is enough for all kinds. */
async function showPlan(page: Page, { method, address, body }: Plan): Promise<void> {
  const isNew = method === "PUT" && address !== "/protection";
  await page.route(
    (url) => url.pathname === project && url.searchParams.has("dry_run"),
    async (route) => {
      const target = address.startsWith("/admin") ? address : `${project}${address}`;
      const { "if-match": _, ...headers } = route.request().headers();
      const response = await route.fetch({
        url: `${running.program.urls.admin}${target}?dry_run=true`,
        method,
        postData: JSON.stringify(body),
        headers: {
          ...headers,
          "content-type": method === "PATCH" ? patch["content-type"] : "application/json",
          ...(isNew ? { "if-none-match": "*" } : method === "POST" ? {} : { "if-match": "*" }),
        },
      });
      assert.equal(response.status(), 200, `${method} ${target}: ${await response.text()}`);
      await route.fulfill({ response });
    },
  );
}

/** Durations, rules, instants and ids of machines. */
const forMachines = /\bP(?=T?\d)|FREQ=|\dT\d\d:\d\d|\b(?:platforms|windows|messages)\.\w/;

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`with the reason typed, the decision about every kind of edit is in view at ${viewport.width} × ${viewport.height}`, async () => {
    const renamed = { name: `Acme Shop ${viewport.width}` };
    const { revision } = (await send("PATCH", "", renamed, patch)) as { readonly revision: number };
    const { page, accessible } = await running.open({ path, viewport });
    for (const plan of plans) {
      await showPlan(page, plan.kind === "undo" ? { ...plan, body: { revision } } : plan);
      await openReview(page, `Typed for ${plan.kind}`);
      const sheet = page.getByRole("dialog");
      await reason(page).fill("Agreed with the team");
      const primary = sheet.getByRole("button", { name: new RegExp(`^(?:${review.publish}|${review.propose})$`) });
      await drawn(page);
      const box = await primary.boundingBox();
      assert.ok(box && box.y > 0 && box.y + box.height <= viewport.height, `${plan.kind}: ${JSON.stringify(box)}`);
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, `${plan.kind}: ${JSON.stringify(box)}`);
      assert.equal(await primary.count(), 1, plan.kind);
      const isBlocked = await primary.isDisabled();
      assert.equal(
        (await sheet.locator("[role=status]").textContent()) !== "",
        isBlocked,
        `${plan.kind} says why it is disabled`,
      );
      const content = page.locator("[data-review]");
      assert.doesNotMatch(await content.innerText(), forMachines, plan.kind);
      if (plan.kind === "minimum") {
        await content.getByText(figureTexts.effects.forced).waitFor();
        await content.getByRole("figure", { name: changeTexts.phone.after, exact: true }).waitFor();
        const [needed, given] = await content.evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]);
        if (viewport.width > 1000) assert.ok(Number(needed) <= Number(given), `${needed} of ${given} pixels`);
      }
      await accessible();
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
      await page.unrouteAll();
    }
  });
}

test("an edit is undone by one press on the toast that says what it changed, with the keyboard too", async () => {
  const { page, accessible } = await running.open({ path });
  const message = async () => (await running.program.admin("GET", project)).body.messages;
  const before = await message();
  await openReview(page, "Please install the update.");
  await button(page, review.publish).click();
  await toast(page).getByText("Upgrade message in English changed").waitFor();
  await accessible();
  await startJob(page);
  await button(page, undoTexts.undo).click();
  await page.getByText(undoTexts.undone, { exact: true }).waitFor();
  await assertSteps(page, 1);
  assert.deepEqual(await message(), before);
  await openReview(page, "Please install it.");
  await button(page, review.publish).press("Enter");
  await button(page, undoTexts.undo).waitFor();
  await startKeyboardJob(page);
  await reach(page, button(page, undoTexts.undo));
  await page.keyboard.press("Enter");
  await becomes(message, before);
  await assertSteps(page);
});

test("where approval has become required, undo on the toast opens the review, which requests it", async () => {
  const { page } = await running.open({ path });
  await openReview(page, "Update in the store.");
  await button(page, review.publish).click();
  await button(page, undoTexts.undo).waitFor();
  await send("PUT", "/protection", { four_eyes: true, reason_required: false });
  try {
    await button(page, undoTexts.undo).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText(resolveTexts.approval).waitFor();
    await button(page, review.propose).waitFor();
    assert.equal(await button(page, review.publish).count(), 0);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  } finally {
    await send("PUT", "/protection?override=four_eyes&reason=test", { four_eyes: false, reason_required: false });
  }
});

test("Escape closes a review without a question, and keeps the edit and the reason", async () => {
  const { page } = await running.open({ path });
  await openReview(page, "Half a sentence");
  await reason(page).fill("For the release");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await text(page).inputValue(), "Half a sentence");
  await page.locator("button:focus").and(button(page, actions.save)).waitFor();
  await page.reload();
  await text(page).waitFor();
  assert.equal(await text(page).inputValue(), "Half a sentence");
  await button(page, actions.save).click();
  await page.getByText(review.differences, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await button(page, actions.discard).first().click();
});

test("a guard is resolved by its button, which goes to the field and says there what is wrong", async () => {
  const { page, accessible } = await running.open({ path });
  await showPlan(page, {
    kind: "",
    method: "PATCH",
    address: "",
    body: { messages: { upgrade: { en: null, de: "Bitte aktualisieren." } } },
  });
  await openReview(page, "Something else");
  await page.locator("[data-guard=first_language]").waitFor();
  await accessible();
  await button(page, resolveTexts.fix.first_language).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator("textarea:focus").and(text(page)).waitFor();
  assert.equal(await text(page).getAttribute("aria-invalid"), "true");
  await page.getByText("has no English text").waitFor();
  await button(page, actions.discard).first().click();
});
