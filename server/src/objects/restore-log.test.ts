import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { after, describe, it } from "node:test";
import { randomFrom } from "../../test/drills/drill.ts";
import { FullLogWriter } from "../../test/full-log.ts";
import { flipBit, MemoryObjects } from "../../test/memory-objects.ts";
import { change, commitOf, failure } from "../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { openSqliteStore } from "../store/sqlite/sqlite-store.ts";
import type { Change, Claim, CommitInput, Row, Store } from "../store/store.ts";
import type { ObjectLog } from "./object-log.ts";
import { type LogRestoring, type RestoredLog, restoreLog } from "./restore-log.ts";

const toClose: Store[] = [];
after(() => Promise.all(toClose.map((store) => store.close())));
const newDirectory = temporaryDirectories();
const projects = ["a", "b", ""];
const start = 1_800_000_000_000;

/** A store with random changes, and what it had at each revision. */
class Model {
  /** By revision. */
  readonly rows: (readonly Row[])[] = [[]];
  readonly times: number[] = [0];
  /** Every credential that was ever created, by the revision that did. */
  readonly created: { readonly claim: Claim; readonly revision: number }[] = [];
  readonly store: Store;
  readonly #random: () => number;
  #count = 0;

  constructor(store: Store, random: () => number) {
    this.store = store;
    this.#random = random;
  }

  get revision(): number {
    return this.rows.length - 1;
  }

  async step(): Promise<void> {
    const kind = this.#random();
    if (kind < 0.5) await this.#commit([this.#value()]);
    else if (kind < 0.7) await this.#create(this.#random() < 0.5);
    else if (kind < 0.8) await this.#move();
    else if (kind < 0.85) await this.#revoke();
    else await this.#person();
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  #value(): Change {
    const name = `${this.#pick(projects)}/x${Math.floor(this.#random() * 8)}`;
    return change(name, this.#random() < 0.2 ? null : { n: ++this.#count });
  }

  async #create(imported: boolean, text = `h${++this.#count}`, changes: Change[] = [], release: string[] = []): Promise<void> {
    const claim = { text, project: this.#pick(projects) ?? "", id: `k${++this.#count}`, imported };
    const key = { ...change(`${claim.project}/${claim.id}`, { hash: text, imported }), kind: "read_key" } as const;
    await this.#commit([...changes, key], { claim: [claim], release });
    this.created.push({ claim, revision: this.revision });
  }

  #keys(isImported: boolean): Row[] {
    return (this.rows.at(-1) ?? []).filter(({ kind, value }) => kind === "read_key" && JSON.parse(value).imported === isImported);
  }

  /** Moves an imported key to another id: its text is released and claimed again. */
  async #move(): Promise<void> {
    const key = this.#pick(this.#keys(true));
    if (key === undefined) return this.#create(true);
    const { project, id, kind, schema, value } = key;
    const { hash } = JSON.parse(value) as { hash: string };
    await this.#create(true, hash, [{ project, id, kind, schema, value: null }], [hash]);
  }

  /** Deletes a generated key, which keeps its claim. */
  async #revoke(): Promise<void> {
    const key = this.#pick(this.#keys(false));
    if (key === undefined) return this.#create(false);
    const { project, id, kind, schema } = key;
    await this.#commit([{ project, id, kind, schema, value: null }]);
  }

  async #person(): Promise<void> {
    const { accounts } = this.store;
    const id = `u${++this.#count}`;
    const person = { id, login: `${id}@acme.example`, name: id, createdAt: 1, disabledAt: null };
    await accounts.addPerson(person, { identity: { issuer: "https://id.acme.example", subject: id } });
    if (this.#random() < 0.3) await accounts.erase(id);
    else if (this.#random() < 0.5) await accounts.setDisabled(id, 5);
  }

  async #commit(changes: Change[], more: Partial<CommitInput> = {}): Promise<void> {
    // The clock stands still now and then.
    const at = (this.times.at(-1) || start) + (this.#random() < 0.2 ? 0 : 60_000);
    await this.store.commit(commitOf(changes, { at, id: `c${this.revision + 1}`, ...more }));
    this.rows.push(await this.store.rows());
    this.times.push(at);
  }
}

async function opened(directory = newDirectory()): Promise<Store> {
  const store = await openSqliteStore({ directory });
  toClose.push(store);
  return store;
}

/** A log of random steps, shipped at random: several snapshots, and segments of none, one and many commits. */
async function shipped(seed: number, steps: number) {
  const random = randomFrom(seed);
  const model = new Model(await opened(), random);
  const objects = new MemoryObjects();
  const writer = new FullLogWriter(objects, model.store);
  await model.store.secret("objects");
  for (let n = 0; n < 5; n++) await model.step();
  await writer.snapshot();
  for (let n = 0; n < steps; n++) {
    await model.step();
    if (random() < 0.4) await writer.segment();
    if (random() < 0.08) await writer.snapshot();
  }
  await writer.segment();
  return { model, objects, log: writer.log, random };
}

