import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { becomes, consoleForTests, shop } from "../../test/console-page.ts";
import { assertSteps, startKeyboardJob } from "../../test/job.ts";
import { enter, reach, type } from "../../test/keyboard.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";

const path = `projects/${shop}/test`;
const running = consoleForTests();
before(async () => {
  const ios = `/admin/v1/projects/${shop}/platforms/ios?override=unseen_version&reason=2.4.0+loses+orders`;
  await running.send("PATCH", ios, { minimum: "2.4.1" }, { "if-match": "*" });
});

/** Before it, the demo's warehouse move closes everything. */
const beforeUpgrade = "2027-12-05T00:00:00.000Z";
const upgradeStarts = "2027-12-05T01:00:00.000Z";

const answer = (page: Page) => page.getByRole("region", { name: texts.answer });
const verdict = (page: Page, text: string | RegExp) => answer(page).getByRole("heading", { name: text });
const phone = (page: Page) => page.getByRole("figure", { name: texts.phone });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function asked(question: string) {
  const key = readFileSync(join(running.program.directory, "demo-key"), "utf8").trim();
  const { urls } = running.program;
  const response = await fetch(`${urls.config}/api/v1/${question}`, {
    headers: { "x-api-key": key },
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const questions: Readonly<Record<string, readonly [string, string]>> = {
  "platform=ios&version=2.3.0%2B57&lang=de": ["config", "config?platform=ios&current_version=2.3.0%2B57&lang=de"],
  "platform=ios&version=2.5.0&instance=eu-1": ["gate", "gate?platform=ios&current_version=2.5.0&instanceId=eu-1"],
  "platform=amiga&version=x.y": ["config", "config?platform=amiga&current_version=x.y"],
  "platform=ios&version=1&instance=mars": ["maintenance", "maintenance?instanceId=mars"],
};

test("the raw response is to the byte what an app gets, and so are its status and headers", async () => {
  for (const [search, [endpoint, question]] of Object.entries(questions)) {
    const { page, assertClean, close } = await running.open({ path: `${path}?${search}` });
    const { status, headers, body } = await asked(question);
    await page.getByText(texts.raw, { exact: true }).click();
    const raw = page.getByRole("region", { name: texts.raw });
    await raw.getByText(`/${endpoint}`, { exact: true }).click();
    const [shown, curl] = [raw.locator("code").first(), raw.locator("code").last()];
    await becomes(() => shown.textContent(), body, question);
    const [shownStatus, ...lines] = ((await raw.locator("pre").textContent()) ?? "").split("\n");
    assert.equal(shownStatus, `HTTP/1.1 ${status}`);
    for (const line of lines) {
      const [name = "", value] = line.split(/: (.*)/s);
      assert.equal(headers.get(name), value, name);
    }
    assert.match((await curl.textContent()) ?? "", /^curl -i -H 'x-api-key: YOUR_KEY' 'http:\/\/[^']+'$/);
    assertClean();
    await close();
  }
});

test("the answer, its reason and the phone are in view on a phone without scrolling", async () => {
  const viewport = { width: 390, height: 844 };
  const { page, accessible } = await running.open({ path: `${path}?platform=ios&version=2.3.0`, viewport });
  await verdict(page, texts.mustUpdate("iOS 2.3.0")).waitFor();
  const why = answer(page).getByText(/^Below 2.4.1 since .+, by .+: 2.4.0 loses orders$/);
  for (const target of [verdict(page, /./), why, phone(page)]) {
    const box = await target.boundingBox();
    assert.ok(box && box.y >= 0 && box.y < viewport.height, `${target} is at ${box?.y} of ${viewport.height}`);
  }
  const toMessages = await answer(page).getByRole("link", { name: texts.toMessages }).getAttribute("href");
  assert.match(toMessages ?? "", /\/messages\?kind=upgrade&platform=ios&version=2\.3\.0$/);
  await page.getByText(texts.raw, { exact: true }).click();
  await page.getByRole("region", { name: texts.raw }).waitFor();
  await accessible();
});

test("why a version sees the wall is asked by the keyboard alone", async () => {
  const { page } = await running.open({ path });
  await verdict(page, /./).waitFor();
  await startKeyboardJob(page);
  await reach(page, field(page, texts.platform));
  await page.keyboard.type("iOS");
  await type(page, field(page, texts.version), "2.3.0");
  await verdict(page, texts.mustUpdate("iOS 2.3.0")).waitFor();
  await page.waitForURL((url) => url.searchParams.get("version") === "2.3.0");
  await enter(page, page.getByRole("link", { name: texts.toVersions }));
  await page.waitForURL(/\/versions\?.*2\.3\.0/);
  await assertSteps(page);
});

test("maintenance says until when, and what it is, and an error what apps do", async () => {
  const { page } = await running.open({ path: `${path}?platform=ios&version=2.7.0&instance=us-1` });
  await verdict(page, /^Acme US is closed until /).waitFor();
  await answer(page)
    .getByText(/planned .+ by Drawbridge/)
    .waitFor();
  await answer(page).getByRole("link", { name: texts.toMaintenance }).click();
  await page.waitForURL(/\/maintenance\?.*occurrence=/);
  await page.goto(page.url().replace(/\/maintenance.*/, "/test?platform=amiga&version=2.0.0"));
  await verdict(page, texts.refused).waitFor();
  await answer(page).getByText(texts.refusedMeaning).waitFor();
});

test("the time is typed, and one goes on to the next change of the answer", async () => {
  const search = `platform=ios&version=2.7.0&instance=eu-1&at=${beforeUpgrade}`;
  const { page } = await running.open({ path: `${path}?${search}`, timezoneId: "Europe/Rome" });
  await verdict(page, texts.mayRun("iOS 2.7.0")).waitFor();
  await answer(page)
    .getByText(/^Announced: Acme Europe closes/)
    .waitFor();
  await page.getByRole("button", { name: texts.showChange }).click();
  await page.waitForURL((url) => url.searchParams.get("at") === upgradeStarts);
  await verdict(page, /^Acme Europe is closed until .*04:00/).waitFor();
  await field(page, texts.atField).fill("2027-12-05T00:30");
  await page.waitForURL((url) => url.searchParams.get("at") === "2027-12-04T23:30:00.000Z");
  await page.locator("[aria-busy=false]").waitFor();
  await verdict(page, texts.mayRun("iOS 2.7.0")).waitFor();
  await page.getByText(texts.now, { exact: true }).click();
  await page.waitForURL((url) => !url.searchParams.has("at"));
});

test("a phone whose system is too old for the required release is shown without its update", async () => {
  const releases = ["2.4.1", "2.5.5", "2.6.0"].map((version) => ({ version, requires_os: "17" }));
  const ios = `/admin/v1/projects/${shop}/platforms/ios`;
  await running.send("PATCH", ios, { releases }, { "if-match": "*" });
  const { page } = await running.open({ path: `${path}?platform=ios&version=2.3.0&at=${beforeUpgrade}` });
  await phone(page).getByText(texts.store, { exact: true }).waitFor();
  await field(page, texts.os).fill("16.4");
  await answer(page).getByText(texts.tooOld).waitFor();
  assert.equal(await phone(page).getByText(texts.store, { exact: true }).count(), 0);
  await field(page, texts.os).fill("iOS");
  await page.getByText(texts.osWrong).waitFor();
  await phone(page).getByText(texts.store, { exact: true }).waitFor();
  await running.send("PATCH", ios, { releases: [] }, { "if-match": "*" });
});

test("until an answer is there, the one before it is pale; and only the last is asked for", async () => {
  const { page } = await running.open({ path: `${path}?platform=ios&version=2.7.0&at=${beforeUpgrade}` });
  await verdict(page, texts.mayRun("iOS 2.7.0")).waitFor();
  let sent = 0;
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/simulate?**", async (route) => {
    sent++;
    await mayGoOn;
    await route.continue().catch(() => undefined);
  });
  await field(page, texts.version).fill("");
  await page.keyboard.type("2.3.1");
  await page.locator("[aria-busy=true]").waitFor();
  await answer(page).getByText(texts.updating).waitFor();
  goOn();
  await verdict(page, texts.mustUpdate("iOS 2.3.1")).waitFor();
  await page.locator("[aria-busy=false]").waitFor();
  assert.ok(sent < 4, String(sent));
});
