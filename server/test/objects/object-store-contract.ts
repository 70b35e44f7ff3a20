/** The contract of every object store, run on each kind: the shipper of commits depends on all of it. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type ObjectStore, ObjectStoreError, type StoredObject } from "../../src/objects/object-store.ts";
import "../fixed-seed.ts";

/** Registers the suite. @param open returns a store that is empty; the suite closes it */
export function objectStoreContract(name: string, open: () => Promise<ObjectStore>): void {
  const withStore = (sentence: string, run: (store: ObjectStore) => Promise<void>) =>
    it(sentence, async () => {
      const store = await open();
      try {
        await run(store);
      } finally {
        store.close();
      }
    });

  describe(`the object store of ${name}`, () => {
    withStore("writers that create a counter and add to it at the same time lose no addition", counted);
    withStore(
      "a list has every key below its prefix, in order, with pages of more than 1,000, and a deletion removes them",
      listed,
    );
    withStore("an object that is larger than accepted is an error, not read", bounded);
    withStore("any bytes come back as they were", wholeBytes);
    withStore("an aborted operation fails with the reason of its signal", aborted);
    withStore("a key that some store could not keep is refused by all", refusedKeys);
    withStore("any sequence of operations has the outcome that a map has", modeled);
  });
}

const bytesOf = (text: string | number) => Buffer.from(String(text));

async function counted(store: ObjectStore): Promise<void> {
  const add = async (writer: number): Promise<number> => {
    let added = 0;
    for (let attempt = 0; attempt < 12; attempt++) {
      const found = await store.get("count");
      const next = bytesOf(`${Number.parseInt(found?.bytes.toString() ?? "0", 10) + 1} ${writer}.${attempt}`);
      if ((await store.put("count", next, found?.tag ?? null)) !== null) added++;
    }
    return added;
  };
  const added = (await Promise.all(Array.from({ length: 6 }, (_, writer) => add(writer)))).reduce((sum, each) => sum + each);
  assert.ok(added >= 12);
  assert.equal(Number.parseInt(String((await store.get("count"))?.bytes), 10), added);
}

async function listed(store: ObjectStore): Promise<void> {
  const keys = Array.from({ length: 1_234 }, (_, n) => `log/segment-${String(n).padStart(6, "0")}`);
  const others = ["log-2/a", "log/a/b", "log/a-b", "log/a.b", "log/a0", "log/a/b.c/d", "lo", "logs", "z"];
  for (const some of pieces([...keys, ...others], 32)) await Promise.all(some.map((key) => store.put(key, bytesOf(key), null)));
  const below = (prefix: string) => Array.fromAsync(store.list(prefix));
  const expected = (prefix: string) =>
    [...keys, ...others]
      .filter((key) => key.startsWith(prefix))
      .sort()
      .map((key) => ({ key, bytes: key.length }));
  for (const prefix of ["", "log/", "log/segment-0012", "log", "log/a", "log/a/", "none/", "z", "z/"])
    assert.deepEqual(await below(prefix), expected(prefix), prefix);
  // The rest of a list that is not read to its end is never requested.
  for await (const { key } of store.list("log/")) {
    assert.equal(key, "log/a-b");
    break;
  }
  // Absent ones are ignored.
  await store.delete([]);
  await store.delete(["none", "none/at/all"]);
  await store.delete([...keys, ...others.slice(1), "none"]);
  assert.deepEqual(await below(""), [{ key: "log-2/a", bytes: 7 }]);
  assert.equal(await store.get("z"), null);
  assert.ok(await store.put("z", bytesOf(2), null));
}

async function bounded(store: ObjectStore): Promise<void> {
  await store.put("a", Buffer.alloc(1_000, 1), null);
  assert.equal((await store.get("a", { maxBytes: 1_000 }))?.bytes.length, 1_000);
  await fails("invalid", /a has more than 999 bytes/, store, store.get("a", { maxBytes: 999 }));
  await fails("invalid", /a has more than 0 bytes/, store, store.get("a", { maxBytes: 0 }));
}

