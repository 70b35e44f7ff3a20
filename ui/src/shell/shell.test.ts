import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { endSession, signIn } from "../../test/account.ts";
import { becomes, consoleForTests, deafen, shop, titled } from "../../test/console-page.ts";
import { isAt } from "../../test/keyboard.ts";
import { connectTexts } from "../connect/connect-texts.ts";
import { instanceTexts } from "../instances/instance-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { commandTexts } from "./command-texts.ts";

const path = `projects/${shop}/connect?tab=instances`;
const running = consoleForTests();
before(async () => {
  await running.send("PUT", "/admin/v1/projects/other", { name: "Other Product" }, { "if-none-match": "*" });
});

const switcher = (page: Page, name = "Acme Shop") => page.getByRole("button", { name: `${sharedTexts.shell.project}: ${name}` });
const goToOverview = (page: Page) =>
  page.getByRole("navigation").getByRole("link", { name: sharedTexts.screens.overview, exact: true }).click();
/** The option that Enter chooses. */
const chosen = (page: Page, name: string) =>
  page.getByRole("option", { name }).and(page.locator("[data-combobox-selected]")).waitFor();

test("the first stop of the keyboard leads past the navigation, and the focus goes on to the title of the next screen", async () => {
  const { page } = await running.open({ path });
  await page.keyboard.press("Tab");
  await isAt(page, page.getByRole("button", { name: sharedTexts.shell.skip }));
  await page.keyboard.press("Enter");
  await isAt(page, page.locator("#content"));
  // Lists replace the link of an item like this.
  const link = page.getByRole("link", { name: "Acme Europe" });
  await link.focus();
  await link.evaluate((element) => element.replaceWith(element.cloneNode(true)));
  await isAt(page, link);
  await goToOverview(page);
  await isAt(page, page.getByRole("heading", { level: 1, name: sharedTexts.screens.overview }));
  await titled(page, `${sharedTexts.screens.overview} · ${sharedTexts.product}`);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: sharedTexts.screens.connect }).waitFor();
  await titled(page, `${sharedTexts.screens.connect} · Acme Shop · ${sharedTexts.product}`);
});

test("another project is found by typing, and shown on the same screen, where keys act again", async () => {
  const { page, accessible } = await running.open({ path });
  await switcher(page).waitFor();
  await switcher(page).press("Enter");
  await isAt(page, page.getByRole("textbox", { name: sharedTexts.shell.findProject }));
  await page.getByRole("option", { name: "Acme Shop" }).waitFor();
  await accessible();
  await page.keyboard.type("other");
  await chosen(page, "Other Product");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: connectTexts.steps }).waitFor();
  await page.waitForURL("**/console/projects/other/connect");
  await isAt(page, switcher(page, "Other Product"));
  await page.keyboard.press("Control+k");
  await isAt(page, palette(page));
});

test("recent projects are first in the switcher, and Escape closes it", async () => {
  const { page } = await running.open({ path: "projects/other/connect" });
  await switcher(page, "Other Product").waitFor();
  await page.goto(`${running.program.urls.admin}/console/people`);
  await page.getByRole("button", { name: sharedTexts.shell.findProject }).click();
  await becomes(
    () => page.getByRole("listbox").getByRole("option").first().textContent(),
    `${sharedTexts.shell.toneOf.unknown}Other Product`,
  );
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await isAt(page, page.getByRole("button", { name: sharedTexts.shell.findProject }));
});

const palette = (page: Page) => page.getByRole("textbox", { name: sharedTexts.shell.commands });
const selectedCommand = (page: Page, label: string) =>
  page.getByRole("button", { name: label, exact: true }).and(page.locator("[data-selected]")).waitFor();

test("the palette leads to places, and to the verbs of the role", async () => {
  const { page, accessible } = await running.open({ path });
  await page.keyboard.press("Control+k");
  await isAt(page, palette(page));
  await accessible();
  await page.keyboard.type("2.3.0");
  await selectedCommand(page, commandTexts.lookUp("2.3.0"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/versions\?version=/);
  await palette(page).waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await isAt(page, palette(page));
  await page.keyboard.type("downtime");
  await selectedCommand(page, commandTexts.start);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/maintenance\?start=true/);
  const viewer = await running.open({ path, role: "viewer" });
  await viewer.page.getByRole("button", { name: sharedTexts.shell.commands }).click();
  await viewer.page.getByRole("button", { name: commandTexts.lookUpAny, exact: true }).waitFor();
  for (const label of [commandTexts.start, commandTexts.editMessages, commandTexts.invite, commandTexts.newProject])
    assert.equal(await viewer.page.getByRole("button", { name: label, exact: true }).count(), 0, label);
});

