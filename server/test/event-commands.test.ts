/** `events` on the command line: a line for each commit, as it happens. */
import assert from "node:assert/strict";
import { test } from "./command-fixture.ts";

test("each commit is a line, until Ctrl-C", async ({ run, server }) => {
  const followed = run("events --project acme", { stopWhen: (said) => said.includes("rev 4 ") });
  await run('policy set --project acme --platform ios --minimum 2.4.5 --yes --reason "2.4 loses orders"');
  // Stored as before such reasons were refused.
  const change = { project: "acme", actor: "environment", reason: "2.4 \u202eloses orders", override: [], dryRun: false };
  await server.publisher.publish({
    ...change,
    edits: ({ platform }) => {
      const ios = platform.get("ios")?.value ?? assert.fail();
      return [{ kind: "platform", id: "ios", value: { ...ios, policy: { ...ios.policy, minimum: "2.5.0" } } }];
    },
  });
  await run("maintenance start --project acme --id hotfix --whole-project");
  const { code, out, err } = await followed;
  assert.equal(code, 0, err);
  assert.match(err, /^Following acme from revision \d\. Press Ctrl-C to stop\.\n$/);
  assert.match(
    out,
    /rev 2 {2}.* {2}Setup token: platform ios — 2\.4 loses orders\nrev 3 {2}.* {2}Setup token: platform ios — 2\.4 \\u202eloses orders\nrev 4 {2}.* {2}Setup token: window hotfix\n$/,
  );
});

test("with --json every event is a line with its id, after which one goes on", async ({ run }) => {
  const first = run("events --json", { stopWhen: (said) => said.includes('"commit"') });
  await run("policy set --project acme --platform ios --minimum 2.5.0 --yes");
  const lines = (await first).out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines.map(({ type, revision }) => [type, revision]).at(-1), ["commit", 2]);
  await run("policy set --project acme --platform ios --minimum 2.6.0 --yes");
  const { out } = await run(`events --json --after ${lines.at(-1).id}`, { stopWhen: (said) => said.includes('"commit"') });
  const missed = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .find(({ type }) => type === "commit");
  assert.equal(missed.revision, 3);
  const elsewhere = await run("events --project nowhere", { stopWhen: () => false });
  assert.match(elsewhere.err, /^drawbridge: Project nowhere not found, or you have no role in it\. /);
});
