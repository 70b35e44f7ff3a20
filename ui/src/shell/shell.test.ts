/** The frame around every screen. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { type Console, shop, startConsole } from "../../test/console-page.ts";
import { endSession, signIn } from "../../test/sign-in.ts";
import { en } from "../texts/en.ts";

const directories = temporaryDirectories();
const path = `projects/${shop}/instances`;
let running: Console;
before(async () => {
  running = await startConsole(directories());
  await running.program.admin("PUT", "/admin/v1/projects/other", { name: "Other Product" }, { "if-none-match": "*" });
});
after(() => running.close());

const focused = (page: Page) => page.evaluate("document.activeElement?.textContent");

test("the first load is below 300 kB, compressed, and asks nobody else", async () => {
  const { page, calm } = await running.open();
  const sizes = await page.evaluate<number[]>(
    "performance.getEntriesByType('resource').filter((e) => e.name.includes('/console/assets/')).map((e) => e.encodedBodySize)",
  );
  const sum = sizes.reduce((all, size) => all + size, 0);
  assert.ok(sizes.length > 2 && sum > 50_000 && sum < 300_000, `${sum} bytes in ${sizes.length} files`);
  calm();
});

test("the first stop of the keyboard leads past the navigation", async () => {
  const { page, calm } = await running.open({ path });
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Skip to the content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate("document.activeElement?.id"), "content");
  calm();
});

test("a screen that one goes to has the focus on its title, and the document has its name", async () => {
  const { page, calm } = await running.open({ path });
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Now", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Now" }).waitFor();
  await page.waitForFunction("document.activeElement?.tagName === 'H1'");
  assert.equal(await page.title(), "Now · Drawbridge");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Instances" }).waitFor();
  assert.equal(await page.title(), "Instances · Acme Shop · Drawbridge");
  calm();
});

test("another project is found by typing, and shown on the same screen", async () => {
  const { page, calm, accessible } = await running.open({ path });
  await page.keyboard.press("p");
  await page.keyboard.type("other");
  await page.getByRole("option", { name: "Other Product" }).waitFor();
  await accessible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No instances yet" }).waitFor();
  assert.match(page.url(), /\/console\/projects\/other\/instances$/);
  calm();
});

test("in a project, what is typed into the project switcher replaces the name that is there", async () => {
  const field = (page: Page) =>
    page.getByRole("combobox", { name: en.shell.project }).or(page.getByRole("textbox", { name: en.shell.project }));
  for (const start of ["key", "click"]) {
    const { page, calm } = await running.open({ path });
    await page.waitForFunction("document.querySelector('header input')?.value === 'Acme Shop'");
    if (start === "key") await page.keyboard.press("p");
    else await field(page).click();
    await page.getByRole("option", { name: "Acme Shop" }).waitFor();
    await page.getByRole("option", { name: "Other Product" }).waitFor();
    await page.keyboard.type("other");
    assert.equal(await field(page).inputValue(), "other", start);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/projects/other/instances");
    calm();
  }
});

test("the shortcuts are told, act, and can be switched off", async () => {
  const { page, calm, accessible } = await running.open({ path });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await accessible();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await page.getByRole("heading", { level: 1, name: "Now" }).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("switch", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await page.keyboard.press("?");
  assert.equal(await page.getByRole("dialog").count(), 0);
  calm();
});

test("the console speaks another language and changes its colours, and stays so", async () => {
  const { page, calm, accessible } = await running.open({ path });
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByText("Signed in as Ada").waitFor();
  await accessible();
  await page.getByText("Deutsch", { exact: true }).click();
  await page.getByText("Dunkel", { exact: true }).click();
  await accessible();
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Instanzen" }).waitFor();
  assert.equal(await page.evaluate("document.documentElement.lang"), "de");
  assert.equal(await page.evaluate("document.documentElement.dataset.mantineColorScheme"), "dark");
  await accessible();
  calm();
});

test("on a phone the navigation opens over the screen, and closes where it has led", async () => {
  const { page, calm, accessible } = await running.open({ path, viewport: { width: 360, height: 740 } });
  await page.getByRole("button", { name: "Open the navigation" }).click();
  await accessible();
  await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Now", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Now" }).waitFor();
  await page.getByRole("button", { name: "Open the navigation" }).waitFor();
  assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  calm();
});

test("an address that leads nowhere says so, in the frame", async () => {
  const { page, calm, accessible } = await running.open({ path: "projects/acme-shop/nothing" });
  await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
  await accessible();
  await page.getByRole("link", { name: "Go to what is on now" }).click();
  await page.getByRole("heading", { level: 1, name: "Now" }).waitFor();
  calm();
});

test("a project that is not there, or not theirs, is not found", async () => {
  const { page, accessible } = await running.open({ path: "projects/nowhere/instances" });
  await page.getByText("There is nothing at this address").waitFor();
  await accessible();
});

test("a server that is away is told of, since when, and is found again by itself", async () => {
  const { page, accessible } = await running.open({ path });
  // By then all screens are at hand.
  await page.waitForResponse(/overview-screen/);
  await running.goAway();
  await page.getByRole("link", { name: "Now", exact: true }).last().click();
  await page.getByRole("heading", { level: 1, name: "Now" }).waitFor();
  await page.getByText("The server has not answered since").waitFor({ timeout: 30_000 });
  await accessible();
  await running.comeBack();
  await page.getByText("The server is back.").waitFor({ timeout: 30_000 });
  await page.getByRole("link", { name: "Acme Shop", exact: true }).waitFor();
});

test("nobody who is not signed in sees anything, and they come back to where they wanted to go", async () => {
  const { page } = await running.open({ path });
  await page.goto("about:blank");
  await endSession(page.context());
  await page.goto(`${running.program.urls.admin}/console/${path}?query=eu`, { waitUntil: "commit" });
  await page.waitForURL("**/sign-in");
  await signIn(page.context(), running.program, "administrator");
  await page.goto(`${running.program.urls.admin}/console/`);
  await page.getByRole("link", { name: "Acme Europe" }).waitFor();
  assert.match(page.url(), /\/instances\?query=eu$/);
});

test("a session that ends while somebody types takes nothing of it", async () => {
  const { page, accessible } = await running.open({ path: `${path}?edit=eu-1` });
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Typed before");
  await endSession(page.context());
  await page.getByRole("button", { name: "Review and publish" }).click();
  await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
  await accessible();
  await page.getByRole("button", { name: "I have signed in: go on" }).click();
  await page.getByText("You are not signed in yet.").waitFor();
  await signIn(page.context(), running.program, "administrator");
  await page.getByRole("button", { name: "I have signed in: go on" }).click();
  await page.getByText("What changes").waitFor();
  await page.getByText("Typed before").first().waitFor();
});

test("a browser without Temporal shows the same times, by a polyfill that others do not load", async () => {
  const timesIn = async (hasTemporal: boolean) => {
    const { page, calm } = await running.open({ path: `projects/${shop}/instances` });
    if (!hasTemporal) await page.addInitScript("delete globalThis.Temporal");
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await page.goto(page.url().replace("/instances", "/timeline?view=list&date=2026-10-25"));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("listitem").first().waitFor();
    const times = await page.locator("main time").allTextContents();
    calm();
    return { times, isPolyfilled: loaded.some((url) => url.includes("/global")) };
  };
  const native = await timesIn(true);
  const polyfilled = await timesIn(false);
  assert.ok(native.times.length > 0);
  assert.deepEqual(polyfilled.times, native.times);
  assert.deepEqual([native.isPolyfilled, polyfilled.isPolyfilled], [false, true]);
});
