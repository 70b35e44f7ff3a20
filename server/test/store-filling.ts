/** Random content of a store, and every query of the port. */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import fc from "fast-check";
import type { Store } from "../src/store/store.ts";
import { claimed, commitOf } from "./store-contract/change.ts";
import { changes, projects } from "./store-contract/model.ts";

const texts = ["", "'; drop table commits; --", '{"a":[null]}', "\\N", "{}", "NULL", "\t\n\r", "\u{1f600}\uffff", "\u0001"];
const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: "grapheme" }).filter((one) => !one.includes("\0")),
);

const commit = fc.record({
  changes,
  at: fc.integer({ min: 0, max: 5_000 }),
  reason: text,
  overridden: fc.array(fc.constantFrom("store_link", "in_use"), { maxLength: 2 }),
  claim: fc.option(fc.constantFrom("c1", "c2", "c3")),
  release: fc.option(fc.constantFrom("c1", "c2", "c3")),
});

export const filling = fc.record({
  commits: fc.array(commit, { maxLength: 12 }),
  /** Values superseded before that are compacted. */
  compacted: fc.option(fc.integer({ min: 0, max: 5_000 })),
  text,
  number: fc.oneof(fc.nat(9), fc.maxSafeNat()),
});

type Filling = typeof filling extends fc.Arbitrary<infer T> ? T : never;

const late = 9_000_000;
/** By person. */
const links = ["none", "open", "redeemed"] as const;
const secrets = ["idempotency", "sign-in-transactions"];

export async function fill(store: Store, { commits, compacted, text, number }: Filling): Promise<void> {
  for (const [n, { claim, release, ...more }] of commits.entries()) {
    const input = commitOf(more.changes, {
      ...more,
      // Every second commit is from a version without commit ids.
      ...(n % 2 === 0 ? { id: `c${n}` } : {}),
      claim: claim === null ? [] : claimed(claim),
      release: release === null ? [] : [release],
      idempotency: { key: `k${n}`, request: `r${n}`, result: "{}" },
    });
    await store.commit(input).catch((error: unknown) => {
      if (!(error instanceof DrawbridgeError) || error.code !== "key_in_use") throw error;
    });
  }
  if (compacted !== null) await store.compact(compacted);
  for (const n of links.keys()) await addPerson(store, n, text);
  await store.lastUsed.note(new Map([["t_1", number]]));
  for (const [n, project] of ["", "a", "\u{1f600}"].entries()) {
    const own = { project, key: "k_1", hour: 1 };
    const counts = [{ ...own, outcome: "let_in", platform: "ios", version: "2.4.0", count: number }];
    const used = { ...own, platform: "ios", source: "edge", version: "2.4.0", isNamed: false } as const;
    const versions = [{ ...used, counts: [1, 2, 3, number] as const }];
    const refused = [{ ...own, code: "invalid_version", count: number, example: "देव 😀" } as const];
    await store.usage.write({ counts, versions, refused, once: { process: "p", number: n + 1, hour: 1 } });
  }
  for (const name of secrets) await store.secret(name);
}

async function addPerson({ accounts }: Store, n: number, name: string): Promise<void> {
  const person = { id: `u_${n}`, login: `Person-${n}`, name, createdAt: n, disabledAt: null };
  const identity = { issuer: "https://issuer.example", subject: `s${n}` };
  const link = { hash: `link${n}`, expiresAt: late, person: person.id, isAdministrator: true };
  await accounts.addPerson(person, { ...(n > 0 ? { identity } : {}), ...(links[n] === "none" ? {} : { link }) });
  if (links[n] === "redeemed") await accounts.redeem({ hash: link.hash, now: 1, person, password: `$phc$${n}`, identity: null });
  for (let session = 0; session < n; session++) {
    const hash = `session${n}-${session}`;
    await accounts.addSession({ hash, person: person.id, createdAt: 1, seenAt: session, expiresAt: late });
  }
  if (n === 1) await accounts.setDisabled(person.id, 5);
}

/** Results of every query in the port. */
export async function everythingAsked(store: Store) {
  const head = await store.head();
  const floor = await store.floor();
  const revisions = Array.from({ length: head.revision + 1 }, (_, revision) => revision);
  return {
    head,
    floor,
    rows: await store.rows(),
    projects: await Promise.all(
      projects.map(async (project) => [
        await store.rows(project),
        await store.projectRevision(project),
        await store.history(project, { limit: 200 }),
        await store.history(project, { limit: 200, kind: "window" }),
        await Promise.all(revisions.filter((revision) => revision >= floor).map((revision) => store.rowsAt(project, revision))),
        await store.commitsAfter(0, { project, limit: 1000 }),
      ]),
    ),
    changes: await store.changesAfter(floor, 1000),
    log: await store.commitsAfter(0, { limit: 1000 }),
    results: await Promise.all(revisions.map((n) => store.recall(`k${n}`, 0))),
    used: [...(await store.lastUsed.of(["t_1"]))].sort(),
    counts: (await store.usage.counts()).map((one) => JSON.stringify(one)).sort(),
    versions: await Promise.all(
      projects.map(async (project) => [
        await store.usage.versionHours({ project, platform: "ios", from: 0, until: 51 }),
        await store.usage.versionDays({ project, platform: "ios", from: 0, until: 3 }),
      ]),
    ),
    refused: await Promise.all(
      projects.map(async (project) => (await store.usage.refusedQueries(project, 0)).map((one) => JSON.stringify(one)).sort()),
    ),
    secrets: await Promise.all(secrets.map((name) => store.secret(name))),
    people: await Promise.all(links.map((_, n) => personAsked(store, `u_${n}`, n))),
    owed: (await store.accounts.pendingGrants()).sort(),
    found: await store.accounts.people({ limit: 100 }),
  };
}

async function personAsked({ accounts }: Store, id: string, n: number) {
  return [
    await accounts.person(id),
    await accounts.password(id),
    await accounts.identities(id),
    await accounts.sessionsOf(id),
    await accounts.link(`link${n}`, 1),
  ];
}
