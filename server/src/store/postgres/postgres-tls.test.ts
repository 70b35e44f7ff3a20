/** The checks of a PostgreSQL server with TLS, for each `sslmode`. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { openPostgres } from "../../../test/postgres.ts";
import { as, openAt } from "../../../test/postgres-store.ts";
import { selfSignedCertificate } from "../../../test/self-signed-certificate.ts";
import { failsWith, failure } from "../../../test/store-contract/change.ts";
import { temporaryDirectories } from "../../../test/temporary-directory.ts";

const newPath = temporaryDirectories();
const tls = selfSignedCertificate("localhost");
const postgres = await openPostgres({ tls });
after(() => postgres.close());

function file(certificate: string): string {
  const path = newPath();
  writeFileSync(path, certificate);
  return path;
}

const own = file(tls.certificate);
const strange = file(selfSignedCertificate("localhost").certificate);

async function database(host: string, parameters: string): Promise<string> {
  return `${(await postgres.database()).replace("127.0.0.1", host)}?${parameters}`;
}

test("each mode lets in whom it is to, and by TLS", async () => {
  for (const [host, parameters] of [
    ["127.0.0.1", "sslmode=require"],
    ["127.0.0.1", `sslmode=require&sslrootcert=${own}`],
    ["127.0.0.1", `sslmode=verify-ca&sslrootcert=${own}`],
    ["localhost", `sslmode=verify-full&sslrootcert=${own}`],
  ] as const) {
    const url = await database(host, parameters);
    const store = await openAt(url);
    assert.equal((await store.head()).revision, 0);
    const sessions = "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'drawbridge'";
    assert.deepEqual(await postgres.run(postgres.url, sessions), [{ ssl: true }], parameters);
    await store.close();
  }
});

test("a certificate that is not believed, or is another's, is refused where that is looked at", async () => {
  for (const [host, parameters] of [
    ["127.0.0.1", `sslmode=require&sslrootcert=${strange}`],
    ["127.0.0.1", `sslmode=verify-ca&sslrootcert=${strange}`],
    ["127.0.0.1", "sslmode=verify-ca"],
    ["localhost", "sslmode=verify-full"],
    ["127.0.0.1", `sslmode=verify-full&sslrootcert=${own}`],
  ] as const)
    await failsWith(
      "unavailable",
      openAt(await database(host, parameters)),
      /cannot be reached over TLS: check sslmode and sslrootcert/,
    );
});

test("channel binding is used where it is offered, and a sign-in without it is refused where it is required", async () => {
  await postgres.run(postgres.url, "create role bound superuser login password 'scram'");
  for (const binding of ["disable", "prefer", "require"]) {
    const store = await openAt(`${as(await postgres.database(), "bound", "scram")}?sslmode=require&channel_binding=${binding}`);
    assert.equal((await store.head()).revision, 0, binding);
    await store.close();
  }
  const wrong = await failure(openAt(`${as(await postgres.database(), "bound", "x")}?sslmode=require&channel_binding=require`));
  assert.match(wrong.message, /rejects the sign-in/);
  // The tests' superuser signs in without a password, so nothing binds it.
  await failsWith(
    "unavailable",
    openAt(await database("127.0.0.1", "sslmode=require&channel_binding=require")),
    /offers no channel binding: .* Remove channel_binding=require to do without/,
  );
});
