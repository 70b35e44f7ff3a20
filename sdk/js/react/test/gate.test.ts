/** The gate of React in a real browser, with a real server. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible, headed, press } from "../../../../server/test/browser.ts";
import { temporaryDirectories } from "../../../../server/test/temporary-directory.ts";
import { becomes } from "../../../../ui/test/console-page.ts";
import { englishWords } from "../../texts/english-words.ts";
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

/** The app has dialogs of its own. */
const gate = "dialog[aria-labelledby]";
const shownGate = `${gate}, section[aria-label]`;
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
    const box = await page.getByRole("dialog").boundingBox();
    const { width, height } = page.viewportSize() ?? {};
    assert.deepEqual(box, { x: 0, y: 0, width, height });
    assert.ok(await page.evaluate(`document.querySelector("${gate}").scrollWidth <= innerWidth`));
    assert.equal(await styleOf(page, gate, "direction"), options.language === "ar" ? "rtl" : "ltr");
    assert.equal(await styleOf(page, `${gate} h1`, "fontSize"), `${26 * (options.textSize ?? 1)}px`);
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

for (const mode of ["overlay", "hide"]) {
  test(`a block that comes while the user types disables the app with its dialogs, portals and media, and everything typed is there afterwards (${mode})`, async () => {
    const { page, assertClean } = await pages.open({ version: "2.5.0", query: { dialog: "", around: "", [mode]: "" } });
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
      await press(page, "Try again");
      await assertNotDismissible(page, "Update required");
    } finally {
      await pages.setMinimum("2.4.0");
    }
    await press(page, "Try again");
    const note = page.getByRole("textbox", { name: "Note" });
    await page.getByRole("heading", { name: "Update required" }).waitFor({ state: "detached" });
    await note.waitFor();
    assert.equal(await note.inputValue(), "Ring twice");
    await becomes(
      () => page.evaluate("[document.querySelector('dialog').matches(':modal'), document.activeElement.ariaLabel]"),
      [true, "Note"],
    );
    assert.equal(await page.evaluate("document.querySelector('input').value"), "shoes");
    assertClean();
  });
}

/** Other code of the page, which does not know of the gate; texts, since they run in the page. */
const others: Readonly<Record<string, string>> = {
  "a modal dialog": "other.showModal()",
  "a modal dialog in a shadow tree": `{
    const host = document.body.appendChild(document.createElement("div"));
    host.attachShadow({ mode: "open" }).append(other);
    other.showModal();
  }`,
  "a popover": "other.popover = 'manual', other.showPopover()",
  "a popover that light dismissal closes": "other.popover = 'auto', other.showPopover()",
  "the highest layer": "other.style.cssText = 'display: block; position: fixed; inset: 0; z-index: 2147483647'",
};
const addOther = `{
  const other = window.other = document.body.appendChild(document.createElement("dialog"));
  other.innerHTML = "<button>Subscribe</button>";
  other.style.cssText = "width: 100vw; height: 100vh; max-width: none; max-height: none; inset: 0";
}`;

for (const [name, open] of Object.entries(others)) {
  test(`${name} that other code opens afterwards gets below the gate, and is there when the gate opens`, async () => {
    const { page, assertClean } = await pages.open({ version: "2.5.0", query: { around: "" } });
    await page.getByRole("textbox", { name: "Search" }).fill("shoes");
    await pages.setMinimum("2.6.0");
    try {
      await page.evaluate("client.refresh()");
      await headed(page, "Update required");
      const before = await page.screenshot({ animations: "disabled" });
      await page.evaluate(addOther + open);
      // An inert popover takes no pointer, even on top: only a picture shows it.
      assert.ok(before.equals(await page.screenshot({ animations: "disabled" })), "the gate looks as before");
      await assertNotDismissible(page, "Update required");
      await page.getByRole("heading", { name: "Update required" }).focus();
      assert.deepEqual(await reach(page, 4), waysOut);
    } finally {
      await pages.setMinimum("2.4.0");
    }
    await press(page, "Try again");
    await page.getByRole("heading", { name: "Update required" }).waitFor({ state: "detached" });
    const subscribe = page.getByRole("button", { name: "Subscribe" });
    await subscribe.click();
    assert.equal(await page.evaluate("other.matches(':modal')"), name.startsWith("a modal"));
    assert.equal(await page.evaluate("document.querySelector('input').value"), "shoes");
    assertClean();
  });
}

