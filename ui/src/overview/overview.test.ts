import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { Page } from "playwright-core";
import { createAccount, openAs, sendAs } from "../../test/account.ts";
import { becomes, consoleForTests, shop, textPattern } from "../../test/console-page.ts";
import { button } from "../../test/controls.ts";
import { assertSteps, startJob, startKeyboardJob } from "../../test/job.ts";
import { enter } from "../../test/keyboard.ts";
import { occurrenceTexts } from "../maintenance/occurrence/occurrence-texts.ts";
import { verbDialogTexts } from "../maintenance/occurrence/verb-dialog-texts.ts";
import { statusTexts as texts } from "../status/status-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

const running = consoleForTests({ demo: true });
before(async () => {
  // The demo has traffic, which says whom a change locks out, and a proposal.
  await createAccount(running.program, "ada@example.com", "Ada Romano", "owner");
  await createAccount(running.program, "ed@example.com", "Ed Moretti", "editor");
});

const ask = (method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>) =>
  running.send(method, `/admin/v1/projects/${path}`, body, headers);
const creating = { "if-none-match": "*" };

/** No app has the version. */
async function publishBadly(): Promise<void> {
  const path = "platforms/ios?override=locks_out,unseen_version&reason=API+ends";
  const headers = { "if-match": "*", "content-type": "application/merge-patch+json" };
  await sendAs(running.program, "ed@example.com", ["PATCH", path], { minimum: "25.0" }, headers);
}

const sentence = (page: Page, text: RegExp | string) => page.getByRole("article").getByText(text);

test("maintenance started elsewhere shows immediately and is completed in two steps", async () => {
  const { page, accessible } = await running.open({ role: "operator" });
  await sentence(page, texts.open).waitFor();
  await ask("POST", `${shop}/maintenance/start`, { id: "fix", title: "Quick fix", for: "PT20M", whole_project: true });
  await sentence(page, textPattern(texts.closed)).waitFor();
  await accessible();
  await startJob(page);
  await button(page, occurrenceTexts.completeLabel("Quick fix")).click();
  await button(page, verbDialogTexts.buttons.complete).click();
  await sentence(page, texts.open).waitFor();
  await assertSteps(page, 2);
  await becomes(() => page.evaluate(() => document.activeElement !== document.body), true, "the focus is not lost");
});

test("a bad publish burns first, and is undone by the keyboard alone", async () => {
  const { page, accessible } = await openAs(running, "ada@example.com");
  await sentence(page, texts.open).waitFor();
  await publishBadly();
  await sentence(page, /^99.*% of iOS locked out since/).waitFor();
  await sentence(page, /Ed Moretti: API ends/).waitFor();
  await accessible();
  await startKeyboardJob(page);
  await enter(page, button(page, texts.undoOf("Ed")));
  await page.getByRole("dialog").waitFor();
  await enter(page, button(page, sharedTexts.review.publish));
  await sentence(page, texts.open).waitFor();
  await assertSteps(page);
});

test("who may not act sees who may", async () => {
  await publishBadly();
  await ask("POST", `${shop}/maintenance/start`, { id: "fix", title: "Quick fix", for: "PT20M", whole_project: true });
  const { page } = await running.open({ role: "viewer", viewport: { width: 360, height: 740 } });
  await page.getByText(textPattern(texts.mayUndo, "Ada Romano")).waitFor();
  await page.getByText(textPattern(texts.mayEnd, "Ada Romano")).waitFor();
  await becomes(() => page.getByRole("article").getByRole("button").count(), 0);
  await page.getByRole("link", { name: texts.approvals(1) }).waitFor();
  await ask("POST", `${shop}/maintenance/complete`, { window: "fix" });
  await ask("PATCH", `${shop}/platforms/ios`, { minimum: "2.4.0" }, { "if-match": "*" });
  await sentence(page, texts.open).waitFor();
});

test("Status has the latest changes, each with its undo, and the windows of the day", async () => {
  await ask("PATCH", shop, { ttl: "PT40S" }, { "if-match": "*" });
  const { page } = await running.open({ path: `projects/${shop}`, colorScheme: "dark" });
  await page.getByRole("heading", { level: 1, name: "Acme Shop" }).waitFor();
  await page.getByRole("region", { name: texts.changes }).getByRole("button", { name: /^Undo/ }).first().click();
  await button(page, sharedTexts.review.publish).click();
  await becomes(async () => (await ask("GET", shop)).ttl, "PT30S");
  await ask("POST", `${shop}/maintenance/start`, { id: "now", title: "Search fix", instances: ["us-1"] });
  await page.getByRole("region", { name: texts.today }).getByText("Search fix").waitFor();
  await ask("POST", `${shop}/maintenance/complete`, { window: "now" });
});

test("many projects take one request, what burns is first, and one is found by its name", async () => {
  const payload = `<img src=x onerror="alert(1)">`;
  for (let n = 0; n < 40; n++) await ask("PUT", `p-${n}`, { name: n === 7 ? payload : `Product ${n}` }, creating);
  await ask("POST", "p-7/maintenance/start", { id: "x", for: "PT1S", overrun: "hold", whole_project: true });
  const { page } = await running.open({ path: "edges" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${running.program.urls.admin}/console/`);
  await becomes(() => page.getByRole("article").first().getByRole("heading").textContent(), payload);
  await sentence(page, texts.closed(texts.held)).waitFor();
  const [first = ""] = asked.filter((url) => url.includes("/admin/v1/overview?"));
  assert.equal(new URL(first).searchParams.get("projects")?.split(",").length, 41);
  assert.deepEqual(
    asked.filter((url) => url.includes("/admin/v1/projects/")),
    [],
  );
  assert.ok((await page.getByRole("article").count()) < 30);
  await page.getByRole("searchbox").fill("product 3");
  await becomes(() => page.getByRole("article").count(), 11);
  await page.waitForURL(/query=product/);
});
