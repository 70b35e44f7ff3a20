import assert from "node:assert/strict";
import { manifest, test } from "./command-fixture.ts";

test("--reviewed does what a dry run has shown, or nothing", async ({ run }) => {
  const set = "policy set --project acme --platform ios --minimum 2.5.0 --yes";
  const { reviewed, effects } = JSON.parse((await run(`${set} --dry-run --json`)).out);
  assert.deepEqual(effects[0].platform, "ios");
  await run("policy set --project acme --platform ios --recommended 2.9.0 --yes");
  const late = await run(`${set} --reviewed ${reviewed}`);
  assert.deepEqual([late.code, late.out.includes("Planned again")], [3, false]);
  assert.match(late.err, /^drawbridge: .*reviewed.*\nNothing was changed\. Review the current state and try again\.\n$/);
  const again = JSON.parse((await run(`${set} --dry-run --json`)).out).reviewed;
  assert.equal((await run(`${set} --reviewed ${again}`)).code, 0);
});

test("a project that requires a reason gets it from a prompt on a terminal, and otherwise from an option", async ({ run }) => {
  assert.equal((await run("protection set --project acme --reason-required on --yes")).code, 0);
  const set = "policy set --project acme --platform ios --minimum 2.5.0";
  const missing = await run(`${set} --yes`);
  assert.equal(missing.code, 2);
  assert.match(missing.err, /acme requires --reason/);
  assert.equal((await run(set, { answers: [" "] })).code, 1);
  const asked = await run(set, { answers: ["2.4 loses orders", "y"] });
  assert.deepEqual([asked.code, asked.asked], [0, ["Reason (recorded in the history): ", "Apply this change? [y/N] "]]);
  assert.match((await run("history --project acme --limit 1")).out, / — 2\.4 loses orders\n/);
});

const asked = "Requires approval. Request approval? [y/N] ";

test("where approval is required, a review ends with the question for it, and --yes alone neither publishes nor proposes", async ({
  run,
}) => {
  await run("protection set --project acme --four-eyes on --yes");
  const set = "policy set --project acme --platform ios --block >=2.5.1 --token test-token-0123456789-0123456789";
  const unasked = await run(`${set} --yes`);
  assert.equal(unasked.code, 3);
  const ways = unasked.err.split("\n").filter((line) => line.startsWith("  drawbridge "));
  assert.deepEqual(ways, [
    '  drawbridge policy set --project acme --platform ios --block ">=2.5.1" --propose --reason "…"',
    '  drawbridge policy set --project acme --platform ios --block ">=2.5.1" --override four_eyes --reason "…"',
  ]);
  assert.deepEqual(JSON.parse((await run("proposal list --project acme --json")).out).proposals, []);
  const declined = await run(set, { answers: ["n"] });
  assert.deepEqual([declined.code, declined.asked], [1, [asked]]);
  const proposed = await run(set, { answers: ["y"] });
  assert.deepEqual([proposed.code, proposed.asked], [0, [asked]]);
  assert.match(proposed.out, /The request p_\w+ of acme is waiting for approval\. Nothing has changed yet\.\n/);
  assert.match(
    proposed.out,
    /needs approval from two people or one owner, because it was requested with a token that isn't linked to a person\.\n/,
  );
  assert.doesNotMatch(proposed.out, /four_eyes|refused/i);
  const override = ways[1]?.replace("  drawbridge ", "") ?? "";
  assert.equal((await run(override, { answers: ["y"] })).code, 0);
  assert.match((await run("history --project acme --limit 1")).out, / \(overrode four_eyes\) — …\n/);
});

test("the lines that a preview prints where approval is required propose and publish, and previews do not", async ({ run }) => {
  await run("protection set --project acme --four-eyes on --yes");
  const input = manifest.replace('"2.4.0"', '"2.5.0"');
  for (const line of ["policy set --project acme --platform ios --minimum 2.5.0 --dry-run", "plan --overwrite -f -"]) {
    const { out } = await run(line, { input });
    assert.match(out, /\nRequires approval\.\n/);
    const ways = out.split("\n").flatMap((each) => /^ {2}drawbridge (.*)$/.exec(each)?.[1] ?? []);
    const [first = "", second = ""] = ways;
    assert.deepEqual([ways.length, second.includes("--override four_eyes")], [2, true], out);
    assert.doesNotMatch(ways.join(), /--dry-run|plan/);
    const proposed = await run(`${first} --yes`, { input });
    assert.deepEqual([proposed.code, /The request p_\w+ of acme is waiting/.test(proposed.out)], [0, true], proposed.err);
    const published = await run(`${second} --yes`, { input });
    assert.equal(published.code, 0, published.err);
    assert.equal(
      (await run('policy set --project acme --platform ios --minimum 2.4.0 --yes --override four_eyes --reason "b"')).code,
      0,
    );
  }
});