async function wholeBytes(store: ObjectStore): Promise<void> {
  // S3 asks before it reads a body of 2 MB or more.
  const all = [
    Buffer.alloc(0),
    Buffer.from(Array.from({ length: 256 }, (_, n) => n)),
    Buffer.alloc(5_000_000, "\0\r\n\u{1f600}"),
  ];
  for (const [n, bytes] of all.entries()) {
    assert.ok(await store.put(`a/${n}`, bytes, null));
    const found = await store.get(`a/${n}`);
    assert.ok(found?.bytes.equals(bytes));
  }
}

async function aborted(store: ObjectStore): Promise<void> {
  const reason = new Error("the server stops");
  const before = AbortSignal.abort(reason);
  const isReason = (error: unknown) => error === reason;
  await assert.rejects(store.get("a", { signal: before }), isReason);
  await assert.rejects(store.put("a", bytesOf(1), null, before), isReason);
  await assert.rejects(store.delete(["a"], before), isReason);
  await assert.rejects(Array.fromAsync(store.list("", before)), isReason);
  assert.equal(await store.get("a"), null);
  const during = new AbortController();
  const reading = assert.rejects(store.get("a", { signal: during.signal }), isReason);
  during.abort(reason);
  await reading;
}

async function refusedKeys(store: ObjectStore): Promise<void> {
  const names = ["", "/a", "a/", "a//b", "../a", "a/../b", ".writing", "a/.b", "a b", "é", "a\\b", "a\0", "a:b"];
  const keys = [...names, "x".repeat(201)];
  for (const key of keys) {
    await fails("invalid", /cannot be the key of an object/, store, store.get(key));
    await fails("invalid", /cannot be the key of an object/, store, store.put(key, bytesOf(1), null));
    await fails("invalid", /cannot be the key of an object/, store, store.delete([key]));
  }
  for (const prefix of ["/", "../", "a//", ".writing/"])
    await fails("invalid", /cannot be the key of an object/, store, Array.fromAsync(store.list(prefix)));
}

// None is the folder of another: a folder cannot have both.
const anyKey = fc.constantFrom("a", "a-b", "b/c", "b/d/e", "b/d/f", "c");
const anyStep = fc.oneof(
  fc.record({ kind: fc.constant("create" as const), key: anyKey, text: fc.nat(9) }),
  fc.record({ kind: fc.constant("replace" as const), key: anyKey, text: fc.nat(9), old: fc.boolean() }),
  fc.record({ kind: fc.constant("delete" as const), keys: fc.array(anyKey, { maxLength: 3 }) }),
  fc.record({ kind: fc.constant("list" as const), prefix: fc.constantFrom("", "a", "a/", "b/d", "b/d/") }),
);

async function modeled(store: ObjectStore): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 25 }), async (steps) => {
      await store.delete((await Array.fromAsync(store.list(""))).map(({ key }) => key));
      const [model, oldTags] = [new Map<string, StoredObject>(), new Map<string, string>()];
      for (const step of steps) {
        if (step.kind === "delete") {
          await store.delete(step.keys);
          for (const key of step.keys) model.delete(key);
        } else if (step.kind === "list") {
          const keys = (await Array.fromAsync(store.list(step.prefix))).map(({ key }) => key);
          assert.deepEqual(keys, [...model.keys()].filter((key) => key.startsWith(step.prefix)).sort());
        } else {
          const present = model.get(step.key) ?? null;
          assert.deepEqual(await store.get(step.key), present);
          const old = step.kind === "replace" && step.old ? oldTags.get(step.key) : undefined;
          const tag = step.kind === "create" ? null : (old ?? present?.tag ?? '"0"');
          const holds = tag === (present?.tag ?? null);
          const bytes = bytesOf(step.text);
          const written = await store.put(step.key, bytes, tag);
          // A repeated put of the same bytes counts as written.
          assert.equal(written !== null, holds || present?.bytes.equals(bytes) === true);
          if (present) oldTags.set(step.key, present.tag);
          if (written !== null) model.set(step.key, { bytes, tag: written });
        }
      }
    }),
    { numRuns: 40 },
  );
}

export async function fails(
  kind: ObjectStoreError["kind"],
  message: RegExp,
  { place }: ObjectStore,
  work: Promise<unknown>,
): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof ObjectStoreError, String(error));
    assert.match(error.message, message);
    if (!/be the key/.test(error.message)) assert.ok(error.message.startsWith(place), error.message);
    assert.equal(error.kind, kind, error.message);
    return true;
  });
}

function pieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}
