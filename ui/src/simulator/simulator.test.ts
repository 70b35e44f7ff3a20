import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { becomes, type Console, shop, startConsole, textPattern } from "../../test/console-page.ts";
import { shownInstant, shownInZone } from "../../test/shown-time.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";

const directories = temporaryDirectories();
const path = `projects/${shop}/test`;
const admin = `/admin/v1/projects/${shop}`;
let running: Console;
let moveEnds: Date;
before(async () => {
  running = await startConsole(directories());
  const { body } = await running.program.admin("GET", `${admin}/windows/warehouse-move`);
  moveEnds = new Date(Date.parse(`${body.start}Z`) + 7 * 24 * 3_600_000);
});
after(() => running.close());

/** Until the end of the demo's warehouse move everything is closed; after it, only what is planned here. */
const beforeUpgrade = "2027-12-05T00:00:00.000Z";
const upgradeStarts = "2027-12-05T01:00:00.000Z";

const moveEndsText = () => shownInZone(moveEnds.getTime());

const exact = (page: Page) => page.getByRole("region", { name: texts.exact });
const answer = (page: Page) => page.getByRole("region", { name: texts.answer });
const verdict = (page: Page, text: string) => answer(page).getByRole("heading", { name: text }).waitFor();

async function reached(page: Page, at: string): Promise<void> {
  await page.waitForURL((url) => url.searchParams.get("at") === at);
}

