import assert from "node:assert/strict";
import { test } from "node:test";
import { arbitraryManifest, arbitraryState, instant } from "../../../server/test/arbitrary-manifest.ts";
import {
  emptyState,
  exampleForm,
  exampleInstance,
  type Form,
  formWith,
  keyEdit,
  manifestFrom,
  overrideEdit,
  stateFrom,
  windowEdit,
} from "../../../server/test/example-project.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { canonicalText } from "../values/canonical.ts";
import { runSteps } from "../values/steps.ts";
import { absentPlatform } from "../versions/platform-schema.ts";
import { manifestEdits } from "./manifest.ts";
import { type Plan, plan, reviewedFormSteps } from "./plan.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2026, 11, 6, 2);

function applying(form: Form, state: ProjectState = emptyState, now = 0) {
  return plan(state, manifestEdits(state, manifestFrom(form)), now);
}

const pathsOf = (found: readonly { readonly path: string }[]): string[] => found.map(({ path }) => path);

test("changes come in the order project, platforms, instances, windows, deletions, manifest; overrides first", () => {
  const state = stateFrom(
    formWith({ instances: { old: { name: "Old" } }, windows: { w: { start: "2026-12-06T02:00", duration: "PT2H" } } }),
  );
  const form = { ...exampleForm, windows: { w: { start: "2026-12-06T02:00", duration: "PT5H" } } };
  const kinds = applying(form, state, START).changes.map(({ kind, id, value }) => `${kind} ${value === null ? `-${id}` : id}`);
  assert.deepEqual(kinds, [
    "override w/2026-12-06T02:00",
    "project ",
    "platform ios",
    "platform android",
    "platform huawei",
    "instance eu-1",
    "instance us-1",
    "window w",
    "instance -old",
    "manifest ",
  ]);
});

test("an edit's own statement about an override takes precedence over preserving it", () => {
  const state = stateFrom(formWith({}), windowEdit("w", {}));
  const cancel = overrideEdit("w", "2026-12-06T02:00", { canceled: true });
  const { changes } = plan(state, [cancel, windowEdit("w", { duration: "PT5H" })], START);
  const actual = changes.filter(({ kind }) => kind === "override");
  assert.deepEqual(actual, [cancel]);
});

test("a window or a key that names what is not there is a problem where it names it", () => {
  const state = stateFrom(exampleForm);
  const edits = [
    windowEdit("a", { instances: ["eu-1", "eu-2", "constructor"] }),
    windowEdit("b", { platforms: ["ios", "tv"] }),
    keyEdit("k1", { platforms: ["tv", "android"], instances: ["nowhere"] }),
  ];
  assert.deepEqual(
    pathsOf(plan(state, edits, 0).problems),
    "windows.a.instances.1 windows.a.instances.2 windows.b.platforms.1 platforms.0 instances.0".split(" "),
  );
});

test("a key whose instance was deleted can still be revoked, and a window whose instance was deleted can still be changed", () => {
  const state = stateFrom(exampleForm, keyEdit("k1", { instances: ["gone"] }), windowEdit("w", { instances: ["gone"] }));
  const edits = [
    keyEdit("k1", { instances: ["gone"], revokedAt: 1 }),
    windowEdit("w", { instances: ["gone"], duration: "PT3H" }),
  ];
  assert.deepEqual(plan(state, edits, 0).problems, []);
  assert.deepEqual(pathsOf(plan(state, [windowEdit("w", { instances: ["gone", "gone-too"] })], 0).problems), [
    "windows.w.instances.1",
  ]);
});

test("a policy that takes the value from a message's placeholder is a problem of the message", () => {
  const state = stateFrom(exampleForm);
  const android = { ...absentPlatform, store: "android" } as const;
  const policy = { minimum: null, recommended: null, blocked: ["1"], exempt: [] };
  const { problems } = plan(state, [{ kind: "platform", id: "android", value: { ...android, policy } }], 0);
  assert.deepEqual(pathsOf(problems), ["messages.upgrade.en", "messages.upgrade.de"]);
});

test("the policy of ios can go, unless a message that is shown there needs it", () => {
  const platforms = { ios: { minimum: "2", store: "none" }, android: { minimum: "2", store: "none" } };
  const gone: Edit = { kind: "platform", id: "ios", value: null };
  assert.deepEqual(plan(stateFrom(formWith({ platforms })), [gone], 0).problems, []);
  const message = { maintenance: { en: "Back soon, with {minimum_version}." } };
  assert.deepEqual(pathsOf(plan(stateFrom(formWith({ platforms, messages: message })), [gone], 0).problems), [
    "messages.maintenance.en",
  ]);
});

test("an existing gap in a message is no problem of another edit", () => {
  const hole = windowEdit("w", { message: { en: "{minimum_version}" } });
  const state = stateFrom(formWith({}), hole);
  assert.deepEqual(plan(state, [windowEdit("v", {})], 0).problems, []);
  assert.deepEqual(pathsOf(plan(stateFrom(formWith({})), [hole], 0).problems), ["windows.w.message.en"]);
});

