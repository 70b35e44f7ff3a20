/** Long work is done in steps, none of which delays the apps. Measures this thread's CPU for each step, not elapsed time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildManifest, manifestChangeSteps, manifestEdits } from "drawbridge-rules/changes/manifest.ts";
import { planSteps } from "drawbridge-rules/changes/plan.ts";
import { rollbackEdits } from "drawbridge-rules/changes/rollback.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { readProjectState } from "drawbridge-rules/project/stored-value.ts";
import type { Steps } from "drawbridge-rules/values/steps.ts";
import { emptyState, type Form, formWith, manifestFrom, stateFrom } from "../../../test/example-project.ts";
import { largeSize, type ProjectSize, sizedManifest, smallSize } from "../../../test/large-project.ts";
import { printReview } from "./plan-answer.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

function sizedState(size: ProjectSize): ProjectState {
  const made = stateFrom(sizedManifest("acme-shop", size, now) as Form);
  const kinds = ["project", "platform", "instance", "window", "manifest"] as const;
  const rows = kinds.flatMap((kind) =>
    [...made[kind]].map(([id, { value }]) => ({ kind, id, schema: 1, value: JSON.stringify(value), revision: 1 })),
  );
  return readProjectState(made.id, 1, rows);
}

const states = { small: sizedState(smallSize), large: sizedState(largeSize) };
const maxCpu = 50;

interface Watched<T> {
  readonly value: T;
  /** Ms of CPU. */
  readonly longest: number;
}

function watched<T>(steps: Steps<T>): Watched<T> {
  let longest = 0;
  for (;;) {
    const before = process.threadCpuUsage();
    const { done, value } = steps.next();
    const after = process.threadCpuUsage();
    longest = Math.max(longest, (after.user + after.system - before.user - before.system) / 1e3);
    if (done) return { value, longest };
  }
}

const mostRuns = 5;

/** Watches further runs while a step of the last is long: garbage collection hits a different step each time. */
function watchedShort<T>(what: string, steps: () => Steps<T>): T {
  let found = watched(steps());
  for (let runs = 1; runs < mostRuns && found.longest >= maxCpu; runs++) found = watched(steps());
  assert.ok(found.longest < maxCpu, `a step of the ${what} takes ${found.longest} ms in each of ${mostRuns} runs`);
  return found.value;
}

function assertShort(state: ProjectState, edits: readonly Edit[]): void {
  const planned = watchedShort("plan", () => planSteps(state, edits, now));
  assert.ok(planned.changes.length > 1_000, `${planned.changes.length} changes`);
  watchedShort("review", () => printReview(state, planned, now));
}

const large = buildManifest(states.large, false);
assert.ok(large);

test("a manifest of ten thousand instances and five thousand windows, applied to nothing", () =>
  assertShort(emptyState, manifestEdits(emptyState, large)));

test("the same manifest applied again with another name of each instance, and what would be lost by it", () => {
  const instances = Object.fromEntries(
    Object.entries(large.instances).map(([id, one]) => [id, { ...one, name: `${one.name}!` }]),
  );
  const next = { ...large, instances };
  assertShort(states.large, manifestEdits(states.large, next));
  watchedShort("drift", () => manifestChangeSteps(states.large, next, now));
});

test("a project that goes back to a small one", () => assertShort(states.large, rollbackEdits(states.large, states.small)));

test("1 500 windows of the whole project that recur every other day", () => {
  const windows = Object.fromEntries(
    Array.from({ length: 1_500 }, (_, index) => {
      const start = new Date(now + 86_400_000 + index * 60_000).toISOString().slice(0, 16);
      return [`w-${index}`, { start, duration: "PT5M", repeat: "FREQ=DAILY;INTERVAL=2" }];
    }),
  );
  const manifest = manifestFrom(formWith({ windows }));
  assertShort(emptyState, manifestEdits(emptyState, manifest));
});
