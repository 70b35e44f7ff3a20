/** The gate of React in a real browser, with a real server. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible } from "../../../../server/test/accessible.ts";
import { headed, press } from "../../../../server/test/browser.ts";
import { temporaryDirectories } from "../../../../server/test/temporary-directory.ts";
import { gateWords } from "../../texts/gate-words.ts";
import { assertNotDismissible } from "./dismissal.ts";
import { type GatePages, openGatePages, type PageOptions } from "./gate-pages.ts";

const old = "2.3.0";
const directories = temporaryDirectories();
let pages: GatePages;
before(async () => {
  pages = await openGatePages(directories());
});
after(() => pages.close());

const styleOf = (page: Page, element: string, name: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector("${element}")).${name}`);
const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

const waysOut = ["Update", "Try again", "Contact support", "Sign out"];

/** Elements that get the focus with each press of Tab. */
async function reach(page: Page, steps: number): Promise<string[]> {
  const reached: string[] = [];
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press("Tab");
    reached.push(await focused(page));
  }
  return reached;
}

/** A text, since it runs in the page. */
const playVideo = `(() => {
  const video = document.createElement("video");
  video.muted = true;
  video.srcObject = document.createElement("canvas").captureStream();
  document.querySelector("main").append(video);
  video.play().catch(() => {});
})()`;

/** The first line of each frame in which the app has drawn anything; a text, since it runs in the page. */
const recordFrames = `window.frames = [];
  const record = () => {
    const [first] = (document.getElementById("app")?.innerText ?? "").split("\\n");
    if (first) frames.push(first);
    requestAnimationFrame(record);
  };
  requestAnimationFrame(record);`;

const screens: Readonly<Record<string, PageOptions & { readonly title: string }>> = {
  "a forced update": { title: "Update required", version: old },
  "active maintenance": { title: "Down for maintenance", instance: "eu-1" },
  "a forced update in dark mode": { title: "Update required", version: old, colorScheme: "dark" },
  "active maintenance from right to left": { title: "الخدمة قيد الصيانة", instance: "eu-1", language: "ar" },
  "a forced update with text of 200 %": { title: "Update required", version: old, textSize: 2 },
  "active maintenance with text of 200 % on a small phone": {
    title: "Wartung läuft",
    instance: "eu-1",
    language: "de",
    textSize: 2,
    viewport: { width: 320, height: 568 },
  },
  "a forced update in forced colors": { title: "Update required", version: old, forcedColors: "active" },
};

for (const [name, { title, ...options }] of Object.entries(screens)) {
  test(`${name} is a screen with the focus on its heading, with nothing for axe to find, and complete without scrolling sideways`, async () => {
    const { page, assertClean } = await pages.open(options);
    await headed(page, title);
    assert.equal(await focused(page), title);
    await assertAccessible(page);
    assert.ok(await page.evaluate("document.querySelector('main').scrollWidth <= innerWidth"));
    assert.equal(await styleOf(page, "main", "position"), "fixed");
    assert.equal(await styleOf(page, "main", "direction"), options.language === "ar" ? "rtl" : "ltr");
    assert.equal(await styleOf(page, "h1", "fontSize"), `${26 * (options.textSize ?? 1)}px`);
    for (const button of await page.getByRole("button").all()) {
      await button.scrollIntoViewIfNeeded();
      assert.ok(await button.isVisible());
    }
    assertClean();
  });
}

test("the banners of an announced window and a recommended update are above the app, with nothing for axe to find", async () => {
  for (const options of [
    { instance: "us-1" },
    { version: "2.5.0" },
    { version: "2.5.0", colorScheme: "dark", textSize: 2 },
  ] as const) {
    const { page, assertClean } = await pages.open(options);
    await page.getByRole("region").waitFor();
    await headed(page, "Acme Shop");
    await assertAccessible(page);
    assertClean();
  }
});

for (const [name, { title, ...options }] of Object.entries(screens).slice(0, 2)) {
  test(`${name} is dismissed by no key, click, navigation or return to the app`, async () => {
    const { page, assertClean } = await pages.open(options);
    await headed(page, title);
    await assertNotDismissible(page, title);
    assertClean();
  });
}