test("guards and running windows are reported together", () => {
  const state = stateFrom(exampleForm, windowEdit("w", { instances: ["us-1"] }));
  const edits: Edit[] = [
    { kind: "window", id: "db-upgrade", value: null },
    { kind: "instance", id: "us-1", value: null },
  ];
  assert.deepEqual(pluck(plan(state, edits, START - HOUR).guards, "code"), ["in_use", "active_window"]);
});

/** Instances of a window, the project's instances, hours after its start, and whether apps that only ask /config miss it. */
const coverages: [string[] | undefined, string[], number, boolean][] = [
  [["a"], ["a", "b"], -1, true],
  [["a"], ["a", "b"], 1, true],
  [["a"], ["a", "b"], 2, false],
  [["a", "b"], ["a", "b"], 0, false],
  [["a", "gone"], ["a", "b"], 0, true],
  [["a"], ["a"], 0, false],
  [undefined, ["a", "b"], 0, false],
];

for (const [covered, instances, hours, isWarned] of coverages)
  test(`a window on ${covered ?? "everything"}, where there is ${instances}, ${hours} hours after its start of two: ${isWarned ? "a warning" : "no warning"}`, () => {
    const form = formWith({ instances: Object.fromEntries(instances.map((id) => [id, { name: id }])) });
    const edit = windowEdit("w", covered ? { instances: covered } : {});
    const warned = (state: ProjectState) =>
      pathsOf(plan(state, [edit], START + hours * HOUR).warnings).filter((path) => path === "windows.w.instances");
    assert.deepEqual(warned(stateFrom(form)), isWarned ? ["windows.w.instances"] : []);
    assert.deepEqual(warned(stateFrom(form, edit)), [], "and only when it is new");
  });

test("recommending a version that is forced to update, and a text in no language of the project, are warned of", () => {
  const platforms = { ios: { minimum: "2.4", recommended: "2.3" }, android: { minimum: "2.4", recommended: "2.4" } };
  const form = { ...exampleForm, platforms, languages: ["de"], windows: {} };
  assert.deepEqual(pathsOf(applying(form).warnings), [
    "platforms.ios.recommended",
    "messages.upgrade.en",
    "messages.maintenance.en",
    "messages.default.en",
  ]);
});

const now = Date.parse("2026-11-21T12:00:00Z");

function seen(state: ProjectState, planned: Plan, at = now): string {
  return canonicalText(runSteps(reviewedFormSteps(state, planned, at)));
}

test("the same change of the same state has the same hash, whatever the order of the request", () =>
  forAll([arbitraryState, arbitraryManifest, instant], 60, (state, manifest, at) => {
    const edits = manifestEdits(state, manifest);
    const there = plan(state, edits, at);
    const back = plan(state, edits.toReversed(), at);
    const inOrder = (planned: Plan) => ({ ...planned, warnings: [], problems: [], guards: [], reader: planned.reader });
    assert.equal(seen(state, inOrder(there), at), seen(state, inOrder(back), at));
  }));

test("another value, another resource, another revision below it, and anything else that was said, are something else", () => {
  const state = stateFrom(exampleForm);
  const edit = (name: string): Edit => ({ kind: "instance", id: "eu-1", value: exampleInstance({ name }) });
  const one = plan(state, [edit("One")], now);
  const problem = { path: "a", message: "b" };
  const moved = {
    ...state,
    instance: state.instance.with([["eu-1", { value: exampleInstance({ name: "x" }), revision: 7 }]]),
  };
  const others = [
    seen(state, plan(state, [edit("Two")], now)),
    seen(state, plan(state, [{ ...edit("One"), id: "eu-9" } as Edit], now)),
    seen(moved, one),
    seen({ ...state, id: "another" }, one),
    seen(state, { ...one, warnings: [{ code: "more_coverage", path: "windows" }] }),
    seen(state, { ...one, problems: [problem] }),
    seen(state, { ...one, guards: [{ code: "four_eyes", path: "", changes: 1 }] }),
  ];
  assert.equal(new Set([seen(state, one), ...others]).size, others.length + 1);
});

test("a rule that is edited plans from its edit on, whenever that is: a moment later it is the same change", () => {
  const weekly = { start: "2026-11-07T11:00", duration: "PT2H", repeat: "FREQ=WEEKLY" };
  const state = stateFrom(exampleForm, windowEdit("weekly", weekly));
  const edit = windowEdit("weekly", { ...weekly, duration: "PT3H" });
  const planned = plan(state, [edit], now);
  assert.ok(planned.changes.some((change) => change.kind === "window" && change.value?.since === now));
  assert.equal(seen(state, planned), seen(state, plan(state, [edit], now + 1), now + 1));
  // Two hours later its occurrence is over, and another one is kept.
  assert.notEqual(seen(state, planned), seen(state, plan(state, [edit], now + 7_200_000), now + 7_200_000));
});
