/**
 * A process with a store that commits again and again, and ships to an object store: `shipping-writer.ts URL DIRECTORY`. An empty
 * directory is restored first. It sends its epoch and each acknowledged commit, and stops at a message.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { elapsed } from "../../src/log/clock-check.ts";
import { openShipper } from "../../src/objects/open-objects.ts";
import { restoreFromObjects } from "../../src/objects/restore-log.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { change, commitOf } from "../store-contract/change.ts";

const [url = "", directory = ""] = process.argv.slice(2);
await restoreFromObjects(url, null, { directory, isForced: false, until: null, now: Date.now(), randomBytes });
const store = await openSqliteStore({ directory });
const shipper = await openShipper(url, null, {
  store,
  format: () => store.format ?? null,
  isShared: false,
  log: { error: () => undefined, info: () => undefined },
  now: Date.now,
  elapsed,
  newEpoch: () => randomBytes(8).toString("hex"),
  onLost: () => undefined,
});
const head = await store.head();
const restored = ((await store.changesAfter(0, 1_000)) ?? []).map(({ id }) => id);
process.send?.({ epoch: head.epoch, restored });
shipper.load([], head);

let isStopped = false;
const stopped = once(process, "message").then(() => {
  isStopped = true;
});
for (let n = 1; !isStopped; n++) {
  const id = randomBytes(6).toString("hex");
  const value = {
    ...{ name: `Shop ${n}`, languages: ["en"], ttl: 60_000, reminder: 0, noWindow: "null", stores: {} },
    messages: { upgrade: null, maintenance: null, default: { en: "Shop" } },
  };
  shipper.apply([], await store.commit(commitOf([change("shop/", value, "project")], { id, at: Date.now() })));
  process.send?.({ id });
  await Promise.race([sleep(20 + Math.random() * 80), stopped]);
}
await shipper.stop();
await store.close();
process.disconnect?.();