test("a proposal is listed by its change, says in words what outdated it, and is brought up to date by one command", async ({
  run,
}) => {
  const made = await run("policy set --project acme --platform ios --minimum 2.5.0 --publish-when-approved --yes --json");
  const { proposal } = JSON.parse(made.out);
  assert.equal(proposal.publish_when_approved, true);
  assert.match((await run("proposal list --project acme")).out, /iOS minimum 2\.4\.0 → 2\.5\.0 +open/);
  await run("policy set --project acme --platform ios --minimum 2.4.5 --yes");
  const shown = await run(`proposal show ${proposal.id} --project acme`);
  assert.match(shown.out, /^iOS minimum 2\.4\.0 → 2\.5\.0 {2}open\n {2}p_\w+, published when it is approved\n/);
  assert.match(shown.out, /Out of date\. Changed since it was requested:\n.*iOS minimum 2\.4\.0 → 2\.4\.5\n.*proposal update p_/);
  assert.match((await run("proposal list --project acme")).out, /open, out of date/);
  const updated = await run(`proposal update ${proposal.id} --project acme`);
  assert.deepEqual([updated.code, updated.out.split("\n")[0]], [0, `${proposal.id} is up to date: iOS minimum 2.4.5 → 2.5.0.`]);
  assert.match((await run(`proposal update ${proposal.id} --project acme`)).out, /is not out of date/);
});

test("a manifest that CI proposes twice is one proposal, and the second time the command says so", async ({ run }) => {
  await run("protection set --project acme --four-eyes on --yes");
  const input = manifest.replace('"2.4.0"', '"2.5.0"').replace("Acme US", "Acme USA");
  const propose = (more = "", text = input) => run(`apply -f - --propose --yes ${more}`, { input: text });
  const [id = ""] = /p_\w+/.exec((await propose('--reason "build 1"')).out) ?? [];
  const again = await propose('--reason "build 2"');
  assert.deepEqual([again.code, again.err], [0, ""]);
  assert.ok(
    again.out.includes(`\nApproval of these changes is already requested: ${id}.\nThe request ${id} of acme is waiting`),
    again.out,
  );
  const asJson = JSON.parse((await propose("--json")).out);
  assert.deepEqual([asJson.repeated, asJson.proposal.id, asJson.proposal.reason], [true, id, "build 1"]);
  assert.doesNotMatch((await propose("", input.replace('"2.5.0"', '"2.5.1"'))).out, /already/);
  assert.equal(JSON.parse((await run("proposal list --project acme --json")).out).proposals.length, 2);
});

test("a verb that a guard refuses says so once, with what to do", async ({ run }) => {
  const refused = await run("maintenance start --project acme --for 30h --whole-project");
  assert.equal(refused.code, 3);
  assert.match(
    refused.err,
    /^drawbridge: Refused by the guard long_maintenance\n {2}long_maintenance: Maintenance of Acme would last 1 day 6 h\..*\nRefused by the guard long_maintenance: fix/,
  );
  const passed = await run(
    'maintenance start --project acme --for 30h --whole-project --override long_maintenance --reason "data centre moves"',
  );
  assert.equal(passed.code, 0);
});

test("an id after --propose is that of the proposal, and any other word is an operand", async ({ run }) => {
  await run("policy set --project acme --platform ios --minimum 2.5.0 --yes");
  const made = await run("instance set --propose eu-1 --name Europe --project acme --yes --json");
  const { proposal, hash, plan, project } = JSON.parse(made.out);
  assert.deepEqual([made.code, project, proposal.state, proposal.hash, plan.dry_run], [0, "acme", "open", hash, true]);
  const amended = await run(`policy set --propose ${proposal.id} --project acme --platform ios --minimum 2.6.0 --yes`);
  assert.deepEqual([amended.code, amended.out.includes(`The request ${proposal.id} of acme is waiting`)], [0, true]);
  assert.equal(JSON.parse((await run("proposal list --project acme --json")).out).proposals.length, 1);
  const both = await run('apply -f - --propose --override four_eyes --reason "x" --yes');
  assert.equal(both.code, 2);
  assert.match(both.err, /--propose and --override four_eyes cannot be combined: keep one/);
});

test("problems that the server finds are printed in the terms of the command line", async ({ run }) => {
  const long = "x".repeat(501);
  const reason = await run(`policy set --project acme --platform ios --minimum 2.5.0 --yes --reason ${long}`);
  assert.match(reason.err, /^drawbridge: --reason: expected at most 500/);
  const inFile = await run(`apply -f - --yes --reason ${long}`, { input: "apiVersion: drawbridge/v1\nproject: acme\n" });
  assert.match(inFile.err, /^drawbridge: --reason: expected at most 500/);
  const token = await run(`token create --name ${long} --expires 2020-01-01T00:00:00Z --json`);
  assert.deepEqual(
    JSON.parse(token.err)
      .errors.map(({ path }: { path: string }) => path)
      .sort(),
    ["--expires", "--name"],
  );
});
