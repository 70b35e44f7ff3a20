import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { isDamageMark } from "drawbridge-rules/project/damage-mark.ts";
import { emptyPolicy } from "drawbridge-rules/versions/platform.ts";
import { noLinks } from "drawbridge-rules/versions/store-link.ts";
import { failure } from "../../test/store-contract/change.ts";
import { hashCredential } from "../base/credential-hash.ts";
import { Catalog } from "../catalog/catalog.ts";
import { type CopiedRows, DamageFilter } from "./damage-filter.ts";
import type { Row, WholeStore } from "./store.ts";

const head = { epoch: "e", revision: 9 };
const text = { a: "k".repeat(20), b: "l".repeat(20) };

function row(project: string, kind: string, id: string, value: unknown, schema = 1): Row {
  return {
    project,
    kind: kind as Row["kind"],
    id,
    schema,
    value: typeof value === "string" ? value : JSON.stringify(value),
    revision: 1,
  };
}

function rowsOf(project: "a" | "b"): Row[] {
  const messages = { upgrade: null, maintenance: null, default: null };
  const header = { name: project, languages: ["en"], ttl: 30_000, reminder: 0, noWindow: "null", stores: noLinks, messages };
  const times = { createdAt: 0, expiresAt: null, revokedAt: null, replacedBy: null, rehearsal: null };
  const scope = { endpoints: null, platforms: null, instances: null };
  const key = {
    name: "k",
    hash: hashCredential(text[project]),
    last4: "kkkk",
    imported: true,
    mistyped: false,
    ...scope,
    ...times,
  };
  const policy = { ...emptyPolicy, minimum: "2.0" };
  return [
    row(project, "platform", "ios", { store: "none", stores: noLinks, policy }),
    row(project, "project", "", header),
    row(project, "read_key", "k_1", key),
  ];
}

function whole(rows: Row[]): WholeStore {
  return { head, last: null, renewedFrom: null, rows };
}

/** Replaces one row of project a. */
function withGarbage(garbage: Row, index: number): Row[] {
  return [...rowsOf("a").with(index, garbage), ...rowsOf("b")];
}

async function statusOf(rows: Row[], kept: CopiedRows | null = null) {
  const sound = new DamageFilter({ kept: () => kept, revisionOf: async () => 7 });
  const sifted = await sound.sift(whole(rows), true);
  const catalog = new Catalog();
  catalog.load(sifted.rows, head);
  const ask = (key: string) => {
    const found = catalog.answer("config", key, "platform=ios&current_version=1.0", null, 0);
    return "code" in found ? found.code : "answered";
  };
  return { sound, rows: sifted.rows, a: ask(text.a), b: ask(text.b), unknown: ask("m".repeat(20)) };
}

describe("a row of garbage, in whichever engine", () => {
  const garbage: Record<string, [Row, number]> = {
    "a value that is not JSON": [row("a", "platform", "ios", "{"), 0],
    "JSON of another type": [row("a", "platform", "ios", "[]"), 0],
    "a version that is none": [
      row("a", "platform", "ios", { store: "none", stores: noLinks, policy: { ...emptyPolicy, minimum: "x" } }),
      0,
    ],
    "an unknown kind": [row("a", "unheard_of", "ios", "{}"), 0],
    "a kind that objects have": [row("a", "constructor", "ios", "{}"), 0],
    "no form number": [row("a", "platform", "ios", rowsOf("a")[0]?.value, -1), 0],
    "a project that is null": [row("a", "project", "", "null"), 1],
    "a read key without its fields": [row("a", "read_key", "k_1", "{}"), 2],
  };
  for (const [what, [bad, index]] of Object.entries(garbage)) {
    it(`costs its project 503, and no other: ${what}`, async () => {
      const seen = await statusOf(withGarbage(bad, index));
      assert.deepEqual([seen.a, seen.b], ["not_ready", "answered"]);
      assert.deepEqual(
        seen.sound.damaged.map(({ project }) => project),
        ["a"],
      );
      assert.match(
        seen.sound.damaged[0]?.what ?? "",
        /^Project a is damaged: .* Apps get 503; its changes are refused\. Stop Drawbridge, and restore a backup/,
      );
      assert.match((await failure(seen.sound.check("a", []))).message, /Project a is damaged/);
      await seen.sound.check("b", rowsOf("b"));
    });
  }

  it("does not call a key unknown while keys are lost, and does otherwise", async () => {
    assert.equal((await statusOf(withGarbage(row("a", "read_key", "k_1", "{}"), 2))).unknown, "not_ready");
    assert.equal((await statusOf(withGarbage(row("a", "platform", "ios", "{"), 0))).unknown, "unknown_api_key");
  });

  it("costs no reads if apps do not depend on it", async () => {
    const seen = await statusOf([...rowsOf("a"), row("a", "proposal", "p", "{"), ...rowsOf("b")]);
    assert.deepEqual([seen.a, seen.b], ["answered", "answered"]);
    assert.match(seen.sound.damaged[0]?.what ?? "", /proposal p is not valid JSON/);
  });

  it("changes nothing in a sound store", async () => {
    const rows = [...rowsOf("a"), ...rowsOf("b")];
    const seen = await statusOf(rows);
    assert.equal(seen.rows, rows);
    assert.deepEqual(seen.sound.damaged, []);
  });
});

