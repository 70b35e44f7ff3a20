import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { appendDigest, dropDigest, readDigest } from "./sqlite-backup-digest.ts";

const newFile = temporaryDirectories();

function database(): string {
  const file = newFile();
  const db = new DatabaseSync(file);
  db.exec("create table t (a text); insert into t values ('one'), ('two')");
  db.close();
  return file;
}

test("a database with a digest is the same database to SQLite, also when it is written to", () => {
  const file = database();
  appendDigest(file);
  const db = new DatabaseSync(file);
  const ask = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  assert.equal(ask("pragma integrity_check"), "ok");
  assert.equal(ask("select group_concat(a) from t"), "one,two");
  db.exec("create table u (b blob); insert into u values (zeroblob(100000))");
  assert.equal(ask("pragma integrity_check"), "ok");
  db.close();
});

test("the digest is the SHA-256 of everything before its line, and removing it leaves no trace", () => {
  const file = database();
  const before = readFileSync(file);
  const digest = appendDigest(file);
  assert.equal(digest, createHash("sha256").update(before).digest("hex"));
  assert.equal(readFileSync(file, "latin1").slice(before.length), `\ndrawbridge-backup sha256 ${digest}\n`);
  assert.deepEqual(readDigest(file), { digest, damage: null, formerEpoch: null });
  dropDigest(file);
  assert.deepEqual(readFileSync(file), before);
  assert.deepEqual(readDigest(file), { digest: null, damage: null, formerEpoch: null });
  dropDigest(file);
  assert.deepEqual(readFileSync(file), before);
});

/** With the two lines of a store's backup. */
function backup(): string {
  const file = database();
  write(file, "create table head (epoch text); insert into head values ('0123456789abcdef')");
  appendDigest(file);
  return file;
}

function write(file: string, sql: string): void {
  const db = new DatabaseSync(file);
  db.exec(sql);
  db.close();
}

test("the digest of a store's backup follows the epoch and the change counter, and covers them", () => {
  const bytes = readFileSync(backup());
  const line = bytes.toString("latin1", bytes.length - 138);
  const [, counter = "", digest] =
    /^\ndrawbridge-backup of ([0-9a-f]{8}) 0123456789abcdef\ndrawbridge-backup sha256 (.{64})\n$/.exec(line) ?? [];
  assert.equal(Number.parseInt(counter, 16), bytes.readUInt32BE(24));
  assert.equal(digest, createHash("sha256").update(bytes.subarray(0, -91)).digest("hex"));
});

test("every bit of the file and of its digest counts", () => {
  for (const withoutEpoch of [true, false]) {
    const sound = withoutEpoch ? database() : backup();
    if (withoutEpoch) appendDigest(sound);
    const bytes = readFileSync(sound);
    const file = newFile();
    copyFileSync(sound, file);
    const size = statSync(sound).size;
    // Every byte of the header, of the last page's end and of the digest, and every 37th between.
    for (let at = 0; at < size; at += at < 100 || at >= size - 200 ? 1 : 37) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        writeFileSync(file, changed);
        const { damage, formerEpoch } = readDigest(file);
        assert.notEqual(damage, null, `byte ${at} of ${size}`);
        // The epoch in the file is still this one.
        if (formerEpoch !== null) assert.equal(formerEpoch, "0123456789abcdef");
      }
    }
  }
});

test("anything but a digest behind the last page is damage", () => {
  const sound = backup();
  const withDigest = readFileSync(sound);
  dropDigest(sound);
  const without = readFileSync(sound);
  const zeros = (length: number) => Buffer.alloc(length);
  const file = newFile();
  for (const [name, bytes] of Object.entries({
    "a digest, filled up to a whole page": Buffer.concat([withDigest, zeros(4096 - 138)]),
    "a digest and a byte": Buffer.concat([withDigest, zeros(1)]),
    "a page of zeros": Buffer.concat([without, zeros(4096)]),
    "a page of zeros before the digest": Buffer.concat([without, zeros(4096), withDigest.subarray(without.length)]),
    "two digests": Buffer.concat([withDigest, withDigest.subarray(without.length)]),
    "the first line of the digest": withDigest.subarray(0, -91),
    "a missing page": without.subarray(0, -4096),
  })) {
    writeFileSync(file, bytes);
    assert.equal(readDigest(file).damage, "it is cut off, or its end is damaged", name);
  }
});

test("a digest is known to be of a former content only when SQLite has written to the file since", () => {
  const file = backup();
  const before = readFileSync(file);
  write(file, "update head set epoch = 'fedcba9876543210'");
  const after = readFileSync(file);
  assert.equal(readDigest(file).formerEpoch, "0123456789abcdef");
  // One of the two places of the counter is damaged.
  for (const at of [24, 92]) {
    const changed = Buffer.from(after);
    changed.writeUInt32BE(before.readUInt32BE(at), at);
    writeFileSync(file, changed);
    assert.deepEqual([readDigest(file).damage, readDigest(file).formerEpoch], ["its bytes do not match its digest", null]);
  }
  // Both are of a time before the digest, or long after it.
  for (const counter of [before.readUInt32BE(24) - 1, before.readUInt32BE(24) + 0x10000]) {
    const changed = Buffer.from(after);
    for (const at of [24, 92]) changed.writeUInt32BE(counter, at);
    writeFileSync(file, changed);
    assert.equal(readDigest(file).formerEpoch, null);
  }
  writeFileSync(file, after);
  dropDigest(file);
  assert.deepEqual(readDigest(file), { digest: null, damage: null, formerEpoch: null });
  assert.equal(statSync(file).size, before.length - 138);
});
