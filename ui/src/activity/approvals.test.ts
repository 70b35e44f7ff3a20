import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { createAccount, openAs, sendAs } from "../../test/account.ts";
import { anyText, becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { button } from "../../test/controls.ts";
import { assertSteps, startJob } from "../../test/job.ts";
import { statusTexts } from "../status/status-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { activityTexts, proposalTexts } from "./activity-texts.ts";

const path = `projects/${shop}/activity?show=approvals`;
const base = `/admin/v1/projects/${shop}`;
const texts = proposalTexts;
const running = consoleForTests();
before(async () => {
  await createAccount(running.program, "ann@example.com", "Ann Author", "editor");
  await createAccount(running.program, "ben@example.com", "Ben Second", "editor");
  const form = { four_eyes: true, reason_required: false };
  await running.send("PUT", `${base}/protection`, form, { "if-match": "*" });
});

const details = (page: Page) => page.getByRole("region", { name: activityTexts.details });
const state = (page: Page, text: string) => details(page).getByRole("status").filter({ hasText: text });
const row = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true });
const wide = { viewport: { width: 1440, height: 900 } };

/** An instance, made past the second person. */
async function instance(id: string, name: string): Promise<void> {
  const address = `${base}/instances/${id}?override=four_eyes&reason=test`;
  await running.send("PUT", address, { name }, { "if-none-match": "*" });
}

/** Ann proposes another name. @param instead id of what it takes the place of */
async function proposeName(id: string, name: string, reason = "It moved", instead = "true") {
  const address = `instances/${id}?propose=${instead}&reason=${encodeURIComponent(reason)}`;
  const { proposal } = await sendAs(running.program, "ann@example.com", ["PUT", address], { name }, { "if-match": "*" });
  return proposal as { readonly id: string };
}

async function nameOf(id: string): Promise<unknown> {
  return (await running.send("GET", `${base}/instances/${id}`)).name;
}

test("a change takes a second person: requested in one browser, found on Overview in another, approved and published there, in two steps", async () => {
  await instance("four-1", "Before");
  const ben = await openAs(running, "ben@example.com", wide);
  const ann = await openAs(running, "ann@example.com", { path: `projects/${shop}/activity`, ...wide });
  await proposeName("four-1", "After", "The region was renamed");
  const name = "Name of four-1 Before → After";
  await row(ann.page, name).click();
  await state(ann.page, texts.waitingFor("Ben Second")).waitFor();
  await details(ann.page).getByText(texts.hindrance.author).waitFor();
  await details(ann.page).getByText("“The region was renamed”").waitFor();
  assert.equal(await button(ann.page, texts.approveAndPublish).count(), 0);

  await startJob(ben.page);
  await row(ben.page, statusTexts.review).click();
  await ben.page.getByText(new RegExp(`^${texts.waitingFor(texts.you)} · Ann Author`)).waitFor();
  await ben.accessible();
  await details(ben.page)
    .getByText(/Before → After/)
    .last()
    .waitFor();
  await button(ben.page, texts.approveAndPublish).click();
  await state(ben.page, texts.published("Ben Second")).waitFor();
  await assertSteps(ben.page, 2);
  await state(ann.page, texts.published("Ben Second")).waitFor();
  assert.equal(await nameOf("four-1"), "After");
});

test("a request changed during a review is approved only after another review", async () => {
  await instance("amended", "Before");
  const { id } = await proposeName("amended", "First");
  const { page, accessible } = await openAs(running, "ben@example.com", { path: `${path}&proposal=${id}`, ...wide });
  await details(page).getByRole("textbox", { name: texts.note }).fill("Looks right");
  await details(page).getByRole("button", { name: texts.approve }).click();
  await state(page, texts.ready).waitFor();
  await details(page)
    .getByText(/^Ben Second approved .*: Looks right$/)
    .waitFor();
  await proposeName("amended", "Second", "Better so", id);
  await details(page).getByText(texts.changedApproved).waitFor();
  await becomes(() => button(details(page), anyText(texts.approve, sharedTexts.review.publish)).count(), 0);
  await accessible();
  await button(page, texts.looked).click();
  await details(page).getByRole("button", { name: texts.approveAndPublish }).click();
  await state(page, texts.published("Ben Second")).waitFor();
  assert.equal(await nameOf("amended"), "Second");
});

test("an outdated request names what changed, is updated by another person, and published by the approval", async () => {
  await instance("moved", "Before");
  const { id } = await proposeName("moved", "Proposed", "It moved", "true&publish_when_approved=true");
  const { page, accessible } = await openAs(running, "ben@example.com", { path: `${path}&proposal=${id}`, ...wide });
  await details(page).getByRole("button", { name: texts.approveAndPublish }).waitFor();
  const urgent = `${base}/instances/moved?override=four_eyes&reason=urgent`;
  await running.send("PUT", urgent, { name: "Changed by another person" }, { "if-match": "*" });
  await state(page, texts.outdated("Name of moved Before → Changed by another person")).waitFor();
  await becomes(() => details(page).getByRole("button", { name: texts.approveAndPublish }).count(), 0);
  await accessible();
  await details(page).getByRole("button", { name: texts.update }).press("Enter");
  await button(page, texts.looked).click();
  await details(page).getByRole("button", { name: texts.approveAndPublish }).press("Enter");
  await state(page, texts.published("Ben Second")).waitFor();
  assert.equal(await nameOf("moved"), "Proposed");
});

test("a request is rejected with a reason, which a reload keeps, or withdrawn by its author", async () => {
  await instance("own", "Before");
  const { id } = await proposeName("own", "Proposed");
  const ben = await openAs(running, "ben@example.com", { path: `${path}&proposal=${id}`, ...wide });
  await button(ben.page, texts.reject).press("Enter");
  await ben.page
    .locator("textarea:focus")
    .and(ben.page.getByRole("textbox", { name: texts.why }))
    .waitFor();
  await becomes(() => button(ben.page, texts.reject).isDisabled(), true);
  await ben.page.keyboard.type("Overtaken");
  await ben.page.reload();
  await button(ben.page, texts.reject).click();
  await becomes(() => ben.page.getByRole("textbox", { name: texts.why }).inputValue(), "Overtaken");
  await ben.accessible();
  await button(ben.page, texts.reject).click();
  await ben.page.getByText(/^Ben Second rejected .*: Overtaken$/).waitFor();
  const second = await proposeName("own", "Proposed again");
  const ann = await openAs(running, "ann@example.com", { path: `${path}&proposal=${second.id}`, ...wide });
  await button(ann.page, texts.withdraw).click();
  await ann.page.getByText(texts.withdrawMeaning).waitFor();
  await button(ann.page, texts.withdraw).click();
  await state(ann.page, texts.withdrawn).waitFor();
});
