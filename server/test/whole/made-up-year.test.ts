/** A year of a made-up app, and the mistakes of its operator: by the API, the commands and a dated step. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as nextTurn } from "node:timers/promises";
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import { printWall } from "drawbridge-rules/values/wall-time.ts";
import type { PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { addRequests } from "../../../examples/made-up-year/fill-store.ts";
import { dayMs } from "../../../examples/made-up-year/made-up-app.ts";
import { project } from "../../../examples/made-up-year/made-up-manifest.ts";
import { openStore } from "../../src/store/open-store.ts";
import {
  expectedCounts,
  expectedSentences,
  fillDirectory,
  laterStep,
  type Move,
  raise,
  requestsOfVersion,
  rightMove,
  tooEarlyStep,
  wrongMoves,
  yearApps,
  yearEnd,
} from "../made-up-year.ts";
import { MetricsText } from "../metrics-text.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const base = `/admin/v1/projects/${project}`;
const minute = 60_000;
const directory = temporaryDirectories()();
const clock = { now: yearEnd };
const minimums = new Map<string, string>();
let program: Program;
let moves: readonly Move[];

const start = () => startProgram({ directory, now: () => clock.now, stepsEvery: 20 });
const patch = (platform: string, body: object, query = "") =>
  program.admin("PATCH", `${base}/policies/${platform}${query}`, body, { "if-match": "*" });
const policy = (platform: string) => program.admin("GET", `${base}/policies/${platform}`);
const minimumOf = (platform: string) => minimums.get(platform) ?? "";
const countsOf = (move: Move, hours: 24 | 168) => expectedCounts(move, minimumOf(move.platform), hours, clock.now);

before(async () => {
  await fillDirectory(directory);
  program = await start();
  for (const { platform } of yearApps) minimums.set(platform, String((await policy(platform)).body.minimum));
  moves = wrongMoves(minimumOf);
});
after(() => program.stop());

/** The impact that the API must answer for the move. */
function checkImpact(impact: PlatformImpact | undefined, move: Move): void {
  for (const [hours, found] of [
    [24, impact?.last_24h],
    [168, impact?.last_7d],
  ] as const) {
    const { requests, forced, other } = countsOf(move, hours);
    assert.deepEqual(
      [found?.requests, found?.forced, found?.other, found?.freed],
      [requests, forced, other, 0],
      `${hours} hours`,
    );
  }
  const [requests_24h, requests_7d] = [24, 168].map((hours) =>
    requestsOfVersion(move, move.target, hours as 24 | 168, clock.now),
  );
  assert.deepEqual(impact?.targets[0], { version: move.target, requests_24h, requests_7d });
}

/** Lines of a review in the shell. */
function checkLines(out: string, move: Move): void {
  const day = countsOf(move, 24);
  const rare = `${formatShare(day.other, day.requests)} rare versions, not foreseen`;
  const shares = `${day.requests} requests, ${formatShare(day.forced, day.requests)} newly forced, ${rare}`;
  assert.ok(out.includes(`    ${move.platform}, last 24 hours: ${shares}\n`), out);
  for (const [index, sentence] of expectedSentences(move, day).entries())
    assert.ok(out.includes(`  ✗ ${move.guards[index]} platforms.${move.platform} ${sentence}   (refusal)\n`), out);
}

test("every wrong move is stopped by its guards with the numbers of the requests, in the API and in every command", async () => {
  const exported = (await program.cli("export", project)).out;
  const file = join(directory, "changed.yaml");
  const { revision } = (await program.admin("GET", "/admin/v1/status")).body;
  for (const move of moves) {
    const { platform, guards } = move;
    const detail = expectedSentences(move, countsOf(move, 24));
    assert.ok(countsOf(move, 24).forced > 0.2 * countsOf(move, 24).requests, move.name);
    const { status, body } = await patch(platform, move.patch, "?dry_run=true");
    assert.equal(status, 200, move.name);
    const { impact, refusals } = body as unknown as ChangeAnswer;
    checkImpact(impact?.[0], move);
    const path = `platforms.${platform}`;
    assert.deepEqual(
      refusals.map((refusal) => [refusal.path, refusal.guard, refusal.detail]),
      guards.map((guard, index) => [path, guard, detail[index]]),
    );
    const refused = await patch(platform, move.patch);
    assert.deepEqual([refused.status, refused.body.code], [409, "refused"], move.name);
    assert.deepEqual(
      refused.body.errors?.map((error) => [error.guard, error.detail]),
      guards.map((guard, index) => [guard, detail[index]]),
    );
    const typed = await program.cli("policy", "set", "--project", project, "--platform", platform, ...move.options, "--yes");
    assert.equal(typed.code, 1, typed.out);
    checkLines(typed.out, move);
    assert.match(typed.err, /Refused by the guards? locks_out.*\nNothing was changed\.\n/);
    writeFileSync(file, changedManifest(exported, move));
    for (const words of [
      ["plan", "-f", file],
      ["apply", "-f", file, "--yes"],
    ]) {
      const applied = await program.cli(...words);
      assert.equal(applied.code, 1, applied.out + applied.err);
      checkLines(applied.out, move);
    }
  }
  assert.equal((await program.admin("GET", "/admin/v1/status")).body.revision, revision, "nothing was published");
});

/** The exported text with the move in it. */
function changedManifest(exported: string, { platform, patch: { minimum, blocked } }: Move): string {
  const [start = "", end = ""] = exported.split(new RegExp(`(?<=^ {2}${platform}:\\n)`, "m"));
  const now = `minimum: "${minimumOf(platform)}"`;
  assert.ok(end.includes(now), exported);
  const wanted = minimum === undefined ? `${now}\n    blocked: ${JSON.stringify(blocked)}` : `minimum: "${minimum}"`;
  return start + end.replace(now, wanted);
}