function restore(log: ObjectLog, more: Partial<LogRestoring> = {}): Promise<RestoredLog | null> {
  const services = { directory: newDirectory(), isForced: false, until: null, now: start, randomBytes };
  return restoreLog(log, { ...services, ...more });
}

const contentOf = (rows: readonly Row[]) => rows.map(({ revision: _, ...row }) => row);

async function compare(store: Store, { rows, created, store: before, revision: newest }: Model, revision: number): Promise<void> {
  const expected = rows[revision] ?? [];
  assert.deepEqual(contentOf(await store.rows()), contentOf(expected));
  for (const project of projects) {
    const at = (all: readonly Row[]) => all.filter((row) => row.project === project);
    assert.deepEqual(await store.rowsAt(project, revision), at(expected));
    const [found, known] = await Promise.all(
      [store, before].map((each) => each.history(project, { before: revision + 1, limit: 200 })),
    );
    assert.deepEqual(found, known);
  }
  // Claims are those of keys that the log has, as their holders were then.
  for (const { kind, value, project, id } of expected) {
    if (kind !== "read_key") continue;
    const { hash: text, imported } = JSON.parse(value) as { hash: string; imported: boolean };
    assert.deepEqual(await store.claimTo(text), { text, project, id, imported });
  }
  for (const { claim, revision: since } of created) {
    if (since > revision && !created.some((one) => one.claim.text === claim.text && one.revision <= revision))
      assert.equal(await store.claimTo(claim.text), null, claim.text);
    if (since <= revision && !claim.imported) assert.deepEqual(await store.claimTo(claim.text), claim);
  }
  const people = (of: Store) => of.accounts.people({ limit: 200 });
  assert.deepEqual(await people(store), await people(before));
  for (const { id } of await people(before))
    assert.deepEqual(await store.accounts.identities(id), await before.accounts.identities(id));
  assert.equal(await store.secret("objects"), await before.secret("objects"));
  const { last, head } = await store.end();
  const isNoted = expected.length > 0;
  assert.equal(head.revision, revision + Number(isNoted));
  if (!isNoted) return;
  assert.match(last?.id ?? "", new RegExp(`^restored\\.${(await before.head()).epoch}\\.${revision}\\.`));
  const lost = revision === newest ? "Later changes that had not been copied there are lost" : `lost, and later changes too`;
  assert.match(last?.reason ?? "", new RegExp(`^Restored from the object store, at revision ${revision}\\. .*${lost}\\.$`));
}

describe("a store restored from an object store", () => {
  it("has the same content, history, keys and people, and any earlier revision or instant on request", async () => {
    const { model, log, random } = await shipped(1, 40);
    const some = Array.from({ length: 4 }, () => 2 + Math.floor(random() * (model.revision - 1)));
    const times = some.map((revision, i) => (model.times[revision] ?? 0) - (i % 2));
    const points = [
      [model.revision, null],
      ...some.map((revision) => [revision, { revision }] as const),
      // The last commit at or before the instant.
      ...times.map((at) => [model.times.findLastIndex((time) => time <= at), { at }] as const),
    ] as const;
    for (const [revision, until] of points) {
      const directory = newDirectory();
      const restored = await restore(log, { directory, until });
      assert.deepEqual([restored?.content.revision, restored?.newest, restored?.skipped], [revision, model.revision, []]);
      assert.equal(restored?.content.committedAt, model.times[revision]);
      const store = await opened(directory);
      assert.equal((await store.head()).epoch, restored?.content.epoch);
      assert.notEqual(restored?.content.epoch, (await model.store.head()).epoch);
      assert.equal((await store.end()).renewedFrom, (await model.store.head()).epoch);
      await compare(store, model, revision);
      await store.commit(commitOf([change("a/new", 1)]));
    }
  });

  it("has the claims of keys whose commit was shipped before the list of claims", async () => {
    const store = await opened();
    const writer = new FullLogWriter(new MemoryObjects(), store);
    const keyOf = ({ text: hash, project, id, imported }: Claim, isThere = true): Change => ({
      ...change(`${project}/${id}`, isThere ? { hash, imported } : null),
      kind: "read_key",
    });
    const [old, moved, late] = [
      { text: "moved", project: "a", id: "k1", imported: true },
      { text: "moved", project: "b", id: "k2", imported: true },
      { text: "late", project: "a", id: "k3", imported: false },
    ];
    await store.commit(commitOf([keyOf(old)], { claim: [old] }));
    await writer.snapshot();
    await store.commit(commitOf([keyOf(old, false), keyOf(moved), keyOf(late)], { claim: [moved, late], release: ["moved"] }));
    await writer.segment({ isBeside: false });
    const directory = newDirectory();
    await restore(writer.log, { directory });
    const restored = await opened(directory);
    assert.deepEqual([await restored.claimTo("late"), await restored.claimTo("moved")], [late, moved]);
  });

  it("has no claims of keys whose commit was not shipped", async () => {
    const store = await opened();
    const writer = new FullLogWriter(new MemoryObjects(), store);
    await store.commit(commitOf([change("a/x", 1)]));
    await writer.snapshot();
    await store.commit(commitOf([change("a/x", 2)], { claim: [{ text: "early", project: "a", id: "k", imported: true }] }));
    await writer.segment({ through: 1 });
    const directory = newDirectory();
    await restore(writer.log, { directory });
    const restored = await opened(directory);
    assert.equal(await restored.claimTo("early"), null);
    assert.deepEqual(await restored.rowsAt("a", 1), await store.rowsAt("a", 1));
  });

  it("keeps the floor of a compacted log, before which nothing can be restored", async () => {
    const store = await opened();
    const writer = new FullLogWriter(new MemoryObjects(), store);
    for (let n = 1; n <= 9; n++) await store.commit(commitOf([change("a/x", { n })], { at: n * 1_000, id: `c${n}` }));
    await store.compact(6_500);
    const floor = await store.floor();
    assert.ok(floor > 1);
    await writer.snapshot();
    const directory = newDirectory();
    await restore(writer.log, { directory, until: { revision: floor } });
    const restored = await opened(directory);
    assert.equal(await restored.floor(), floor);
    assert.deepEqual(contentOf(await restored.rows()), contentOf(await store.rowsAt("a", floor)));
    const { message } = await failure(restore(writer.log, { until: { revision: floor - 1 } }));
    assert.match(message, new RegExp(`has no states before revision ${floor}\\. .*Nothing was changed\\.$`));
  });
});