test("what the page has around the app is usable again when the gate opens, and has the focus that it had", async () => {
  const { page, assertClean } = await pages.open({ version: "2.5.0", query: { around: "" } });
  await page.getByRole("link", { name: "All shops" }).focus();
  await page.evaluate("window.before = document.body.cloneNode(true).outerHTML");
  await pages.setMinimum("2.6.0");
  try {
    await page.evaluate("client.refresh()");
    await headed(page, "Update required");
    await assertNotDismissible(page, "Update required");
    await page.evaluate("client.later()");
  } finally {
    await pages.setMinimum("2.4.0");
  }
  await press(page, "Try again");
  await page.getByRole("heading", { name: "Update required" }).waitFor({ state: "detached" });
  await becomes(() => focused(page), "All shops");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#elsewhere$/);
  assert.equal(await page.locator("[inert], [aria-hidden]").count(), 0);
  assertClean();
});

test("code that raises itself again whenever it is covered neither stays on top nor stops the page", async () => {
  const { page } = await pages.open({ version: old });
  await headed(page, "Update required");
  await page.evaluate(`${addOther}
    window.raises = 0;
    other.addEventListener("focusout", () => raises < 10 && (raises++, setTimeout(() => (other.close(), other.showModal()))));
    other.showModal();`);
  await becomes(() => page.evaluate("[raises, document.activeElement.closest('dialog') === other]"), [10, false]);
  await press(page, "Try again");
  await page.getByRole("status").getByText(englishWords.unchanged).waitFor();
  await assertNotDismissible(page, "Update required");
});

test("a note about a button goes away after ten seconds", async () => {
  const { page } = await pages.open({ version: old, hasFakeClock: true });
  await headed(page, "Update required");
  await press(page, "Try again");
  const note = page.getByRole("status").getByText(englishWords.unchanged);
  await note.waitFor();
  await page.clock.runFor(4_000);
  assert.ok(await note.isVisible());
  await page.clock.runFor(7_000);
  await note.waitFor({ state: "detached" });
});

test("while the first answer is awaited, a page shows the app, and where it hides the app what is shown while loading", async () => {
  for (const [mode, text] of [
    ["overlay", "Acme Shop"],
    ["hide", "Loading"],
  ] as const) {
    const { page } = await pages.open({ query: { [mode]: "" }, isSilent: true });
    await page.getByText(text, { exact: true }).waitFor();
    assert.equal(await page.evaluate("client.state.status"), "loading");
  }
});

test("each text of the gate is marked with its own language, also where the project has no texts in the user's", async () => {
  for (const [options, own, served] of [
    [{ version: old, language: "pl" }, "pl", "en"],
    [{ version: "2.5.0", language: "pl" }, "pl", "pl"],
    [{ version: old, language: "zh-HK" }, "zh-Hant", "en"],
  ] as const) {
    const { page } = await pages.open(options);
    const root = page.locator(shownGate);
    await root.and(page.locator(`[lang=${own}]`)).waitFor();
    const languages = await root
      .locator("[dir=auto]")
      .evaluateAll((texts) => texts.map((text) => text.closest("[lang]")?.getAttribute("lang")));
    assert.deepEqual(languages, [served, served]);
    assert.equal(
      await root
        .getByRole("button")
        .first()
        .evaluate((button) => button.closest("[lang]")?.getAttribute("lang")),
      own,
    );
  }
});

test("the end of a maintenance and the start of a window are said once to users in the window's zone, and in their own time to others", async () => {
  for (const [instance, own, lines] of [
    ["eu-1", "Europe/Rome", 0],
    ["eu-1", "Asia/Tokyo", 1],
    ["us-1", "UTC", 0],
    ["us-1", "Asia/Kolkata", 1],
  ] as const) {
    const { page } = await pages.open({ instance, timezoneId: own });
    const shown = page.locator(shownGate);
    await shown.waitFor();
    assert.equal(await shown.getByText("your time").count(), lines, `${instance} in ${own}`);
  }
});

test("an app replaces single words of the gate", async () => {
  const { page } = await pages.open({ version: old, language: "de", query: { words: "" } });
  await headed(page, "Update erforderlich");
  await page.getByRole("button", { name: "Check again" }).waitFor();
  await page.getByRole("button", { name: "Aktualisieren" }).waitFor();
});