test("the right move passes without a word, wherever it is made", async () => {
  const { platform } = rightMove;
  const { forced, requests } = countsOf(rightMove, 24);
  assert.ok(forced > 0 && forced < 0.2 * requests);
  const reviewed = (await patch(platform, rightMove.patch, "?dry_run=true")).body as unknown as ChangeAnswer;
  checkImpact(reviewed.impact?.[0], rightMove);
  assert.deepEqual([reviewed.refusals, reviewed.warnings], [[], []]);
  const { code, out, err } = await program.cli(
    "policy",
    "set",
    "--project",
    project,
    "--platform",
    platform,
    ...rightMove.options,
    "--yes",
  );
  assert.deepEqual([code, err], [0, ""]);
  checkLines(out, rightMove);
  assert.doesNotMatch(out, /^ {2}[!✗]/m);
  assert.match(out, new RegExp(`${project} is now at revision \\d+\\.\n$`));
});

test("a wrong move is published past its guards by name and with a reason, and undone without a guard", async () => {
  const move = moves.at(-1) as Move;
  const typed = ["policy", "set", "--project", project, "--platform", move.platform, ...move.options, "--yes"];
  const overriding = ["--override", "locks_out"];
  assert.equal((await program.cli(...typed, ...overriding)).code, 2, "without a reason");
  const other = await program.cli(...typed, "--override", "unseen_version", "--reason", "it loses bookings");
  assert.equal(other.code, 1, "another guard");
  const passed = await program.cli(...typed, ...overriding, "--reason", "it loses bookings");
  assert.equal(passed.code, 0, passed.err);
  const { commits } = (await program.admin("GET", `${base}/history?limit=1`)).body as {
    readonly commits?: readonly { readonly revision: number; readonly overridden: readonly string[]; readonly reason: string }[];
  };
  assert.deepEqual([commits?.[0]?.overridden, commits?.[0]?.reason], [["locks_out"], "it loses bookings"]);
  const undone = await program.cli("undo", project, "--revision", String(commits?.[0]?.revision), "--yes");
  assert.equal(undone.code, 0, undone.err);
  const { forced, requests } = countsOf(move, 24);
  assert.ok(undone.out.includes(`0% newly forced, ${formatShare(forced, requests)} freed`), undone.out);
});

test("a dated step on a day when few have updated holds until the operator decides, and takes place once they have", async () => {
  const { platform, minimum, app } = tooEarlyStep;
  const type = (of: string, ...words: string[]) =>
    program.cli("policy", "step", "--project", project, "--platform", of, ...words, "--yes");
  const plan = async (of: string, time: number, version: string) => {
    const { code, out, err } = await type(of, "--at", printWall(time), "--minimum", version);
    assert.equal(code, 0, out + err);
    return out;
  };
  const move = raise(platform, minimum);
  const key = String((await program.admin("POST", `${base}/keys`, { name: "app" })).body.key);
  const isForced = async () =>
    (await program.read(`/api/v1/config?platform=${platform}&current_version=${app}`, key)).body.force_upgrade;
  const at = yearEnd + 20 * minute;
  // The review has the numbers of now, and nothing refuses: users update until then.
  const { forced, requests } = countsOf(move, 24);
  const share = formatShare(forced, requests);
  assert.ok((await plan(platform, at, minimum)).includes(`${requests} requests, ${share} newly forced`));
  const attention = async () =>
    (await program.admin("GET", "/admin/v1/status")).body.steps as readonly {
      readonly platform: string;
      readonly held: boolean;
    }[];
  while ((await attention())[0]?.held !== false) await nextTurn(20);
  clock.now = at - minute / 2;
  while ((await attention())[0]?.held !== true) await nextTurn(20);
  clock.now = at;
  assert.equal(await isForced(), false);
  const held = `Held: the step of ${platform} at ${printWall(at)} (UTC) would newly force ${share} of the requests of the last 24 hours`;
  const { out: history } = await program.cli("history", project, "--limit", "1");
  assert.ok(history.includes(`${held} to update; its limit is 20%`), history);
  const metrics = new MetricsText(String((await program.admin("GET", "/metrics")).body.text));
  assert.equal(metrics.value("drawbridge_policy_steps", { state: "held" }), 1);
  assert.match((await program.cli("doctor")).out, /held step.*is held: remove `held`/);
  assert.match((await program.cli("policy", "show", "--project", project)).out, /\(held\)/);
  const refused = await type(platform, "--resume");
  assert.equal(refused.code, 1);
  assert.ok(refused.out.includes(`✗ locks_out platforms.${platform} forces another ${share} of`), refused.out);
  // The operator puts it off; meanwhile, users update.
  const later = at + 12 * dayMs;
  await plan(platform, later, minimum);
  await plan(laterStep.platform, later, laterStep.minimum);
  await program.stop();
  const store = await openStore({ data: directory, databaseUrl: null });
  const { rows } = await store.whole();
  const state = readProjectState(
    project,
    0,
    rows.filter((row) => row.project === project),
  );
  const from = (Math.floor(yearEnd / 3_600_000) + 1) * 3_600_000;
  await addRequests(store, state, yearApps, { start: from, end: later });
  await store.close();
  clock.now = later - minute / 2;
  const updated = countsOf(move, 24);
  assert.ok(updated.forced > 0 && updated.forced < 0.2 * updated.requests);
  program = await start();
  // Both are judged in one look.
  while (!(await attention()).some(({ held }) => held)) await nextTurn(20);
  assert.equal(await isForced(), false);
  clock.now = later;
  assert.equal(await isForced(), true);
  const [step = null, ...others] = await attention();
  assert.deepEqual([step?.platform, step?.held, others], [laterStep.platform, true, []]);
});
