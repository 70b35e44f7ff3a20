import assert from "node:assert/strict";
import { test } from "node:test";
import { AdminError, AdminUnreachable, type ChangeOptions } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { type ReviewedChange, type ReviewOutcome, ReviewRun } from "./review-run.ts";

const answer = { dry_run: true, changed: true, problems: [], reviewed: "r1" } as unknown as ChangeAnswer;
const decision = { reason: "", override: [], propose: false };
const lost = new AdminUnreachable("http://x", "failed", "lost", true);
const stale = new AdminError(412, "stale", "Changed in the meantime");

type Reply = ChangeAnswer | Error;

/** Answer to an edit that is proposed. */
const proposed = { proposal: { id: "p1" }, hash: "h1", plan: answer } as unknown as ChangeAnswer;

/** A review whose requests are answered in this order. */
function reviewOf(replies: readonly Reply[], change: Partial<ReviewedChange> = {}) {
  const asked: ChangeOptions[] = [];
  const outcomes: ReviewOutcome[] = [];
  let answersAgain: () => void = () => {};
  const run = new ReviewRun({
    change: {
      project: "acme",
      title: "Change",
      request: async (options) => {
        const reply = replies[asked.push(options) - 1];
        if (!reply) throw new Error("nothing more was expected");
        if (reply instanceof Error) throw reply;
        return reply;
      },
      ...change,
    },
    onEnd: (outcome) => outcomes.push(outcome),
    whenAnswering: (go) => {
      answersAgain = go;
      return () => undefined;
    },
  });
  const comeBack = () => {
    answersAgain();
    return new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { run, asked, outcomes, comeBack };
}

test("what is published is what was looked at", async () => {
  const { run, asked, outcomes } = reviewOf([answer, { ...answer, dry_run: false }]);
  await run.plan();
  assert.equal(run.step.kind, "looking");
  await run.publish({ reason: "because", override: ["in_use"], propose: false });
  assert.deepEqual(asked, [{ dry_run: true }, { reviewed: "r1", reason: "because", override: ["in_use"] }]);
  assert.equal(outcomes[0]?.kind, "published");
});

test("a change whose answer was lost is looked for, and not sent again", async () => {
  const { run, asked, outcomes, comeBack } = reviewOf([answer, lost, { ...answer, changed: false }]);
  await run.plan();
  await run.publish(decision);
  assert.deepEqual(run.step, { kind: "away", mayHaveChanged: true });
  await comeBack();
  assert.equal(outcomes[0]?.kind, "published");
  assert.deepEqual(
    asked.map(({ dry_run }) => dry_run ?? false),
    [true, false, true],
  );
});

test("a change that did not arrive is looked at again before it is sent again", async () => {
  const { run, outcomes, comeBack } = reviewOf([answer, lost, answer]);
  await run.plan();
  await run.publish(decision);
  await comeBack();
  assert.equal(run.step.kind, "looking");
  assert.deepEqual(outcomes, []);
});

test("a resource to delete that is gone was deleted", async () => {
  const gone = new AdminError(404, "not_found", "The resource does not exist.");
  const { run, outcomes, comeBack } = reviewOf([answer, lost, gone]);
  await run.plan();
  await run.publish(decision);
  await comeBack();
  assert.deepEqual(outcomes, [{ kind: "published", answer: null }]);
});

test("after a change by another user, the review runs again on top of it", async () => {
  const { run, asked } = reviewOf([answer, stale, answer], { onStale: async () => ({ kind: "again", notice: "see" }) });
  await run.plan();
  await run.publish(decision);
  assert.equal(run.step.kind === "looking" && run.step.notice, "see");
  assert.equal(asked.length, 3);
});

test("what is wrong goes back to the form, or is listed where there is none", async () => {
  const problems = [{ path: "name", detail: "is empty" }];
  const listed = reviewOf([{ ...answer, problems }]);
  await listed.run.plan();
  assert.deepEqual(listed.run.step, { kind: "wrong", problems });
  const told: unknown[] = [];
  const invalid = new AdminError(422, "invalid", "The body is invalid", { errors: problems });
  const form = reviewOf([invalid], { onProblems: (found) => told.push(found) });
  await form.run.plan();
  assert.deepEqual([told, form.outcomes], [[problems], [{ kind: "closed" }]]);
});

test("a guard that speaks only when it is published is shown", async () => {
  const refused = new AdminError(409, "refused", "Refused");
  const { run } = reviewOf([answer, refused, answer]);
  await run.plan();
  await run.publish(decision);
  assert.equal(run.step.kind, "looking");
});

test("a proposal is no publication", async () => {
  const { run, asked, outcomes } = reviewOf([answer, proposed]);
  await run.plan();
  await run.publish({ ...decision, propose: true });
  assert.deepEqual(outcomes, [{ kind: "proposed", proposal: "p1" }]);
  assert.equal(asked[1]?.propose, true);
});

test("a proposal whose answer was lost is sent again as the same one, and is proposed once", async () => {
  const gateway = new AdminError(504, "unexpected_answer", "the gateway gave up");
  for (const failure of [lost, gateway]) {
    const { run, asked, outcomes, comeBack } = reviewOf([answer, failure, proposed]);
    await run.plan();
    await run.publish({ reason: "because", override: [], propose: true });
    assert.deepEqual(run.step, { kind: "away", mayHaveChanged: true });
    await comeBack();
    assert.deepEqual(outcomes, [{ kind: "proposed", proposal: "p1" }]);
    assert.match(asked[1]?.idempotencyKey ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(asked[2], asked[1]);
  }
});

test("a proposal that came to be something else meanwhile is looked at again", async () => {
  const conflict = new AdminError(409, "conflict", "this Idempotency-Key was used for another request");
  const { run, asked, comeBack } = reviewOf([answer, lost, conflict, answer]);
  await run.plan();
  await run.publish({ ...decision, propose: true });
  await comeBack();
  assert.equal(run.step.kind, "failed");
  await run.again();
  assert.equal(run.step.kind, "looking");
  assert.deepEqual(asked[3], { dry_run: true });
});