for (const dismiss of ["keydown", "click", "popstate", "hashchange", "focus"]) {
  test(`a gate that is dismissed by ${dismiss} would be noticed`, async () => {
    const { page } = await pages.open({ version: old, query: { dismiss } });
    await headed(page, "Update required");
    await assert.rejects(assertNotDismissible(page, "Update required"));
  });
}

test("a block that comes while the user types hides the app with its dialogs, portals and media, and everything typed is there afterwards", async () => {
  const { page, assertClean } = await pages.open({ version: "2.5.0", query: { dialog: "" } });
  await page.getByRole("textbox", { name: "Note" }).fill("Ring twice");
  await page.evaluate("document.querySelector('input').value = 'shoes'");
  await page.evaluate(playVideo);
  await pages.setMinimum("2.6.0");
  try {
    await page.evaluate("client.refresh()");
    await headed(page, "Update required");
    assert.equal(await focused(page), "Update required");
    assert.equal(await page.evaluate("document.querySelector('video').paused"), true);
    await assertAccessible(page);
    assert.deepEqual(await reach(page, 4), waysOut);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate("document.activeElement.tagName"), "BODY");
    assert.deepEqual(
      await page.getByRole("button").allInnerTexts(),
      waysOut.filter((name) => name !== "Contact support"),
    );
    assert.equal(await page.getByRole("button", { name: "Help", includeHidden: true }).isVisible(), false);
    await press(page, "Try again");
    await assertNotDismissible(page, "Update required");
  } finally {
    await pages.setMinimum("2.4.0");
  }
  await press(page, "Try again");
  const note = page.getByRole("textbox", { name: "Note" });
  await note.waitFor();
  assert.equal(await note.inputValue(), "Ring twice");
  assert.deepEqual(
    await page.evaluate("[document.querySelector('dialog').matches(':modal'), document.activeElement.ariaLabel]"),
    [true, "Note"],
  );
  assert.equal(await page.evaluate("document.querySelector('input').value"), "shoes");
  assertClean();
});

test("an app that never ran is not rendered behind the gate", async () => {
  const { page } = await pages.open({ version: old });
  await headed(page, "Update required");
  assert.equal(await page.getByText("Acme Shop").count(), 0);
});

test("the keyboard alone reaches every way out, in the order of the screen, and nothing of the app", async () => {
  const { page, assertClean } = await pages.open({ version: old });
  await headed(page, "Update required");
  assert.deepEqual(await reach(page, 4), waysOut);
  assert.equal(await page.getByRole("link", { name: "Contact support" }).getAttribute("href"), "mailto:support@acme.example");
  await page.getByRole("button", { name: "Try again" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText(gateWords.en.unchanged).waitFor();
  await page.getByRole("button", { name: "Update" }).focus();
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.title === "opened https://apps.apple.com/app/id123456789");
  await assertNotDismissible(page, "Update required");
  assertClean();
});

test("a check without a connection says so, and the gate stays", async () => {
  const { page } = await pages.open({ instance: "eu-1" });
  await headed(page, "Down for maintenance");
  await page.context().setOffline(true);
  await press(page, "Try again");
  await page.getByRole("status").getByText(gateWords.en.unreachable).waitFor();
  await assertNotDismissible(page, "Down for maintenance");
});

test("from the second start on, the first painted frame has the gate, also without a connection", async () => {
  const { page } = await pages.open({ version: old, query: { storage: "" } });
  await headed(page, "Update required");
  await page.addInitScript(recordFrames);
  await page.route("**/api/v1/**", (route) => route.abort());
  await page.reload();
  await headed(page, "Update required");
  const frames = await page.evaluate<string[]>("frames");
  assert.ok(frames.length > 0);
  assert.deepEqual([...new Set(frames)], ["Update required"]);
  await assertNotDismissible(page, "Update required");
});

test("a recommended update goes away with Later and with Skip this version, and the app keeps what was typed", async () => {
  for (const button of ["Later", "Skip this version"]) {
    const { page, assertClean } = await pages.open({ version: "2.5.0" });
    await page.getByRole("textbox").fill("shoes");
    await press(page, button);
    await page.getByRole("region").waitFor({ state: "detached" });
    assert.equal(await page.getByRole("textbox").inputValue(), "shoes");
    assertClean();
  }
});
