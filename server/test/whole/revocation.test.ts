/** Revocation is permanent: no rollback, and no project of the same name, opens to a key again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();

test("a revoked key stays revoked through rollback, import, deletion of its project and a restart", async () => {
  const directory = directories();
  let program = await startProgram({ directory });
  try {
    const base = "/admin/v1/projects/acme";
    const create = () => program.admin("PUT", base, { name: "Acme" }, { "if-none-match": "*" });
    const { body: made } = await create();
    const value = "carried-by-deployed-apps-1234";
    const { body: key } = await program.admin("POST", `${base}/keys/import`, { name: "old", value });
    const path = "/api/v1/config?platform=ios&current_version=1.0";
    assert.equal((await program.read(path, value)).status, 200);

    await program.admin("POST", `${base}/keys/${key.id}/revoke`);
    const isRevoked = async (code: string) => {
      const answer = await program.read(path, value);
      assert.deepEqual([answer.status, answer.body.code], [401, code]);
    };
    await isRevoked("revoked_api_key");

    const { status, body } = await program.admin("POST", `${base}/undo?reason=undo`, { to: made.revision });
    assert.equal(status, 200, JSON.stringify(body));
    await isRevoked("revoked_api_key");

    const again = await program.admin("POST", `${base}/keys/import`, { name: "again", value });
    assert.deepEqual([again.status, again.body.code], [409, "key_in_use"]);
    await isRevoked("revoked_api_key");

    const { etag } = await program.admin("GET", base);
    assert.equal((await program.admin("DELETE", base, undefined, { "if-match": etag })).status, 200);
    await create();
    const elsewhere = await program.admin("POST", `${base}/keys/import`, { name: "again", value });
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [409, "key_in_use"]);
    await isRevoked("unknown_api_key");

    await program.stop();
    program = await startProgram({ directory });
    await isRevoked("unknown_api_key");
    const afterwards = await program.admin("POST", `${base}/keys/import`, { name: "again", value });
    assert.equal(afterwards.status, 409);
  } finally {
    await program.stop();
  }
});
