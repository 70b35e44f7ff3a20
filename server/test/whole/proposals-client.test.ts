/** The console's client proposes where a proposal is required, and publishes only what was reviewed. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AdminClient, createAdminClient, isStale, proposedChange } from "../../../client/src/admin.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
let program: Program;
let admin: AdminClient;

before(async () => {
  program = await startProgram({ directory: directories() });
  admin = createAdminClient({ url: program.urls.admin, token: program.token });
  await admin.putProject({ project: "acme", body: { name: "Acme" }, etag: null });
});

after(() => program.stop());

test("an edit that is proposed changes nothing, and is answered with its proposal", async () => {
  const edit = { project: "acme", platform: "ios", body: { store: "none" }, etag: null } as const;
  const { etag, reviewed = "" } = await admin.putPolicy({ ...edit, dry_run: true });
  assert.notEqual(reviewed, "");
  assert.equal(etag, null);
  const proposed = proposedChange(await admin.putPolicy({ ...edit, propose: true, reviewed }));
  assert.equal(proposed?.proposal.state, "open");
  assert.equal(proposed.plan.changed, true);
  assert.deepEqual(await admin.listAll("listPolicies", { project: "acme" }), []);
  assert.deepEqual(
    (await admin.listProposals({ project: "acme" })).proposals.map(({ id }) => id),
    [proposed.proposal.id],
  );
});

test("an edit that is not what was looked at is refused", async () => {
  const { reviewed = "" } = await admin.putInstance({
    project: "acme",
    instance: "eu-1",
    body: { name: "Europe" },
    etag: null,
    dry_run: true,
  });
  const other = admin.putInstance({ project: "acme", instance: "eu-1", body: { name: "Another" }, etag: null, reviewed });
  await assert.rejects(other, isStale);
  await admin.putInstance({ project: "acme", instance: "eu-1", body: { name: "Europe" }, etag: null, reviewed });
  assert.equal((await admin.getInstance({ project: "acme", instance: "eu-1" })).name, "Europe");
});
