import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { change, claimed, commitOf, failsWith } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { ownMigrations } from "./sqlite-migrate.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();

/** Everything that the directory's files hold. */
function bytesIn(directory: string): string {
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), "latin1"))
    .join("");
}

describe("accounts in a file", () => {
  it("are there again when it is opened again", async () => {
    const directory = newDirectory();
    const store = await openSqliteStore({ directory });
    const person = { id: "u_1", login: "ada", name: "Ada", createdAt: 5, disabledAt: null };
    const identity = { issuer: "i", subject: "s" };
    const session = { hash: "h", person: "u_1", createdAt: 1, seenAt: 2, expiresAt: 3 };
    await store.accounts.addPerson(person, { identity, link: { hash: "l", expiresAt: 9, person: "u_1", isAdministrator: true } });
    await store.accounts.addSession(session);
    await store.close();
    const again = await openSqliteStore({ directory });
    assert.deepEqual(await again.accounts.session("h"), { session, person });
    assert.deepEqual(await again.accounts.personByIdentity(identity), person);
    assert.deepEqual(await again.accounts.link("l", 8), { hash: "l", expiresAt: 9, person: "u_1", isAdministrator: true });
    await again.close();
  });

  it("leave nothing of an erased person in the file or beside it", async () => {
    const directory = newDirectory();
    const store = await openSqliteStore({ directory });
    const { accounts } = store;
    const secrets = [
      "erased-login@acme",
      "Erased Name",
      "erased-subject",
      "erased-session",
      "erased-link",
      "erased-password",
      "erased-new",
    ];
    const [login = "", name = "", subject = "", session = "", link = "", password = "", next = ""] = secrets;
    for (let n = 0; n < 60; n++) {
      const other = { id: `u_${n}`, login: `other ${n}`, name: "x".repeat(200), createdAt: 0, disabledAt: null };
      await accounts.addPerson(other, {});
    }
    const person = { id: "u_erased", login, name, createdAt: 0, disabledAt: null };
    await accounts.addPerson(person, { link: { hash: link, expiresAt: 9, person: person.id, isAdministrator: false } });
    await accounts.redeem({ hash: link, now: 1, person, password, identity: { issuer: "i", subject } });
    await accounts.changePassword(person.id, password, next, null);
    await accounts.addSession({ hash: session, person: person.id, createdAt: 0, seenAt: 0, expiresAt: 9 });
    assert.ok(bytesIn(directory).includes(login));
    await accounts.erase(person.id);
    for (const secret of secrets) assert.ok(!bytesIn(directory).includes(secret), secret);
    await store.close();
    for (const secret of secrets) assert.ok(!bytesIn(directory).includes(secret), `${secret}, closed`);
  });
});

describe("the migration to accounts", () => {
  it("claims the texts of the access tokens that the log has, and keeps everything else", async () => {
    const migrations = join(newDirectory(), "first");
    mkdirSync(migrations, { recursive: true });
    cpSync(join(ownMigrations, "0001-initial.sql"), join(migrations, "0001-initial.sql"));
    const directory = newDirectory();
    await withOldTokens(directory, migrations);
    const store = await openSqliteStore({ directory });
    for (const hash of ["first", "revoked", "both"])
      await failsWith("key_in_use", store.commit(commitOf([change("b/x", 1)], { claim: claimed(hash) })));
    await store.commit(commitOf([change("b/x", 1)], { claim: claimed("free") }));
    assert.deepEqual(
      (await store.rows("")).map(({ id }) => id),
      ["t_1", "t_2", "t_3"],
    );
    assert.equal(await store.accounts.hasPeople(), false);
    await store.close();
  });
});

/** As a program of before there were accounts wrote them: access tokens claimed nothing. Only its own statements fit its tables. */
async function withOldTokens(directory: string, migrations: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const { migrate, readMigrations } = await import("./sqlite-migrate.ts");
  mkdirSync(directory, { recursive: true });
  const file = join(directory, "drawbridge.db");
  const db = new DatabaseSync(file);
  migrate(db, file, readMigrations(migrations));
  const add = db.prepare("insert into changes values (?, '', 'access_token', ?, 1, ?)");
  const set = db.prepare("insert into resources values ('', 'access_token', ?, 1, ?, ?)");
  const commit = db.prepare("insert into commits values (?, 0, 'system', '', '[]')");
  const tokens = [
    ["t_1", "first"],
    ["t_2", "revoked"],
    ["t_3", "both"],
  ] as const;
  for (const [index, [id, hash]] of tokens.entries()) {
    const value = JSON.stringify({ name: id, hash, last4: "abcd", createdAt: 0, expiresAt: null, revokedAt: null });
    commit.run(index + 1);
    add.run(index + 1, id, value);
    set.run(id, value, index + 1);
  }
  db.exec("update head set revision = 3; insert into claims values ('both')");
  db.close();
}
