import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { anyText, becomes, type Console, shop, startConsole, textPattern } from "../../test/console-page.ts";
import { maintenanceTexts } from "../maintenance/maintenance-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { attentionTexts, overviewTexts as texts } from "./overview-texts.ts";

const directories = temporaryDirectories();
const DAY = 86_400_000;
let running: Console;
before(async () => {
  running = await startConsole(directories());
});
after(() => running.close());

async function ask(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>) {
  const { status, body: answer } = await running.program.admin(method, `/admin/v1/projects/${path}`, body, headers);
  assert.ok(status < 300, JSON.stringify(answer));
  return answer;
}
const creating = { "if-none-match": "*" };

test("each project shows active maintenance, and a start elsewhere appears in every browser without a reload", async () => {
  const { page, assertClean, accessible } = await running.open();
  const other = await running.open({ role: "viewer" });
  for (const each of [page, other.page])
    await each
      .getByRole("row", { name: /Acme Shop/ })
      .getByText("warehouse-move")
      .waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await ask("POST", `${shop}/maintenance/start`, { id: "quick-fix", title: "Quick fix", for: "PT20M", whole_project: true });
  await page.getByText("Quick fix", { exact: true }).waitFor();
  await other.page.getByText("Quick fix", { exact: true }).waitFor();
  // The status is what the console polls where no events arrive.
  assert.deepEqual(
    asked.filter((url) => url.endsWith("/admin/v1/status")),
    [],
    "told by an event",
  );
  await accessible();
  await ask("POST", `${shop}/maintenance/complete`, { window: "quick-fix" });
  await page.getByText("Quick fix", { exact: true }).waitFor({ state: "detached" });
  await other.page.getByText("Quick fix", { exact: true }).waitFor({ state: "detached" });
  assertClean();
  other.assertClean();
});

test("a key that is about to expire needs attention, and its sentence leads to it with the keyboard", async () => {
  // One instant for the key and the page: midnight may come between them.
  const instant = Date.now();
  const { id } = await ask("POST", `${shop}/keys`, {
    name: "old app",
    expires_at: new Date(instant + 3 * DAY).toISOString(),
  });
  const rotated = await ask("POST", `${shop}/keys/${(await ask("POST", `${shop}/keys`, { name: "rotated" })).id}/rotate`, {
    overlap: "P20D",
  });
  assert.ok(rotated.key);
  const { page, assertClean, accessible } = await running.open({ viewport: { width: 360, height: 740 }, instant });
  await page.getByText(textPattern(attentionTexts.oldKeyEnds, "rotated")).waitFor();
  await accessible();
  await becomes(() => page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  await page.getByRole("link", { name: textPattern(attentionTexts.keyEnds, "old app", "in 3 days") }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: sharedTexts.screens.keys }).waitFor();
  await page.waitForURL(new RegExp(`edit=${id}`));
  assertClean();
});

test("unfinished setup is listed with links to fix it, and disappears when it is done", async () => {
  const payload = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;
  await ask("PUT", "news", { name: payload }, creating);
  await ask("PUT", "news/platforms/ios?override=store_link&reason=x", { minimum: "2" }, creating);
  await ask("POST", "news/maintenance/start", {
    id: "forgotten",
    title: "Forgotten",
    for: "PT1S",
    overrun: "hold",
    whole_project: true,
  });
  const { page, assertClean, accessible } = await running.open({ colorScheme: "dark" });
  const row = page.getByRole("row", { name: payload });
  await row.getByRole("link", { name: attentionTexts.noLink("ios") }).waitFor();
  await row.getByRole("link", { name: attentionTexts.noKey }).waitFor();
  await row.getByRole("link", { name: attentionTexts.noInstances }).waitFor();
  await row.getByRole("link", { name: textPattern(attentionTexts.held, "Forgotten") }).waitFor();
  await becomes(() => page.getByRole("rowheader").first().textContent(), payload, "what needs people is first");
  assert.equal(await page.evaluate("document.querySelectorAll('img[src=x]').length"), 0);
  await accessible();
  await row.getByRole("link", { name: attentionTexts.noLink("ios") }).click();
  await page.getByRole("dialog", { name: "iOS" }).waitFor();
  await page.goBack();
  await ask("POST", "news/maintenance/complete", { window: "forgotten" });
  await ask("POST", "news/keys", { name: "app" });
  await ask("PUT", "news/instances/eu-1", { name: "Europe" }, creating);
  await ask("PATCH", "news", { stores: { apple: "https://apps.apple.com/app/id1" } }, { "if-match": "*" });
  await row.getByText(texts.nothingToDo, { exact: true }).waitFor();
  assertClean();
});

test("proposals need attention only from users who can approve them", async () => {
  const address = "news/protection";
  await ask("PUT", address, { four_eyes: true, reason_required: false }, { "if-match": "*" });
  await ask("PATCH", "news?propose=true&reason=x", { ttl: "PT40S" }, { "if-match": "*" });
  const { page, assertClean } = await running.open();
  const viewer = await running.open({ role: "viewer" });
  await page.getByRole("link", { name: attentionTexts.toApprove(1) }).waitFor();
  await viewer.page
    .getByRole("row", { name: /Acme Shop/ })
    .getByText("warehouse-move")
    .waitFor();
  await becomes(() => viewer.page.getByText(/proposal/).count(), 0);
  assertClean();
  viewer.assertClean();
});

test("an operator starts maintenance from here in two steps; a viewer gets no button", async () => {
  const { page, assertClean, accessible } = await running.open({ role: "operator" });
  await page.getByRole("link", { name: texts.startIn("Acme Shop") }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: maintenanceTexts.startTitle }).waitFor();
  await page.waitForURL(/maintenance\?start=true/);
  await accessible();
  assertClean();
  const viewer = await running.open({ role: "viewer" });
  await viewer.page.getByRole("row", { name: /Acme Shop/ }).waitFor();
  await becomes(() => viewer.page.getByRole("link", { name: anyText(texts.start, texts.startIn("")) }).count(), 0);
  viewer.assertClean();
});

test("among many projects one is found, and what needs people is first", async () => {
  const names = Array.from({ length: 30 }, (_, n) => `p-${String(n).padStart(3, "0")}`);
  const platforms = { ios: {} };
  for (const project of names) {
    const manifest = {
      apiVersion: "drawbridge/v1",
      project,
      name: `Product ${project}`,
      platforms,
      instances: { a: { name: "A" } },
    };
    await ask("PUT", `${project}/manifest`, manifest, creating);
    if (project !== "p-017") await ask("POST", `${project}/keys`, { name: "app" });
  }
  const { page, assertClean, accessible } = await running.open();
  await page.getByText(/^32 projects · 1 in maintenance · \d needs? attention/).waitFor();
  const first = await page.getByRole("rowheader").allTextContents();
  assert.ok(first.indexOf("Product p-017") < 3, first.slice(0, 5).join());
  await page.getByRole("searchbox").fill("p-00");
  await page.getByRole("row", { name: /p-025/ }).waitFor({ state: "detached" });
  await becomes(() => page.getByRole("rowheader").count(), 10);
  await page.waitForURL(/query=p-00/);
  await page.getByRole("searchbox").fill("");
  await page.getByText(texts.shows.attention, { exact: true }).click();
  await page.getByRole("row", { name: /p-025/ }).waitFor({ state: "detached" });
  await page.getByRole("row", { name: /p-017/ }).waitFor();
  await page.waitForURL(/show=attention/);
  await accessible();
  assertClean();
});
