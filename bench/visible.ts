/** `node bench/visible.ts`: time from a commit's answer until every other node has it, with notifications and with polling alone. */
import { setTimeout as sleep } from "node:timers/promises";
import { parseDatabaseUrl } from "../server/src/base/postgres-url.ts";
import { LogFollower, type LogFollowerServices } from "../server/src/log/log-follower.ts";
import { openPostgresStore } from "../server/src/store/postgres/postgres-store.ts";
import type { Store } from "../server/src/store/store.ts";
import { openPostgres } from "../server/test/postgres.ts";
import { change, commitOf } from "../server/test/store-contract/change.ts";

const commits = 400;
const pollEvery = 1_000;

async function follow(store: Store, isRung: boolean) {
  const waiting = new Map<number, () => void>();
  const followed = isRung ? store : deaf(store);
  const follower = new LogFollower({
    store: followed,
    kind: "postgresql",
    followings: [{ apply: (_, { revision }) => waiting.get(revision)?.() }],
    pollEvery,
    now: Date.now,
    random: Math.random,
    newEpoch: () => "renewed",
  });
  await follower.start();
  const has = (revision: number) =>
    new Promise<void>((resolve) => {
      if ((follower.status().revision ?? 0) >= revision) resolve();
      else waiting.set(revision, resolve);
    });
  return { follower, has };
}

function deaf(store: Store): LogFollowerServices["store"] {
  return {
    end: () => store.end(),
    commitAt: (revision) => store.commitAt(revision),
    renewEpoch: (known, epoch) => store.renewEpoch(known, epoch),
    whole: () => store.whole(),
    changesAfter: (revision, limit) => store.changesAfter(revision, limit),
    watch: () => () => {},
    checkWritable: () => store.checkWritable(),
  };
}

function percentile(sorted: readonly number[], share: number): string {
  return `${(sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(1)} ms`;
}

async function measure(url: string, isRung: boolean): Promise<void> {
  const address = parseDatabaseUrl(url);
  if (address === null) throw new Error("The test's own PostgreSQL has no address.");
  const [writer, ...others] = await Promise.all([0, 1, 2].map(() => openPostgresStore({ address })));
  if (!writer) return;
  const followers = await Promise.all(others.map((store) => follow(store, isRung)));
  const took: number[] = [];
  for (let n = 0; n < commits; n++) {
    const { revision } = await writer.commit(commitOf([change("shop/x", n)]));
    const begun = performance.now();
    await Promise.all(followers.map(({ has }) => has(revision)));
    took.push(performance.now() - begun);
    // Out of step with polling.
    await sleep(Math.random() * (isRung ? 10 : 300));
  }
  await Promise.all(followers.map(({ follower }) => follower.stop()));
  await Promise.all([writer, ...others].map((store) => store.close()));
  took.sort((a, b) => a - b);
  const how = isRung ? "with notifications" : `by looking every ${pollEvery} ms`;
  console.log(`${how}: ${commits} commits on two other nodes: median ${percentile(took, 0.5)}, p99 ${percentile(took, 0.99)}`);
}

const postgres = await openPostgres({ durable: true });
try {
  await measure(await postgres.database(), true);
  await measure(await postgres.database(), false);
} finally {
  await postgres.close();
}
