/** The code of the page *Use it in a back end*. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { inTemporaryDirectory } from "../../../server/test/temporary-directory.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "use-in-a-back-end.md"), "utf8");

test("the JavaScript of the page adds its middleware to apps of each framework", async () => {
  const [, code = ""] = /```js\n(.*?)```/s.exec(page) ?? [];
  assert.match(code, /"drawbridge-gate\/server"/);
  const apps = `
    export const added = [];
    const app = { use: (middleware) => added.push(middleware), addHook: (name, hook) => added.push(hook) };
    const handler = () => new Response("handled");`;
  const index = pathToFileURL(join(import.meta.dirname, "index.ts")).href;
  await inTemporaryDirectory(async (directory) => {
    const file = join(directory, "app.mjs");
    writeFileSync(file, apps + code.replace("drawbridge-gate/server", index).replace("dbr_…", "dbr_example"));
    const { added, default: bun } = await import(pathToFileURL(file).href);
    assert.deepEqual(
      [...added, bun.fetch].map((middleware) => typeof middleware),
      ["function", "function", "function", "function"],
    );
  });
});