/** Response to an app with the demo's key, byte for byte. */
async function asked(question: string) {
  const key = readFileSync(join(running.program.directory, "demo-key"), "utf8").trim();
  const { urls } = running.program;
  const response = await fetch(`${question.startsWith("config") ? urls.config : urls.maintenance}/api/v1/${question}`, {
    headers: { "x-api-key": key },
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

const questions: Readonly<Record<string, string>> = {
  "version=2.3.0&lang=de": "config?platform=ios&current_version=2.3.0&lang=de",
  "platform=huawei&version=2.5%2B57": "config?platform=huawei&current_version=2.5%2B57",
  "ask=maintenance&instance=eu-1": "maintenance?instanceId=eu-1",
  "platform=amiga&version=x.y": "config?platform=amiga&current_version=x.y",
  "ask=maintenance&instance=mars": "maintenance?instanceId=mars",
};

test("the answer for now is to the byte what an app gets, and so are its status and headers", async () => {
  for (const [search, question] of Object.entries(questions)) {
    const { page, assertClean, close } = await running.open({ path: `${path}?${search}` });
    const { status, headers, body } = await asked(question);
    await exact(page).waitFor();
    const [shown, curl] = await exact(page).locator("code").all();
    assert.equal(await shown?.textContent(), body, question);
    const [shownStatus, shownHeaders = ""] = await exact(page).locator("pre").allTextContents();
    assert.equal(shownStatus, String(status));
    for (const line of shownHeaders.split("\n")) {
      const [name = "", value] = line.split(/: (.*)/s);
      assert.equal(headers.get(name), value, name);
    }
    assert.match((await curl?.textContent()) ?? "", /^curl -i -H 'x-api-key: YOUR_KEY' 'http:\/\/[^']+'$/);
    assertClean();
    await close();
  }
});

test("the answer is said in words first, with the rule that decided", async () => {
  const { page, assertClean, accessible } = await running.open({ path: `${path}?version=2.3.0` });
  await verdict(page, texts.mustUpdate("ios 2.3.0"));
  await answer(page).getByText(texts.because.below_minimum("2.3.0", "2.4.0")).waitFor();
  await answer(page).getByText(texts.alsoClosed(moveEndsText())).waitFor();
  await accessible();
  await answer(page)
    .getByRole("link", { name: texts.policyOf("ios") })
    .click();
  await page.waitForURL(/\/versions\?.*2\.3\.0/);
  assertClean();
});

test("the exact date and time is typed on the clock of a zone", async () => {
  const { page, assertClean } = await running.open({
    path: `${path}?ask=maintenance&instance=eu-1&at=${beforeUpgrade}&zone=Europe/Rome`,
  });
  await page.getByText(["Europe/Rome", "UTC"].map((zone) => shownInZone(beforeUpgrade, zone)).join(" · ")).waitFor();
  await page.getByLabel(texts.atField).fill("2027-12-05T02:30:15");
  await reached(page, "2027-12-05T01:30:15.000Z");
  await verdict(page, texts.closedUntil("Acme Europe", shownInZone("2027-12-05T03:00Z", "Europe/Rome")));
  await page.reload();
  await verdict(page, texts.closedUntil("Acme Europe", shownInZone("2027-12-05T03:00Z", "Europe/Rome")));
  await page.getByRole("button", { name: texts.now, exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.searchParams.has("at"));
  await page.getByText(texts.following).waitFor();
  assertClean();
});

test("one goes from change to change", async () => {
  const { page, assertClean, accessible } = await running.open({
    path: `${path}?ask=maintenance&instance=eu-1&at=${beforeUpgrade}`,
  });
  await verdict(page, texts.open("Acme Europe"));
  await answer(page)
    .getByText(texts.scheduled(shownInstant(upgradeStarts), shownInZone("2027-12-05T03:00Z")))
    .waitFor();
  await answer(page)
    .getByText(texts.announced(shownInZone("2027-12-04T13:00Z")))
    .waitFor();
  await page.getByRole("button", { name: texts.next }).focus();
  await page.keyboard.press("Enter");
  await reached(page, upgradeStarts);
  await verdict(page, texts.closedUntil("Acme Europe", shownInZone("2027-12-05T03:00Z")));
  await answer(page).getByRole("listitem").filter({ hasText: "db-upgrade" }).waitFor();
  await accessible();
  const afterMove = new Date(moveEnds.getTime() + 3_600_000).toISOString();
  await page.goto(page.url().replace(encodeURIComponent(upgradeStarts), encodeURIComponent(afterMove)));
  await page.getByRole("button", { name: texts.previous }).click();
  await reached(page, moveEnds.toISOString());
  assertClean();
});

test("where nothing changes within a year, that is said", async () => {
  const { page, assertClean } = await running.open({ path: `${path}?platform=huawei&version=2.7.0&at=2030-01-01T00:00:00Z` });
  await verdict(page, texts.mayRun("huawei 2.7.0"));
  await page.getByRole("button", { name: texts.next }).click();
  await page.getByText(texts.noNext).waitFor();
  assertClean();
});

test("until an answer is there, the one before it says of when it is; and only the last is asked for", async () => {
  const { page, assertClean } = await running.open({ path: `${path}?version=2.7.0&at=${beforeUpgrade}` });
  await verdict(page, texts.mayRun("ios 2.7.0"));
  let questionsSent = 0;
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/simulate?**", async (route) => {
    questionsSent++;
    await mayGoOn;
    await route.continue().catch(() => undefined);
  });
  for (let day = 3; day >= 1; day--) await page.getByLabel(texts.atField).fill(`2027-12-0${day}T18:00:00`);
  await page.getByText(texts.older("ios 2.7.0", shownInZone(beforeUpgrade))).waitFor();
  await becomes(() => page.locator("[aria-busy=true]").count(), 1);
  await page.waitForURL((url) => (url.searchParams.get("at") ?? "").startsWith("2027-12-01T"));
  goOn();
  await page.getByText(textPattern(texts.older)).waitFor({ state: "detached" });
  assert.ok(questionsSent < 3, String(questionsSent));
  await page.unroute("**/simulate?**");
  assertClean();
});

test("who has asked nothing yet learns what to ask, on a phone too", async () => {
  const { page, assertClean, accessible } = await running.open({ path, viewport: { width: 390, height: 844 } });
  await page.getByRole("heading", { name: texts.askFirst }).waitFor();
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await accessible();
  await page.getByRole("textbox", { name: texts.version, exact: true }).fill("2.3.0");
  await verdict(page, texts.mustUpdate("ios 2.3.0"));
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await accessible();
  await page.getByText(texts.asks.maintenance).click();
  await page.getByText(texts.askFirstMaintenance).waitFor();
  await page.getByRole("combobox", { name: texts.instance }).fill("us-1");
  await verdict(page, texts.closedUntil("Acme US", moveEndsText()));
  await accessible();
  assertClean();
});
