/** Random content of a store, and every query of the port. */

import type { Kind } from "drawbridge-rules/project/kind.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import fc from "fast-check";
import type { Change, Store } from "../src/store/store.ts";
import type { UsageCount, VersionCount } from "../src/store/usage.ts";
import { claimed, commitOf } from "./store-contract/change.ts";

const projects = ["", "a", "ab", "A", "\u{1f600}"];
const kinds: readonly Kind[] = ["instance", "window", "read_key"];
const names = ["x", "X", "\uff21", "\u{1f600}"];
const texts = ["", "'; drop table commits; --", '{"a":[null]}', "\\N", "{}", "NULL", "\t\n\r", "\u{1f600}\uffff", "\u0001"];
const text = fc.oneof(
  fc.constantFrom(...texts),
  fc.string({ unit: "grapheme" }).filter((one) => !one.includes("\0")),
);

const change: fc.Arbitrary<Change> = fc.record({
  project: fc.constantFrom(...projects),
  kind: fc.constantFrom(...kinds),
  id: fc.constantFrom(...names),
  schema: fc.integer({ min: 1, max: 3 }),
  value: fc.option(text, { freq: 3 }),
});

const commit = fc.record({
  changes: fc.uniqueArray(change, { minLength: 1, maxLength: 5, selector: (c) => `${c.project}|${c.kind}|${c.id}` }),
  at: fc.integer({ min: 0, max: 5_000 }),
  reason: text,
  overridden: fc.array(fc.constantFrom("store_link", "in_use"), { maxLength: 2 }),
  claim: fc.option(fc.constantFrom("c1", "c2", "c3")),
  release: fc.option(fc.constantFrom("c1", "c2", "c3")),
});

const someone = fc.record({
  name: text,
  isDisabled: fc.boolean(),
  hasIdentity: fc.boolean(),
  sessions: fc.integer({ min: 0, max: 3 }),
  /** None, an open one, or one redeemed by an administrator. */
  link: fc.constantFrom("none", "open", "redeemed"),
});

const count: fc.Arbitrary<UsageCount> = fc.record({
  project: fc.constantFrom(...projects),
  key: fc.constantFrom("", "k_1"),
  outcome: fc.constantFrom("let_in", "missing"),
  platform: fc.constantFrom("", "ios"),
  version: fc.constantFrom("", "2.4.0"),
  hour: fc.integer({ min: 0, max: 3 }),
  count: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
});

const version: fc.Arbitrary<VersionCount> = fc.record({
  project: fc.constantFrom(...projects),
  platform: fc.constantFrom("android", "ios"),
  source: fc.constantFrom("server", "edge"),
  version: fc.constantFrom("", "2.4.0"),
  isNamed: fc.boolean(),
  hour: fc.integer({ min: 0, max: 50 }),
  counts: fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()),
});

const refused = fc.record({
  project: fc.constantFrom("shop", "other"),
  key: fc.constantFrom("k_1", "k_2"),
  code: fc.constantFrom("invalid_version", "unknown_platform"),
  hour: fc.integer({ min: 0, max: 50 }),
  count: fc.nat(),
  example: fc.constantFrom("2.5.0(beta)", "10.0 beta 1", "देव 😀"),
});

export const filling = fc.record({
  commits: fc.array(commit, { maxLength: 12 }),
  /** Values superseded before that are compacted. */
  compacted: fc.option(fc.integer({ min: 0, max: 5_000 })),
  people: fc.array(someone, { maxLength: 4 }),
  used: fc.dictionary(fc.constantFrom("t_1", "t_2", "k_1"), fc.integer({ min: 0, max: 9e12 })),
  counts: fc.uniqueArray(count, { maxLength: 5, selector: ({ count: _, ...of }) => JSON.stringify(of) }),
  versions: fc.array(version, { maxLength: 5 }),
  refused: fc.array(refused, { maxLength: 3 }),
  secrets: fc.subarray(["idempotency", "sign-in-transactions"]),
});

export type Filling = typeof filling extends fc.Arbitrary<infer T> ? T : never;

const late = 9_000_000;

export async function fill(
  store: Store,
  { commits, compacted, people, used, counts, versions, refused, secrets }: Filling,
): Promise<void> {
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
  for (const [n, one] of people.entries()) await add(store, n, one);
  await store.lastUsed.note(new Map(Object.entries(used)));
  await store.usage.write({ counts, versions, refused, once: { process: "p", number: 1, hour: 1 } });
  for (const name of secrets) await store.secret(name);
}

async function add({ accounts }: Store, n: number, { name, isDisabled, hasIdentity, sessions, link }: Filling["people"][number]) {
  const person = { id: `u_${n}`, login: `Person-${n}`, name, createdAt: n, disabledAt: null };
  const identity = { issuer: "https://issuer.example", subject: `s${n}` };
  const held = { hash: `link${n}`, expiresAt: late, person: person.id, isAdministrator: true };
  await accounts.addPerson(person, { ...(hasIdentity ? { identity } : {}), ...(link === "none" ? {} : { link: held }) });
  if (link === "redeemed") await accounts.redeem({ hash: held.hash, now: 1, person, password: `$phc$${n}`, identity: null });
  for (let session = 0; session < sessions; session++) {
    const hash = `session${n}-${session}`;
    await accounts.addSession({ hash, person: person.id, createdAt: 1, seenAt: session, expiresAt: late });
  }
  if (isDisabled) await accounts.setDisabled(person.id, 5);
}

/** Results of every query in the port. */
export async function everythingAsked(store: Store, { people, secrets }: Filling) {
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
    used: [...(await store.lastUsed.of(["t_1", "t_2", "k_1"]))].sort(),
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
    people: await Promise.all(people.map((_, n) => personAsked(store, `u_${n}`, n))),
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