for (const [name, query, text] of [
  ["its support", {}, englishWords.askSupport],
  ["the app's provider, without a support", { alone: "" }, englishWords.askProvider],
] as const) {
  test(`a forced update without a link says to ask ${name}`, async () => {
    const { page, assertClean } = await pages.open({ version: old, platform: "kiosk", query });
    await headed(page, "Update required");
    await page.getByText(text, { exact: true }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Update" }).count(), 0);
    assert.equal(await page.getByRole("link").count(), "alone" in query ? 0 : 1);
    await assertAccessible(page);
    assertClean();
  });
}

test("a device whose system is too old learns why on a screen without Update, from a server of another origin", async () => {
  const { page, assertClean } = await pages.open({ version: old, query: { os: "16.7" } });
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await assertAccessible(page);
  assert.equal(await page.evaluate("client.state.unsupported"), true);
  assert.notEqual(await focused(page), "Update required");
  assert.equal(await page.getByRole("button", { name: "Update" }).count(), 0);
  assert.equal(await page.getByText(englishWords.askSupport).count(), 0);
  assertClean();
});

test("while the work is saved, the screen has nothing to press and says so, and afterwards it has its ways out", async () => {
  for (const query of [{ save: "" }, { save: "", plain: "" }]) {
    const { page, assertClean } = await pages.open({ version: old, query });
    await headed(page, "Update required");
    const note = page.getByRole("status").getByText(englishWords.saving);
    await note.waitFor();
    await assertAccessible(page);
    await assertNotDismissible(page, "Update required");
    assert.deepEqual(await reach(page, 1), [await page.evaluate("document.body.textContent")]);
    await page.evaluate("endSave()");
    await note.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Update required" }).focus();
    assert.deepEqual(await reach(page, 4), waysOut);
    assertClean();
  }
});

test("an app that is blocked from its start on is not rendered behind the gate", async () => {
  const { page } = await pages.open({ version: old, query: { storage: "" } });
  await headed(page, "Update required");
  await page.reload();
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
  await page.getByRole("status").getByText(englishWords.unchanged).waitFor();
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
  await page.getByRole("status").getByText(englishWords.unreachable).waitFor();
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

/** The gate as nested lists, with the same ids from every kind of page; a text, since it runs in the page. */
const readGate = `JSON.stringify((function read({ localName, attributes, childNodes }) {
  const texts = [...attributes].filter(({ name }) => name !== "data-turbo-temporary").map(({ name, value }) => name + "=" + value.replace(/.*(title|message)$/, name.match(/id|by/) ? "$1" : "$&"));
  return [localName, texts.sort(), [...childNodes].filter(({ data }) => data !== "").map((node) => node.data ?? read(node))];
})(document.querySelector("${shownGate}")))`;

test("a page without React has the elements and styles that React draws, keeps the focus in them, and removes them at the end", async () => {
  const { retry, unchanged } = gateWords.ar ?? englishWords;
  const screens = [{ version: old }, { instance: "eu-1", timezoneId: "Asia/Tokyo" }].map((asked) => ({
    ...asked,
    language: "ar",
  }));
  for (const options of [...screens, { version: "2.5.0" }, { instance: "us-1", timezoneId: "Asia/Tokyo" }]) {
    const drawn: string[] = [];
    for (const query of [{}, { plain: "" }]) {
      const { page, assertClean } = await pages.open({ ...options, query });
      await page.locator(shownGate).waitFor();
      if ("language" in options) {
        await page.getByRole("button", { name: retry }).press("Enter");
        await page.getByRole("status").getByText(unchanged).waitFor();
        await becomes(() => focused(page), retry);
      }
      drawn.push(await page.evaluate<string>(readGate));
      if ("plain" in query) await page.evaluate("mounted.close()");
      assert.equal(await page.locator(shownGate).count(), "plain" in query ? 0 : 1);
      assertClean();
    }
    assert.equal(drawn[1], drawn[0]);
  }
});

test("a page without React that places its parts side by side has the banner above them", async () => {
  const { page } = await pages.open({ version: "2.5.0", query: { plain: "" } });
  const banner = page.getByRole("region");
  await banner.waitFor();
  await page.evaluate("document.body.style.display = 'flex'");
  await press(page, "Update");
  await becomes(async () => {
    const box = await banner.boundingBox();
    return [box?.x, box?.y, box?.width];
  }, [0, 0, 390]);
});

test("a page without React whose body is replaced keeps the gate", async () => {
  const { page, assertClean } = await pages.open({ version: old, query: { plain: "" } });
  await headed(page, "Update required");
  await page.evaluate("document.documentElement.replaceChild(document.createElement('body'), document.body)");
  await headed(page, "Update required");
  await assertNotDismissible(page, "Update required");
  assertClean();
});
