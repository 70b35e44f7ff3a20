import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { consoleForTests, shop, textPattern } from "../../test/console-page.ts";
import { shownCredential } from "../../test/controls.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { usageTexts } from "../usage/usage-texts.ts";
import { readKeyTexts as texts } from "./read-key-texts.ts";

const path = `projects/${shop}/connect?tab=keys`;
const address = `/admin/v1/projects/${shop}/keys`;
const HOUR = 3_600_000;
const question = "/api/v1/config?platform=ios&current_version=2.3.0";
const running = consoleForTests();

const nameField = (page: Page) => page.getByRole("textbox", { name: texts.name, exact: true });

async function make(name: string): Promise<{ readonly id: string; readonly key: string }> {
  const { id, key } = await running.send("POST", address, { name });
  return { id: String(id), key: String(key) };
}

test("a key is limited to a platform and rehearses, and what is wrong with it is said at its field", async () => {
  const { page } = await running.open({ path: `${path}&create=true` });
  await nameField(page).fill("Testers");
  await page.getByText(texts.rehearsalOf.ignore).click();
  await page.getByRole("combobox", { name: texts.platforms }).click();
  await page.getByRole("option", { name: "ios", exact: true }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: texts.create }).last().click();
  const expiry = page.getByLabel(texts.expiry);
  await expiry.and(page.locator('[aria-invalid="true"]')).waitFor();
  await expiry.fill("7d");
  await page.getByRole("button", { name: texts.create }).last().click();
  const key = await shownCredential(page);
  await page.getByRole("button", { name: credentialTexts.haveIt }).click();
  await page.getByRole("row", { name: `Testers ${texts.rehearses} ${credentialTexts.states.expiring} never 0 ios` }).waitFor();
  assert.equal((await running.program.read(question.replace("ios", "android"), key)).status, 403);
});

test("a key that apps carry already is imported, and its text is kept nowhere; another text is another request", async () => {
  const { page } = await running.open({ path: `${path}&create=true` });
  const sent: string[] = [];
  let isAway = true;
  await page.route("**/keys/import", (route) => {
    sent.push(route.request().headers()["idempotency-key"] ?? "");
    return isAway ? route.abort() : route.continue();
  });
  const send = async (value: string) => {
    await page.getByRole("textbox", { name: texts.value }).fill(value);
    assert.ok(!((await page.evaluate("JSON.stringify(sessionStorage)")) as string).includes("0123456789"));
    await page.getByRole("button", { name: texts.create }).last().click();
  };
  await nameField(page).fill("Apps of 2025");
  await page.getByText(sharedTexts.actions.advanced).click();
  await send("mistyped-key-0123456789");
  await page.getByRole("dialog").getByText(sharedTexts.states.unreachable).waitFor();
  isAway = false;
  await send("legacy-key-0123456789");
  await page.getByRole("row", { name: /Apps of 2025 imported/ }).waitFor();
  assert.equal(new Set(sent).size, 2);
  assert.equal((await running.program.read(question, "legacy-key-0123456789")).status, 200);
});

test("a key is rotated, and the old one says who still sends it and whether it may end, as the list does", async () => {
  const { id, key } = await make("Rotated app");
  // The page is to be read in the hour of these requests.
  const left = HOUR - (Date.now() % HOUR);
  if (left < 30_000) await setTimeout(left);
  const ask = async (version: string, times: number) => {
    for (let i = 0; i < times; i++)
      assert.equal((await running.program.read(`/api/v1/config?platform=ios&current_version=${version}`, key)).status, 200);
  };
  await ask("2.3.0", 3);
  await ask("2.4.0", 1);
  const { page, accessible } = await running.open({ path: `${path}&edit=${id}` });
  await page.getByRole("textbox", { name: texts.overlap }).fill("30 d");
  await page.getByRole("button", { name: texts.rotateDo }).click();
  await page.getByText(textPattern(texts.rotateUntil)).waitFor();
  await accessible();
  await page
    .getByRole("dialog", { name: texts.rotateTitle("Rotated app") })
    .getByRole("button", { name: texts.rotateDo })
    .click();
  const next = await shownCredential(page);
  await page.getByRole("button", { name: credentialTexts.haveIt }).click();
  await page.goto(`${page.url()}&edit=${id}`);
  const dialog = page.getByRole("dialog");
  await dialog.getByText(usageTexts.advice.inUse(4)).waitFor();
  await dialog.getByText(`${usageTexts.answered(4)} ${usageTexts.thisHour("4")}`).waitFor();
  await dialog.getByRole("row", { name: "ios 2.3.0 3 75%" }).waitFor();
  await dialog.getByRole("row", { name: "ios 2.4.0 1 25%" }).waitFor();
  await dialog.getByText(usageTexts.byHour, { exact: true }).press("Enter");
  await dialog.getByRole("listitem").filter({ hasText: /: 4$/ }).waitFor();
  await dialog.getByRole("link", { name: /^Rotated app/ }).press("Enter");
  await dialog.getByText(usageTexts.advice.unused).waitFor();
  await page.keyboard.press("Escape");
  await page
    .getByRole("row", { name: new RegExp(`Rotated app ${texts.ages.old} active .* (now|ago) 4 ${texts.everything}`) })
    .waitFor();
  await page.getByRole("row", { name: new RegExp(`Rotated app ${texts.ages.new}`) }).waitFor();
  for (const text of [key, next]) assert.equal((await running.program.read(question, text)).status, 200);
});

test("refused apps are shown with the key and the version that they send, as plain text", async () => {
  const beta = await make("Beta app");
  const sent = "10.0 <b>beta</b>";
  const target = `/api/v1/config?platform=ios&current_version=${encodeURIComponent(sent)}`;
  for (let i = 0; i < 2; i++) assert.equal((await running.program.read(target, beta.key)).status, 400);
  const { id, key } = await make("Ended app");
  await running.send("POST", `${address}/${id}/revoke`);
  for (let i = 0; i < 2; i++) assert.equal((await running.program.read(question, key)).status, 401);
  assert.equal((await running.program.read(question, "unknown-read-key-0001")).status, 401);
  const { page, accessible } = await running.open({ path });
  await page.getByText(usageTexts.noticeTitle).waitFor();
  const unread = usageTexts.refusedWith("Beta app", usageTexts.refusedOf.invalid_version(2, sent));
  await page.getByRole("link", { name: unread }).waitFor();
  await page.getByText(usageTexts.anonymousTitle).waitFor();
  await page.getByText(usageTexts.refusedWithout.unknown(1)).waitFor();
  const link = page.getByRole("link", {
    name: usageTexts.refusedWith("Ended app", usageTexts.refusedOf.revoked(2, "")),
  });
  await link.press("Enter");
  await page.getByText(usageTexts.advice.refused(2)).waitFor();
  await page.getByRole("dialog").getByText(usageTexts.refusedOf.revoked(2, "")).waitFor();
  await accessible();
});
