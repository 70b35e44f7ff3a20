import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { consoleForTests, shop } from "../../test/console-page.ts";
import { manifestTexts as texts } from "./settings-texts.ts";

const path = `projects/${shop}/settings?tab=manifest`;
const address = `/admin/v1/projects/${shop}`;
const running = consoleForTests();

async function manifest(): Promise<string> {
  const { body } = await running.program.admin("GET", `${address}/manifest`, undefined, { accept: "application/yaml" });
  return String(body.text);
}

test("the manifest is downloaded as the server writes it, and shows what others publish", async () => {
  const { page } = await running.open({ path });
  await page.getByRole("region", { name: texts.present }).waitFor();
  const [downloaded] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: texts.download }).click(),
  ]);
  assert.equal(downloaded.suggestedFilename(), `${shop}.yaml`);
  assert.equal(await readFile(await downloaded.path(), "utf8"), await manifest());
  const payload = "<img src=x onerror=alert(1)>";
  await running.program.admin("PATCH", address, { name: payload }, { "if-match": "*" });
  await page.getByRole("region", { name: texts.present }).getByText(payload).waitFor();
});
