/** That the client which the console uses proposes what is to be proposed, and makes only what was looked at. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AdminClient, isStale } from "../../../client/src/admin.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
let program: Program;
let admin: AdminClient;

before(async () => {
  program = await startProgram({ directory: directories() });
  admin = new AdminClient({ url: program.urls.admin, token: program.token });
  await admin.projects.put("acme", { name: "Acme" }, null);
});

after(() => program.stop());

test("an edit that is proposed changes nothing, and is answered with its proposal", async () => {
  const { etag, reviewed = "" } = await admin.policies.put("acme", "ios", { store: "none" }, null, { dryRun: true });
  assert.notEqual(reviewed, "");
  assert.equal(etag, null);
  const { proposal, plan } = await admin.proposals.make((options) =>
    admin.policies.put("acme", "ios", { store: "none" }, null, { ...options, reviewed }),
  );
  assert.equal(proposal.state, "open");
  assert.equal(plan.changed, true);
  assert.deepEqual(await admin.policies.list("acme"), []);
  assert.deepEqual(
    (await admin.proposals.list("acme")).proposals.map(({ id }) => id),
    [proposal.id],
  );
});

test("an edit that is not what was looked at is refused", async () => {
  const { reviewed = "" } = await admin.instances.put("acme", "eu-1", { name: "Europe" }, null, { dryRun: true });
  const other = admin.instances.put("acme", "eu-1", { name: "Another" }, null, { reviewed });
  await assert.rejects(other, isStale);
  await admin.instances.put("acme", "eu-1", { name: "Europe" }, null, { reviewed });
  assert.equal((await admin.instances.get("acme", "eu-1")).name, "Europe");
});