test("the console changes its colors, and stays so", async () => {
  const { page, accessible } = await running.open({ path });
  await page.getByRole("button", { name: sharedTexts.shell.account }).click();
  await page.getByText(sharedTexts.shell.signedInAs("Ada")).waitFor();
  await accessible();
  await page.getByText(sharedTexts.shell.coloursOf.dark, { exact: true }).click();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: sharedTexts.screens.connect }).waitFor();
  assert.equal(await page.evaluate("document.documentElement.lang"), "en");
  assert.equal(await page.evaluate("document.documentElement.dataset.mantineColorScheme"), "dark");
});

test("an address that leads nowhere says so, in the frame, and so does that of a project that is not there", async () => {
  const { page } = await running.open({ path: "projects/acme-shop/nothing" });
  await page.getByRole("heading", { name: sharedTexts.states.notFound }).waitFor();
  await page.getByRole("link", { name: sharedTexts.screens.status, exact: true }).waitFor();
  assert.equal(await page.locator('[aria-current="page"]').count(), 0);
  await page.getByRole("link", { name: sharedTexts.states.toOverview }).click();
  await page.getByRole("heading", { level: 1, name: sharedTexts.screens.overview }).waitFor();
  await page.goto(`${running.program.urls.admin}/console/projects/nowhere/connect?tab=instances`);
  await page.getByText(sharedTexts.states.notFound).waitFor();
});

async function makeInstance(id: string, name: string): Promise<void> {
  await running.send("PUT", `/admin/v1/projects/${shop}/instances/${id}`, { name }, { "if-none-match": "*" });
}

test("a change published during an outage appears when the server is back", async () => {
  const { page } = await running.open({ path });
  await page.getByRole("link", { name: "Acme Europe" }).waitFor();
  await running.goAway();
  await running.comeBack();
  await makeInstance("live-2", "Published after a restart");
  await page.getByRole("link", { name: "Published after a restart" }).waitFor({ timeout: 30_000 });
});

test("a signed-out user sees nothing, and returns to the requested page after sign-in", async () => {
  const { page } = await running.open({ path });
  await page.goto("about:blank");
  await endSession(page.context(), running.program);
  await page.goto(`${running.program.urls.admin}/console/${path}&query=eu`, { waitUntil: "commit" });
  await page.waitForURL("**/sign-in");
  await signIn(page.context(), running.program, "administrator");
  await page.goto(`${running.program.urls.admin}/console/`);
  await page.getByRole("link", { name: "Acme Europe" }).waitFor();
  await page.waitForURL("**/connect?tab=instances&query=eu");
});

test("a session that ends during typing loses no input", async () => {
  const { page, accessible } = await running.open({ path: `${path}&edit=eu-1` });
  // The stream ends with the session, and would show the dialog before the button is pressed.
  await deafen(page);
  await page.getByRole("textbox", { name: instanceTexts.name, exact: true }).fill("Typed before");
  await endSession(page.context(), running.program);
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  await page.getByRole("dialog", { name: sharedTexts.session.endedTitle }).waitFor();
  await accessible();
  await page.getByRole("button", { name: sharedTexts.session.goOn }).click();
  await page.getByText(sharedTexts.session.stillOut).waitFor();
  await signIn(page.context(), running.program, "administrator");
  await page.getByRole("button", { name: sharedTexts.session.goOn }).click();
  await page.getByText(sharedTexts.review.differences).waitFor();
  await page.getByText("Typed before").first().waitFor();
});

test("a browser without Temporal shows the same times, by a polyfill that others do not load", async () => {
  const timesIn = async (hasTemporal: boolean) => {
    const { page } = await running.open({ path: `projects/${shop}/connect?tab=instances` });
    if (!hasTemporal) await page.addInitScript("delete globalThis.Temporal");
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await page.goto(page.url().replace("/connect?tab=instances", "/maintenance?view=day&zone=Europe/Rome&at=2026-10-25"));
    const clock = page.locator("[class*=ticks]").first();
    await clock.getByText("02:00").nth(1).waitFor({ state: "attached" });
    const times = await clock.innerText();
    return { times, isPolyfilled: loaded.some((url) => url.includes("/global")) };
  };
  const native = await timesIn(true);
  const polyfilled = await timesIn(false);
  assert.deepEqual(polyfilled.times, native.times);
  assert.deepEqual([native.isPolyfilled, polyfilled.isPolyfilled], [false, true]);
});

test("a change published while a screen is loading appears on it", async () => {
  const { page } = await running.open({ path: `projects/${shop}` });
  // The change and its event overtake the answer.
  const answerLate = async (route: Route) => {
    const response = await route.fetch();
    const heard = page.waitForResponse((answer) => answer.url().endsWith(`/projects/${shop}`));
    await makeInstance("live-3", "Published while it loads");
    await heard;
    await route.fulfill({ response });
  };
  await page.route(/\/admin\/v1\/.*\/instances(\?|$)/, answerLate, { times: 1 });
  await page.goto(`${running.program.urls.admin}/console/${path}`);
  await page.getByRole("link", { name: "Published while it loads" }).waitFor();
});