describe("objects that are damaged", () => {
  const parts = (objects: MemoryObjects, name: string) => [...objects.objects.keys()].filter((key) => key.includes(name));

  it("the newest snapshot: the one before is used with all segments after it, and says so", async () => {
    const { model, objects, log } = await shipped(21, 40);
    const { head } = (await log.head()) ?? assert.fail();
    assert.ok(head.earlier.length > 0);
    const [first = ""] = parts(objects, head.snapshot.name);
    objects.damage(first, (bytes) => flipBit(bytes, 40));
    const directory = newDirectory();
    const restored = await restore(log, { directory });
    assert.match(restored?.skipped.join() ?? "", new RegExp(`${head.snapshot.name}/000001 is damaged: .*\\.$`));
    assert.equal(restored?.content.revision, model.revision);
    await compare(await opened(directory), model, model.revision);
  });

  it("every snapshot: nothing is restored, and nothing stays behind", async () => {
    const { objects, log } = await shipped(22, 20);
    for (const key of parts(objects, "snapshot-")) objects.objects.delete(key);
    const directory = newDirectory();
    const { message, code } = await failure(restore(log, { directory }));
    assert.match(
      message,
      /^s3:\/\/memory\/drawbridge\/full\/.* is missing.*No earlier snapshot has what is needed\. Nothing was changed\.$/,
    );
    assert.equal(code, "unavailable");
    assert.deepEqual(readdirSync(directory), [".gitignore", "drawbridge.db"]);
    assert.equal((await (await opened(directory)).head()).revision, 0);
  });

  it("a segment: the revisions before it can be restored by name, and the error names the last one", async () => {
    const { model, objects, log } = await shipped(23, 30);
    const segments = parts(objects, "segment-");
    const key = segments.at(-2) ?? "";
    objects.damage(key, (bytes) => flipBit(bytes, 30));
    const { message } = await failure(restore(log));
    const [, last] = /Revisions up to (\d+) can be restored with --revision \1/.exec(message) ?? [];
    assert.ok(last !== undefined, message);
    const directory = newDirectory();
    const restored = await restore(log, { directory, until: { revision: Number(last) } });
    assert.match(restored?.skipped.join() ?? "", /segment-\d+ is damaged/);
    const store = await opened(directory);
    assert.deepEqual(contentOf(await store.rows()), contentOf(model.rows[Number(last)] ?? []));
  });

  it("rows that no store has: nothing is restored", async () => {
    const { log } = await shipped(25, 5);
    const found = (await log.head()) ?? assert.fail();
    const { epoch, segments, revision } = found.head;
    const lines = [{ after: revision, revision, commit: null, at: 0 }, ["people", ["u1", "login"]]];
    const texts = lines.map((line) => JSON.stringify(line));
    await log.putSegment(epoch, segments + 1, texts);
    await log.putHead({ ...found.head, segments: segments + 1 }, found.tag);
    const actual = (await failure(restore(log))).message;
    assert.match(actual, new RegExp(`segment-0+${segments + 1} is damaged: a row of people has other columns`));
  });
});
