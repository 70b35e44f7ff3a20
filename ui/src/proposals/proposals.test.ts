import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { createAccount, openAs, sessionCookie } from "../../test/account.ts";
import { anyText, becomes, type Console, shop, startConsole } from "../../test/console-page.ts";
import { instanceTexts } from "../instances/instance-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { proposalTexts } from "./proposal-texts.ts";

const directories = temporaryDirectories();
const path = `projects/${shop}/activity/approvals`;
const base = `/admin/v1/projects/${shop}`;
const texts = proposalTexts;
let running: Console;
before(async () => {
  running = await startConsole(directories());
  await createAccount(running.program, "ann@example.com", "Ann Author", "editor");
  await createAccount(running.program, "ben@example.com", "Ben Second", "editor");
  const { etag } = await running.program.admin("GET", `${base}/protection`);
  const form = { four_eyes: true, reason_required: false };
  assert.equal((await running.program.admin("PUT", `${base}/protection`, form, { "if-match": etag })).status, 200);
});
after(() => running.close());

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const badge = (page: Page, text: string) => page.getByRole("dialog").getByText(text, { exact: true });

/** Sends a request with a user's session. */
async function send(
  login: string,
  method: string,
  address: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
) {
  const url = running.program.urls.admin;
  const answer = await fetch(`${url}${base}/${address}`, {
    method,
    headers: { cookie: await sessionCookie(running.program, login), origin: url, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as { readonly proposal: { readonly id: string; readonly hash: string } };
  assert.ok(answer.ok, JSON.stringify(json));
  return json;
}

/** An instance, made past the second person. */
async function instance(id: string, name: string): Promise<void> {
  const address = `${base}/instances/${id}?override=four_eyes&reason=test`;
  const { status, body } = await running.program.admin("PUT", address, { name }, { "if-none-match": "*" });
  assert.equal(status, 201, JSON.stringify(body));
}

/** Ann proposes another name. @param instead id of what it takes the place of */
async function proposeName(id: string, name: string, reason = "It moved", instead = "true") {
  const { etag } = await running.program.admin("GET", `${base}/instances/${id}`);
  const address = `instances/${id}?propose=${instead}&reason=${encodeURIComponent(reason)}`;
  return (await send("ann@example.com", "PUT", address, { name }, { "if-match": etag })).proposal;
}

async function nameOf(id: string): Promise<unknown> {
  return (await running.program.admin("GET", `${base}/instances/${id}`)).body.name;
}

test("a change takes a second person: proposed in one browser, approved and published in another, by the keyboard alone", async () => {
  await instance("four-1", "Before");
  const ben = await openAs(running, "ben@example.com", { path });
  const ann = await openAs(running, "ann@example.com", { path: `projects/${shop}/connect/instances?edit=four-1` });
  await ann.page.getByRole("textbox", { name: instanceTexts.name, exact: true }).fill("After");
  await button(ann.page, sharedTexts.actions.save).click();
  await ann.page.getByRole("textbox", { name: texts.reason }).fill("The region was renamed");
  await becomes(() => button(ann.page, texts.publish).count(), 0);
  await ann.page.getByRole("checkbox", { name: sharedTexts.review.whenApproved }).uncheck();
  await ann.accessible();
  await button(ann.page, sharedTexts.review.propose).click();
  await ann.page.getByText(sharedTexts.review.proposed, { exact: true }).first().waitFor();

  const row = ben.page.getByRole("row", {
    name: new RegExp(`four-1.* ${texts.states.open} Ann Author .*The region was renamed`),
  });
  await row.waitFor();
  await ben.accessible();
  const id = await row.getByRole("link").getAttribute("href");
  await ann.page.goto(`${new URL(id ?? "", running.program.urls.admin)}`);
  await ann.page.getByText(texts.hindrance.author).waitFor();
  await becomes(() => button(ann.page, texts.approve).count(), 0);
  await ann.accessible();

  await row.getByRole("link").press("Enter");
  await ben.page.getByText(texts.planTitle).waitFor();
  await ben.accessible();
  await ben.page.getByRole("textbox", { name: texts.note }).focus();
  await ben.page.keyboard.type("Looks right");
  await button(ben.page, texts.approve).press("Enter");
  await ben.page.getByRole("alert").filter({ hasText: texts.approved }).waitFor();
  await badge(ben.page, texts.states.approved).waitFor();
  await badge(ann.page, texts.states.approved).waitFor();
  await ben.page.getByText(/^Ben Second approved .*: Looks right$/).waitFor();
  assert.equal(await nameOf("four-1"), "Before");
  await ben.accessible();
  await button(ben.page, texts.publish).press("Enter");
  await badge(ben.page, texts.states.published).waitFor();
  await ann.page.getByText(/^Ben Second published/).waitFor();
  assert.equal(await nameOf("four-1"), "After");
  await ben.accessible();
  ben.assertClean();
  ann.assertClean();
});

test("a proposal changed during a review is approved only after another review", async () => {
  await instance("amended", "Before");
  const { id } = await proposeName("amended", "First");
  const { page, assertClean, accessible } = await openAs(running, "ben@example.com", { path: `${path}?open=${id}` });
  await button(page, texts.approve).click();
  await badge(page, texts.states.approved).waitFor();
  await proposeName("amended", "Second", "Better so", id);
  await page.getByText(texts.changedApproved).waitFor();
  await page
    .getByText(/→ Second/)
    .first()
    .waitFor();
  await becomes(() => page.getByRole("button", { name: anyText(texts.approve, texts.publish) }).count(), 0);
  await page.getByText(/^Ann Author changed .*: Better so$/).waitFor();
  await accessible();
  await button(page, texts.looked).click();
  await button(page, texts.approve).click();
  await badge(page, texts.states.approved).waitFor();
  await button(page, texts.publish).click();
  await badge(page, texts.states.published).waitFor();
  assert.equal(await nameOf("amended"), "Second");
  assertClean();
});

test("an outdated proposal names what changed, is brought up to date by another person, and published by the approval", async () => {
  await instance("moved", "Before");
  const { id } = await proposeName("moved", "Proposed", "It moved", "true&publish_when_approved=true");
  const ben = await openAs(running, "ben@example.com", { path: `${path}?open=${id}` });
  await button(ben.page, texts.approveAndPublish).waitFor();
  const { etag } = await running.program.admin("GET", `${base}/instances/moved`);
  const urgent = `${base}/instances/moved?override=four_eyes&reason=urgent`;
  await running.program.admin("PUT", urgent, { name: "Changed by another person" }, { "if-match": etag });
  await ben.page.getByText(texts.outdatedTitle, { exact: true }).waitFor();
  await ben.page.getByRole("alert").getByText("Changed by another person").waitFor();
  await becomes(() => ben.page.getByRole("button", { name: anyText(texts.approveAndPublish, texts.publish) }).count(), 0);
  await ben.accessible();
  await button(ben.page, texts.update).press("Enter");
  await button(ben.page, texts.looked).click();
  await ben.page.getByText(`${texts.updatedBy}`).waitFor();
  await button(ben.page, texts.approveAndPublish).press("Enter");
  await badge(ben.page, texts.states.published).waitFor();
  assert.equal(await nameOf("moved"), "Proposed");
  ben.assertClean();
});

test("a proposal is rejected with a reason, which a reload keeps, or withdrawn by its author", async () => {
  await instance("own", "Before");
  const { id } = await proposeName("own", "Proposed");
  const ben = await openAs(running, "ben@example.com", { path: `${path}?open=${id}` });
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
  const { page, assertClean } = await openAs(running, "ann@example.com", { path: `${path}?open=${second.id}` });
  await button(page, texts.withdraw).click();
  await button(page, sharedTexts.actions.cancel).click();
  await button(page, texts.withdraw).click();
  await page.getByText(texts.withdrawMeaning).waitFor();
  await button(page, texts.withdraw).click();
  await badge(page, texts.states.withdrawn).waitFor();
  ben.assertClean();
  assertClean();
});

test("a user without the role is told which one is required, on a phone and in the dark", async () => {
  await instance("looked", "Before");
  const { id } = await proposeName("looked", "After");
  const viewport = { width: 390, height: 780 };
  const options = { path: `${path}?open=${id}`, viewport, colorScheme: "dark" } as const;
  const { page, assertClean, accessible } = await running.open({ ...options, role: "operator" });
  await page.getByText(texts.needsRole("Editor")).waitFor();
  await becomes(
    () => page.getByRole("button", { name: anyText(texts.approve, texts.publish, texts.reject, texts.withdraw) }).count(),
    0,
  );
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await accessible();
  await page.getByRole("dialog").getByRole("button", { name: sharedTexts.actions.close }).click();
  await page.getByRole("row", { name: /looked/ }).waitFor();
  await accessible();
  assertClean();
});

test("a project without proposals says what they are for", async () => {
  await running.program.admin("PUT", "/admin/v1/projects/empty", { name: "Empty" }, { "if-none-match": "*" });
  const { page, assertClean, accessible } = await running.open({ path: "projects/empty/activity/approvals?open=p_none" });
  await page.getByText(texts.gone).waitFor();
  await accessible();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: texts.emptyTitle }).waitFor();
  await page.getByText(texts.noFourEyes).waitFor();
  await accessible();
  assertClean();
});
