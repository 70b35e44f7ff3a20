/** The made-up year in the console: its reviews have the numbers of the requests, and stop the operator's mistakes. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import { printWall } from "drawbridge-rules/values/wall-time.ts";
import type { Locator } from "playwright-core";
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
} from "../../../server/test/made-up-year.ts";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { becomes } from "../../test/becomes.ts";
import { type Console, startConsole } from "../../test/console-page.ts";
import { shownInZone } from "../../test/shown-time.ts";
import { textPattern } from "../../test/text-pattern.ts";
import { impactTexts } from "../review/review-texts.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { stepTexts, versionPolicyTexts } from "../version-policies/version-policy-texts.ts";

const policyTexts = versionPolicyTexts;
const impact = impactTexts;
const directories = temporaryDirectories();
const clock = { now: yearEnd };
const minimums = new Map<string, string>();
let running: Console;
let moves: readonly Move[];

before(async () => {
  const directory = directories();
  await fillDirectory(directory);
  running = await startConsole(directory, { example: false, now: () => clock.now });
  for (const { platform } of yearApps) minimums.set(platform, String((await policyOf(platform)).minimum));
  moves = wrongMoves((platform) => minimums.get(platform) ?? "");
});
after(() => running.close());

async function policyOf(platform: string) {
  const { status, body } = await running.program.admin("GET", `/admin/v1/projects/${project}/policies/${platform}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const options = { instant: yearEnd };

/** Opens the review of a move. */
async function reviewOf({ platform, patch }: Move) {
  const opened = await running.open({ ...options, path: `projects/${project}/versions?edit=${platform}` });
  const { page } = opened;
  if (patch.minimum === undefined) {
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: policyTexts.addLine(policyTexts.blocked) }).click();
    await form.getByRole("textbox", { name: policyTexts.line(policyTexts.blocked, 1) }).fill(String(patch.blocked));
  } else await page.getByRole("textbox", { name: policyTexts.minimum }).fill(String(patch.minimum));
  await page.getByRole("button", { name: sharedTexts.actions.save }).click();
  return { ...opened, dialog: page.getByRole("dialog", { name: policyTexts.reviewEdit(platform) }) };
}

/** The cells of a row by its header, without those of the group separators of numbers. */
async function rowOf(dialog: Locator, name: string): Promise<string[]> {
  return dialog.getByRole("row", { name }).first().locator("td").allInnerTexts();
}

async function checkNumbers(dialog: Locator, move: Move): Promise<void> {
  const minimum = minimums.get(move.platform) ?? "";
  const [day, week] = ([24, 168] as const).map((hours) => expectedCounts(move, minimum, hours, yearEnd));
  assert.ok(day && week);
  await dialog.getByRole("table").first().waitFor();
  const shares = (part: "forced" | "other") => [day, week].map((span) => formatShare(span[part], span.requests));
  assert.deepEqual(await rowOf(dialog, impact.effects.forced), shares("forced"));
  assert.deepEqual(await rowOf(dialog, impact.other), shares("other"));
  const requests = await rowOf(dialog, impact.requests);
  assert.deepEqual(
    requests.map((text) => text.replaceAll(",", "")),
    [day, week].map((span) => String(span.requests)),
  );
  const [ofDay = 0, ofWeek = 0] = ([24, 168] as const).map((hours) => requestsOfVersion(move, move.target, hours, yearEnd));
  const sentTo = ofWeek === 0 ? impact.unseenTarget(move.target) : impact.target(move.target, formatShare(ofDay, day.requests));
  await dialog.getByText(sentTo, { exact: true }).waitFor();
  for (const [index, sentence] of expectedSentences(move, day).entries()) {
    const alert = guardIn(dialog, move.guards[index] ?? "locks_out");
    await alert.getByText(sentence).waitFor();
  }
}

const guardIn = (dialog: Locator, name: "locks_out" | "unseen_version") =>
  dialog.getByRole("alert").filter({ hasText: sharedTexts.review.guards[name] });
const publishIn = (dialog: Locator) => dialog.getByRole("button", { name: sharedTexts.review.publish, exact: true });

test("the review of each wrong move has the numbers of the requests, and publishes nothing", async () => {
  for (const move of moves) {
    const { dialog, assertClean, accessible, close } = await reviewOf(move);
    await checkNumbers(dialog, move);
    await becomes(() => publishIn(dialog).isDisabled(), true);
    if (move === moves[0]) await accessible();
    assertClean();
    await close();
  }
  assert.equal((await policyOf("web")).minimum, minimums.get("web"));
});

test("a wrong move is published once its guard is overridden by name with a reason", async () => {
  const move = moves.at(-1) as Move;
  const { dialog, assertClean } = await reviewOf(move);
  await guardIn(dialog, "locks_out").getByRole("checkbox", { name: sharedTexts.review.anyway }).check();
  await becomes(() => publishIn(dialog).isDisabled(), true);
  await dialog.getByRole("textbox", { name: sharedTexts.review.reason }).fill("it loses bookings");
  await publishIn(dialog).click();
  await becomes(async () => JSON.stringify((await policyOf(move.platform)).blocked), JSON.stringify(move.patch.blocked));
  assertClean();
});

test("the right move is published without a warning", async () => {
  const { dialog, assertClean } = await reviewOf(rightMove);
  await checkNumbers(dialog, rightMove);
  await becomes(() => dialog.getByRole("alert").count(), 0);
  await publishIn(dialog).click();
  await becomes(async () => (await policyOf(rightMove.platform)).minimum, rightMove.target);
  assertClean();
});

test("from a day before its instant, Now and its platform say the share of a step", async () => {
  const { platform, minimum } = tooEarlyStep;
  const at = yearEnd + 86_400_000 + 20 * 60_000;
  const step = { at: printWall(at), minimum };
  const address = `/admin/v1/projects/${project}/policies/${platform}`;
  // A test before has blocked the version.
  const planned = await running.program.admin("PATCH", address, { blocked: null, step }, { "if-match": "*" });
  assert.equal(planned.status, 200, JSON.stringify(planned.body));
  // Within the present hour, since later ones have no requests.
  clock.now = yearEnd + 25 * 60_000;
  const { page, assertClean } = await running.open({ ...options, instant: clock.now });
  const { future, values, forces } = stepTexts;
  const { forced, requests } = expectedCounts(raise(platform, minimum), minimums.get(platform) ?? "", 24, clock.now);
  const share = forces(formatShare(forced, requests));
  const sentence = textPattern(future, values.minimum(minimum), shownInZone(at, "UTC"));
  await page.getByRole("link", { name: sentence }).filter({ hasText: share }).click();
  await page.waitForURL(/versions\?edit=android/);
  await page.getByRole("note").filter({ hasText: share }).waitFor();
  assertClean();
});
