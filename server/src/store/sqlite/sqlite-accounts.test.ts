import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";
import { openSqliteStore } from "./sqlite-store.ts";

const newDirectory = temporaryDirectories();

function bytesIn(directory: string): string {
  return readdirSync(directory)
    .map((name) => readFileSync(join(directory, name), "latin1"))
    .join("");
}

describe("accounts in a file", () => {
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
