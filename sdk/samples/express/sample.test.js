/** The sample against a real server: what its users see, also when that server is gone. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { startProgram } from "../../../server/test/running-program.ts";

const directory = mkdtempSync(join(tmpdir(), "drawbridge-sample-"));
let program;
let child;
let url = "";

before(async () => {
  program = await startProgram({ directory });
  for (const line of [
    ["project", "set", "--project", "shop", "--name", "Shop", "--store-apple", "https://apps.apple.com/app/id123456789", "--yes"],
    ["policy", "set", "--project", "shop", "--platform", "ios", "--minimum", "2.4.0", "--yes"],
  ]) {
    const { code, err } = await program.cli(...line);
    assert.equal(code, 0, err);
  }
  const { body } = await program.admin("POST", "/admin/v1/projects/shop/keys", { name: "Back end" });
  const env = { ...process.env, PORT: "0", DRAWBRIDGE_URL: `${program.urls.config}/api/v1`, DRAWBRIDGE_KEY: body.key };
  child = spawn(process.execPath, [join(import.meta.dirname, "app.js")], { env, stdio: ["ignore", "pipe", "inherit"] });
  [url] = await once(createInterface({ input: child.stdout }), "line");
});
after(async () => {
  child.kill();
  rmSync(directory, { recursive: true, force: true });
});

/** A miss that takes longer than 300 ms passes: on a busy machine, the answer is there at the next request. */
async function ask(version, wanted) {
  for (;;) {
    const response = await fetch(`${url}/orders`, { headers: { "x-app-version": version, "x-app-platform": "ios" } });
    if (response.status === wanted || wanted === 200) return response;
    await response.body.cancel();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test("an old version gets 426 with the text and the store link, and the present one its orders", async () => {
  const refused = await (await ask("2.3.0", 426)).json();
  assert.equal(refused.code, "update_required");
  assert.equal(refused.update_to, "2.4.0");
  assert.equal(refused.store_link, "https://apps.apple.com/app/id123456789");
  assert.deepEqual(await (await ask("2.4.0", 200)).json(), [{ id: 1, item: "Anvil" }]);
});

test("during maintenance, requests get 503 with Retry-After", async () => {
  const { code, err } = await program.cli("maintenance", "start", "--project", "shop", "--whole-project", "--for", "30m");
  assert.equal(code, 0, err);
  const refused = await ask("2.5.0", 503);
  const seconds = Number(refused.headers.get("retry-after"));
  assert.ok(seconds > 1_000 && seconds <= 1_801, String(seconds));
});

test("without Drawbridge, the answers in memory stay, and maintenance holds for every version", async () => {
  await program.stop();
  assert.equal((await ask("2.3.0", 426)).status, 426);
  assert.equal((await ask("2.6.0", 503)).status, 503);
  assert.equal((await fetch(`${url}/health`)).status, 200);
});
