/** A year of a made-up app, and the mistakes of its operator: by the API, the commands and a dated step. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as nextTurn } from "node:timers/promises";
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import { printWall } from "drawbridge-rules/values/wall-time.ts";
import type { PlatformImpact } from "drawbridge-rules/wire/adoption.ts";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { dayMs } from "../../../examples/made-up-year/made-up-app.ts";
import { project } from "../../../examples/made-up-year/made-up-manifest.ts";
import {
  expectedCounts,
  expectedSentences,
  fillDirectory,
  type Move,
  raise,
  requestsOfVersion,
  rightMove,
  tooEarlyStep,
  wrongMoves,
  yearApps,
  yearEnd,
} from "../made-up-year.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const base = `/admin/v1/projects/${project}`;
const minute = 60_000;
const directory = temporaryDirectories()();
const clock = { now: yearEnd };
const minimums = new Map<string, string>();
let program: Program;
let moves: readonly Move[];

const patch = (platform: string, body: object, query = "") =>
  program.admin("PATCH", `${base}/policies/${platform}${query}`, body, { "if-match": "*" });
const policy = (platform: string) => program.admin("GET", `${base}/policies/${platform}`);
const minimumOf = (platform: string) => minimums.get(platform) ?? "";
const countsOf = (move: Move, hours: 24 | 168) => expectedCounts(move, minimumOf(move.platform), hours, clock.now);

before(async () => {
  await fillDirectory(directory);
  program = await startProgram({ directory, now: () => clock.now });
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
    assert.match(typed.err, /Refused by the guards? .*locks_out.*\nNothing was changed\.\n/);
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
  assert.match(out, new RegExp(`${project} is now at revision \\d+\\.\nTo undo it: .*\n$`));
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

test("a dated step takes place at its time, and its share and the command that moves it are told a day before", async () => {
  const { platform, minimum, app } = tooEarlyStep;
  const type = (...words: string[]) =>
    program.cli("policy", "step", "--project", project, "--platform", platform, ...words, "--yes");
  const key = String((await program.admin("POST", `${base}/keys`, { name: "app" })).body.key);
  const isForced = async () =>
    (await program.read(`/api/v1/config?platform=${platform}&current_version=${app}`, key)).body.force_upgrade;
  const { forced, requests } = countsOf(raise(platform, minimum), 24);
  const share = formatShare(forced, requests);
  const soon = await type("--at", printWall(yearEnd + 20 * minute), "--minimum", minimum);
  assert.equal(soon.code, 1, "users have no day to update");
  assert.ok(soon.out.includes(`✗ locks_out platforms.${platform}.step forces another ${share} of`), soon.out);
  // All within the present hour, since later ones have no requests.
  const at = yearEnd + dayMs + 20 * minute;
  const planned = await type("--at", printWall(at), "--minimum", minimum);
  assert.equal(planned.code, 0, planned.err);
  assert.ok(planned.out.includes(`${requests} requests, ${share} newly forced`), planned.out);
  const attention = async () => (await program.admin("GET", "/admin/v1/status")).body.steps as readonly { platform: string }[];
  assert.deepEqual(await attention(), []);
  clock.now = yearEnd + 25 * minute;
  const now = countsOf(raise(platform, minimum), 24);
  const [step, ...others] = await attention();
  assert.deepEqual(others, []);
  assert.deepEqual(step, {
    project,
    platform,
    at: new Date(at).toISOString().replace("Z", "+00:00"),
    zone: "UTC",
    minimum,
    recommended: null,
    later: printWall(at + dayMs),
    requests_24h: now.requests,
    forced_24h: now.forced,
  });
  const ratio = new RegExp(`^drawbridge_policy_step_forced_ratio{project="${project}",platform="${platform}"} (.+)$`, "m");
  const metric = async () => ratio.exec(String((await program.admin("GET", "/metrics")).body.text))?.[1];
  // A scrape reports the count that the one before began.
  while ((await metric()) === undefined) await nextTurn(20);
  assert.equal(Number(await metric()), now.forced / now.requests);
  const { checks } = JSON.parse((await program.cli("doctor", "--json")).out) as {
    readonly checks: readonly { readonly name: string; readonly detail: string }[];
  };
  const told = checks.find(({ name }) => name === "step")?.detail ?? "";
  assert.ok(told.includes(`forces ${formatShare(now.forced, now.requests)} of the last 24 hours' requests`), told);
  const [, words = ""] = /To move it: \S+ (.*) --url \S+$/.exec(told) ?? [];
  clock.now = at;
  assert.equal(await isForced(), true);
  const moved = await program.cli(...words.split(" "), "--yes");
  assert.equal(moved.code, 0, moved.out + moved.err);
  assert.equal(await isForced(), false);
  clock.now = at + dayMs;
  assert.equal(await isForced(), true);
});