describe("the node's copy", () => {
  const bad = withGarbage(row("a", "platform", "ios", "{"), 0);
  const copy = (revision: number, epoch = "e"): CopiedRows => ({
    rows: [...rowsOf("a"), ...rowsOf("b")],
    head: { epoch, revision },
  });

  it("answers a damaged project if it has it as it is now", async () => {
    const seen = await statusOf(bad, copy(7));
    assert.deepEqual([seen.a, seen.b], ["answered", "answered"]);
    assert.ok(!seen.rows.some(isDamageMark));
    assert.match((await failure(seen.sound.check("a", []))).message, /Apps get its sound rows; its changes are refused/);
  });

  it("does not answer it if it is older, of another epoch, or ahead of the store", async () => {
    for (const kept of [copy(6), copy(7, "other"), copy(10)]) assert.equal((await statusOf(bad, kept)).a, "not_ready");
  });

  it("is read once while the same projects are damaged, and again for others", async () => {
    let reads = 0;
    const kept = () => {
      reads++;
      return copy(7);
    };
    const sound = new DamageFilter({ kept, revisionOf: async () => 7 });
    for (let i = 0; i < 3; i++) assert.ok(!(await sound.sift(whole(bad), i === 0)).rows.some(isDamageMark));
    assert.equal(reads, 1);
    const both = [...bad, row("b", "platform", "web", "{")];
    assert.ok(!(await sound.sift(whole(both), true)).rows.some(isDamageMark));
    assert.equal(reads, 2);
    await sound.sift(whole([...rowsOf("a"), ...rowsOf("b")]), true);
    await sound.sift({ ...whole(bad), head: { ...head, epoch: "f" } }, true);
    assert.equal(reads, 3);
  });

  it("still has the read keys: their apps get 503, and strangers 401", async () => {
    const seen = await statusOf(withGarbage(row("a", "read_key", "k_1", "{}"), 2), copy(6));
    assert.deepEqual([seen.a, seen.unknown], ["not_ready", "unknown_api_key"]);
  });
});

it("a commit of another node with garbage becomes a mark of its project", async () => {
  const sound = new DamageFilter({ revisionOf: async () => 0 });
  const changes = [...rowsOf("b"), row("a", "window", "w", "7")];
  const sifted = await sound.siftChanges(changes);
  assert.deepEqual(sifted.slice(0, 3), rowsOf("b"));
  assert.deepEqual(
    sifted.slice(3).map((change) => [change.project, isDamageMark(change)]),
    [["a", true]],
  );
  assert.deepEqual(
    sound.damaged.map(({ project }) => project),
    ["a"],
  );
});

it("a read for an edge changes nothing of what this node says", async () => {
  const sound = new DamageFilter({ revisionOf: async () => 7 });
  const damaged = whole(withGarbage(row("a", "platform", "ios", "{"), 0));
  const corrected = whole([...rowsOf("a"), ...rowsOf("b")]);
  await sound.sift(damaged, false);
  assert.deepEqual(sound.damaged, []);
  await sound.sift(damaged, true);
  assert.deepEqual((await sound.sift(corrected, false)).rows, corrected.rows);
  assert.equal(sound.damaged.length, 1);
  await sound.sift(corrected, true);
  assert.deepEqual(sound.damaged, []);
});

it("other work goes on while a large commit is checked", async () => {
  const sound = new DamageFilter({ revisionOf: async () => 0 });
  const large = JSON.stringify({ name: "n", reminder: null, more: Array.from({ length: 2_000 }, (_, n) => n) });
  let turns = 0;
  let isChecked = false;
  const count = () => {
    turns++;
    if (!isChecked) setImmediate(count);
  };
  setImmediate(count);
  const changes = Array.from({ length: 2_000 }, (_, n) => row("a", "instance", `i${n}`, large));
  assert.equal(await sound.siftChanges(changes), changes);
  isChecked = true;
  assert.ok(turns >= 2, `${turns} turns`);
});

it("a damaged project name is printed, and its length is bounded", async () => {
  const sound = new DamageFilter({ revisionOf: async () => 0 });
  const name = `a\n\u0007${"x".repeat(1_000)}`;
  await sound.sift(whole([row(name, "platform", "ios", "{")]), true);
  assert.deepEqual(
    sound.damaged.map(({ project }) => project),
    [`a??${"x".repeat(77)}…`],
  );
  assert.equal((await failure(sound.check(name, []))).code, "unavailable");
});

it("a damaged value of the past is refused by name, and costs no reads", async () => {
  const sound = new DamageFilter({ revisionOf: async () => 0 });
  await sound.checkPast("a", rowsOf("a"));
  const refused = await failure(sound.checkPast("a", [row("a", "window", "w", "7")]));
  assert.match(
    refused.message,
    /^The history of project a is damaged: an earlier window w does not have the fields of its kind\./,
  );
  assert.deepEqual(sound.damaged, []);
});
