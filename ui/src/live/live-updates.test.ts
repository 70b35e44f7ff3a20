/** Changes by other users appear on open screens. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Route } from "playwright-core";
import { consoleForTests, shop } from "../../test/console-page.ts";

const path = `projects/${shop}/connect?tab=instances`;
const running = consoleForTests();

async function make(id: string, name: string): Promise<void> {
  const address = `/admin/v1/projects/${shop}/instances/${id}`;
  const { status } = await running.program.admin("PUT", address, { name }, { "if-none-match": "*" });
  assert.equal(status, 201);
}

test("a published change appears on other users' screens without a reload", async () => {
  const { page } = await running.open({ path, role: "viewer" });
  await page.getByRole("link", { name: "Acme Europe" }).waitFor();
  await make("live-1", "Published by another person");
  await page.getByRole("link", { name: "Published by another person" }).waitFor();
});

test("a change published during an outage appears when the server is back", async () => {
  const { page } = await running.open({ path, role: "viewer" });
  await page.getByRole("link", { name: "Acme Europe" }).waitFor();
  await running.goAway();
  await running.comeBack();
  await make("live-2", "Published after a restart");
  await page.getByRole("link", { name: "Published after a restart" }).waitFor({ timeout: 30_000 });
});

test("a change published while a screen is loading appears on it", async () => {
  const { page } = await running.open({ path: `projects/${shop}`, role: "viewer" });
  // The server has answered, and the answer is on its way while the change and its event overtake it.
  const answerLate = async (route: Route) => {
    const response = await route.fetch();
    const heard = page.waitForResponse((answer) => answer.url().endsWith(`/projects/${shop}`));
    await make("live-3", "Published while it loads");
    await heard;
    await route.fulfill({ response });
  };
  await page.route(/\/admin\/v1\/.*\/instances(\?|$)/, answerLate, { times: 1 });
  await page.goto(`${running.program.urls.admin}/console/${path}`);
  await page.getByRole("link", { name: "Published while it loads" }).waitFor();
});
