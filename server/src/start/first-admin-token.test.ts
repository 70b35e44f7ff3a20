import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { openMemoryStore } from "../../test/memory-store.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { AccessTokenIndex } from "../accounts/access-token-index.ts";
import { readSettings } from "../base/settings.ts";
import { Publisher } from "../log/publisher.ts";
import { firstAdminToken } from "./first-admin-token.ts";

const directory = temporaryDirectories();

function firstStart() {
  const data = directory();
  mkdirSync(data);
  const settings = readSettings({ DRAWBRIDGE_DATA: data }, () => "");
  const tokens = new AccessTokenIndex(null);
  const publisher = new Publisher(openMemoryStore(), () => 0, [(changes) => tokens.apply(changes)]);
  const start = () => firstAdminToken(settings, publisher, tokens, 0, randomBytes);
  const file = join(data, "admin-token");
  return { file, tokens, start, opens: () => tokens.requester(readFileSync(file, "utf8").trim(), 0) !== null };
}

test("the first start leaves a token that opens the admin API, in a file of its owner alone", async () => {
  const { file, start, opens } = firstStart();
  await start();
  assert.ok(opens());
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("a start that was cut off between the file and the store is taken up: the token of the file opens", async () => {
  const { file, start, opens } = firstStart();
  const text = generateCredential("dba_", randomBytes(credentialBytes));
  writeFileSync(file, `${text}\n`, { mode: 0o644 });
  await start();
  assert.ok(opens());
  assert.equal(readFileSync(file, "utf8"), `${text}\n`);
  assert.equal(statSync(file).mode & 0o777, 0o600);
});

test("a file that was torn while it was written is written again, and locks no operator out", async () => {
  for (const torn of ["", "dba_abc", `dba_${"a".repeat(36)}`]) {
    const { file, start, opens } = firstStart();
    writeFileSync(file, torn);
    await start();
    assert.ok(opens(), torn);
  }
});

test("a deleted token file stays deleted once a token exists", async () => {
  const { file, tokens, start } = firstStart();
  await start();
  rmSync(file);
  await start();
  assert.deepEqual([existsSync(file), tokens.size], [false, 1]);
});
