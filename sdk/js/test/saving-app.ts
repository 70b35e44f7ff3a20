/**
 * An app that saves its work before a block, and is killed meanwhile: `node saving-app.ts URL DIRECTORY [hang]`. It prints `saving`,
 * `blocked` and `open`. The directory has the storage of the client, `work` while it is unsaved, and `saved` afterwards.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createGateClient } from "../core/index.ts";

const [url = "", directory = "", hangs] = process.argv.slice(2);
const [storage, work, saved] = ["storage", "work", "saved"].map((name) => join(directory, name)) as [string, string, string];

const client = createGateClient({
  baseUrl: `${url}/api/v1`,
  key: "dbr_saving",
  platform: "ios",
  version: "2.3.0",
  storage: {
    get: () => (existsSync(storage) ? readFileSync(storage, "utf8") : null),
    set: (_, text) => {
      writeFileSync(`${storage}.new`, text);
      renameSync(`${storage}.new`, storage);
    },
  },
  async beforeBlock() {
    console.log("saving");
    await setTimeout(hangs ? 1e6 : 1);
    if (existsSync(work)) renameSync(work, saved);
  },
});
await client.start();
await client.refresh();
while (client.state.saving) await setTimeout(1);
console.log("blocked");
while (client.state.blocked) {
  await setTimeout(10);
  await client.refresh();
}
console.log("open");
