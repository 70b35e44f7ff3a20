import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { becomes, type Console, dialogOpened, shop, startConsole } from "../../test/console-page.ts";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { tokenTexts } from "./token-texts.ts";

const texts = tokenTexts.calendar;

const directories = temporaryDirectories();
const path = `projects/${shop}/settings?section=feeds`;
const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

test("a calendar address is made with the keyboard, opens the calendar, and ends for good", async () => {
  const other = await running.open({ path });
  await other.page.getByRole("heading", { name: texts.none.title }).waitFor();
  await other.accessible();
  const { page, assertClean, accessible } = await running.open({ path });
  await page.getByRole("button", { name: texts.create }).focus();
  await page.keyboard.press("Enter");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type(payload);
  await accessible();
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog").locator("code");
  await shown.first().waitFor();
  await accessible();
  const [calendar = ""] = await shown.allTextContents();
  assert.match(await (await fetch(calendar)).text(), /^BEGIN:VCALENDAR[\s\S]*warehouse-move/);
  await page.getByRole("button", { name: credentialTexts.haveIt }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").first().waitFor({ state: "detached" });
  await other.page.getByRole("row", { name: /active/ }).waitFor();
  await page.getByRole("link", { name: payload, exact: true }).focus();
  await page.keyboard.press("Enter");
  await dialogOpened(page);
  await page.getByRole("textbox", { name: /^Type/ }).fill(payload);
  await accessible();
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /revoked/ }).waitFor();
  assert.equal((await fetch(calendar)).status, 404);
  assert.equal(await page.evaluate("document.querySelectorAll('img[src=x]').length"), 0);
  assertClean();
  other.assertClean();
});

test("a calendar of one instance tells nothing of another, and what is wrong is said at its field", async () => {
  const { page, assertClean, accessible } = await running.open({ path: `${path}&create=true` });
  await page.getByRole("textbox", { name: texts.name, exact: true }).fill(" ");
  await page.getByRole("button", { name: texts.create }).last().click();
  await page.locator("[aria-invalid=true]").waitFor();
  await accessible();
  await page.getByRole("textbox", { name: texts.name, exact: true }).fill("Europe");
  await page.reload();
  await becomes(() => page.getByRole("textbox", { name: texts.name, exact: true }).inputValue(), "Europe", "kept");
  const shows = page.getByRole("combobox", { name: texts.covers }).or(page.getByRole("textbox", { name: texts.covers }));
  await shows.first().click();
  await page.getByRole("option", { name: "Acme Europe" }).click();
  await page.getByRole("button", { name: texts.create }).last().click();
  const calendar = (await page.getByRole("dialog").locator("code").first().textContent()) ?? "";
  const text = await (await fetch(calendar)).text();
  assert.match(text, /warehouse-move/);
  assert.doesNotMatch(text, /ios-push-certificates/);
  assertClean();
});
