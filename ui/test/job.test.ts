import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { openBrowser, type TestBrowser } from "../../server/test/browser.ts";
import { assertSteps, startJob, startKeyboardJob, steps } from "./job.ts";

const document = `<!doctype html><title>form</title>
<button type="button">Open</button>
<input aria-label="Name">
<label><input type="checkbox"> Agreed</label>
<select aria-label="Unit"><option>min</option><option>h</option></select>
<a href="/next">Next</a>`;

const url = "http://form.example/";
let browser: TestBrowser;
before(async () => {
  browser = await openBrowser();
});
after(() => browser.close());

async function open(begin: (page: Page) => Promise<void>): Promise<Page> {
  const { page } = await browser.visitor();
  await page.route(`${url}**`, (route) => route.fulfill({ contentType: "text/html", body: document }));
  await page.goto(url);
  await begin(page);
  return page;
}

test("a job counts pointer downs and choices, and no text", async () => {
  const page = await open(startJob);
  await page.getByRole("button").click();
  await page.getByRole("textbox").fill("Ada");
  await page.getByRole("textbox").press("End");
  await page.keyboard.type(" L");
  await page.keyboard.press("Backspace");
  await page.getByRole("combobox").selectOption("h");
  await page.getByRole("link").click();
  await page.waitForURL(`${url}next`);
  await page.getByRole("checkbox").check();
  const taken = await assertSteps(page, 5);
  assert.deepEqual(taken, { pointers: ["Open", "Unit", "Next", "Agreed"], keys: ["End"] });
  await assert.rejects(assertSteps(page, 4), /5 steps, of at most 4/);
  await startJob(page);
  await assert.rejects(assertSteps(page, 4), /a job without a step/);
  await page.getByRole("button").click();
  assert.deepEqual(await steps(page), { pointers: ["Open"], keys: [] });
});

test("a job by keyboard alone names its keys, and fails by the pointer or by text without keys", async () => {
  const page = await open(startKeyboardJob);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ada L");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("?");
  const keys = ["Tab", "Space", "Tab", "Shift+Tab", "Control+k", "?"];
  assert.deepEqual(await assertSteps(page), { pointers: [], keys });
  await startKeyboardJob(page);
  await page.keyboard.press("Tab");
  await page.getByRole("textbox").fill("Ada");
  await page.getByRole("textbox").fill("Ada again");
  await assert.rejects(assertSteps(page), /filled: Name/);
  await startKeyboardJob(page);
  await page.getByRole("button").click();
  await assert.rejects(assertSteps(page), /pointer: Open/);
});
