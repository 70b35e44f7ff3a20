import assert from "node:assert/strict";
import { test } from "node:test";
import { arbitraryManifest, arbitraryState, instant } from "../../../server/test/arbitrary-manifest.ts";
import {
  emptyState,
  exampleForm,
  formWith,
  manifestFrom,
  problemsOfManifest,
  stateFrom,
  windowEdit,
} from "../../../server/test/example-project.ts";
import { manifestDrift } from "../../../server/test/finished-steps.ts";
import { forAll } from "../../../server/test/for-all.ts";
import { pluck } from "../../../server/test/pluck.ts";
import { soleId } from "../project/project-state.ts";
import type { Problem } from "../values/errors.ts";
import { applyEdits } from "./edit.ts";
import { manifestDocument, manifestEdits, ownedDocument, parseManifest, typedDocument } from "./manifest.ts";
import { plan } from "./plan.ts";

const door = { store: "none" };

const pathsOf = (form: unknown): string[] => problemsOfManifest(form).map(({ path }) => path);

test("the manifest of the design page is read without a problem and prints what it said", () => {
  const { overrun: _, ...upgrade } = (exampleForm.windows as Record<string, Record<string, unknown>>)["db-upgrade"] ?? {};
  assert.deepEqual(manifestDocument(manifestFrom(exampleForm)), { ...exampleForm, windows: { "db-upgrade": upgrade } });
});

test("the keys are printed in the order in which people write them", () =>
  assert.deepEqual(Object.keys(manifestDocument(manifestFrom(exampleForm))), Object.keys(exampleForm)));

test("a printed manifest is read back as the same manifest, also through JSON", () =>
  forAll([arbitraryManifest], (manifest) => {
    const document = manifestDocument(manifest);
    const again = manifestFrom(document);
    assert.deepEqual(again, manifest);
    assert.deepEqual(manifestDocument(again), document);
    assert.deepEqual(manifestFrom(JSON.parse(JSON.stringify(document))), manifest);
    const typed = typedDocument(document);
    assert.deepEqual(manifestFrom(typed), manifest);
    assert.doesNotMatch(JSON.stringify(typed), /"(?:ttl|reminder|duration)":"P/);
  }));

test("a section that is empty in YAML has nothing in it", () => {
  const empty = formWith({ platforms: null, instances: null, windows: null, messages: null, stores: null });
  assert.deepEqual(manifestFrom(empty), manifestFrom(formWith({})));
});

test("a setting that is empty in YAML is refused: nothing is guessed from it", () => {
  for (const key of ["apiVersion", "project", "name", "languages", "ttl", "reminder"])
    assert.deepEqual(pathsOf(formWith({ [key]: null })), [key]);
  assert.deepEqual(pathsOf(formWith({ instances: { a: null }, windows: { w: null } })), ["instances.a", "windows.w"]);
});

test("a value that is no map is no manifest", () => {
  for (const document of [null, undefined, [], "apiVersion: drawbridge/v1", 1]) {
    const problems: Problem[] = [];
    assert.equal(parseManifest(document, problems), null);
    assert.deepEqual(pluck(problems, "path"), [""]);
  }
});

test("names that every object has by birth are names like any other", () => {
  const form = JSON.parse(`{
    "apiVersion": "drawbridge/v1", "project": "constructor",
    "platforms": { "constructor": { "store": "none" } },
    "instances": { "__proto__": { "name": "A" }, "constructor": { "name": { "en": "B" } }, "toString": { "name": "C" } },
    "windows": { "constructor": { "instances": ["__proto__", "toString"], "start": "2026-12-06T02:00", "duration": "PT2H" } }
  }`);
  const manifest = manifestFrom(form);
  assert.deepEqual(Object.keys(manifest.instances), ["__proto__", "constructor", "toString"]);
  assert.equal(JSON.stringify(manifestDocument(manifest).instances), JSON.stringify(form.instances));
});

test("those names are refused as keys, and as languages", () => {
  const form = JSON.parse(`{
    "apiVersion": "drawbridge/v1", "project": "p", "__proto__": {}, "toString": 1, "languages": ["constructor"],
    "messages": { "__proto__": {}, "upgrade": { "__proto__": "x", "constructor": "y" } },
    "platforms": { "__proto__": { "store": "none" }, "ios": { "constructor": 1 } }
  }`);
  assert.deepEqual(pathsOf(form), [
    "__proto__",
    "toString",
    "languages.0",
    "messages.__proto__",
    "messages.upgrade.__proto__",
    "messages.upgrade.constructor",
    "platforms.__proto__",
    "platforms.ios.constructor",
  ]);
});

test("all problems of a broken manifest are reported together, each with its path", () => {
  const broken = {
    apiVersion: "drawbridge/v2",
    project: "Acme Shop",
    name: 5,
    languages: ["english!", "en"],
    ttl: "PT2H",
    reminder: "P31D",
    no_window: "never",
    color: "red",
    stores: { android: "javascript:alert(1)", huawei: "https://example.com" },
    messages: { upgrade: { en: "Update to {minimum}." }, default: { xx_: "{end_time}" }, farewell: {} },
    platforms: {
      ios: { minimum: 2.1, recommended: "two", blocked: ["2.5.0", "~2"], exempt: [], min: "2" },
      Huawei: { store: "huawei", stores: { apple: 7 } },
    },
    instances: { "": { name: "x" }, "eu-1": { name: { "e!": "x", de: 9 }, reminder: 5, region: "eu" } },
    windows: {
      "DB upgrade": { start: "2026-02-30T02:00", duration: "PT0S", repeat: "FREQ=HOURLY", except: "soon" },
      move: { instances: ["eu-1", "eu-2"], start: "2026-12-06T02:00", duration: "PT2H", message: { en: "{instance}" } },
      other: { platforms: [], instances: ["eu-1"], start: "2026-12-06T02:00", zone: "Rome", duration: "PT2H" },
      tv: { platforms: ["ios", "tv"], start: "2026-12-06T02:00", duration: "PT2H" },
    },
  };
  const problems = problemsOfManifest(broken);
  assert.deepEqual(problems.map(({ path }) => path).sort(), [
    "apiVersion",
    "color",
    'instances.""',
    "instances.eu-1.name.de",
    "instances.eu-1.name.e!",
    "instances.eu-1.region",
    "instances.eu-1.reminder",
    "languages.0",
    "messages.default.xx_",
    "messages.default.xx_",
    "messages.farewell",
    "messages.upgrade.en",
    "name",
    "no_window",
    "platforms.Huawei",
    "platforms.Huawei.store",
    "platforms.Huawei.stores.apple",
    "platforms.ios.blocked.1",
    "platforms.ios.min",
    "platforms.ios.minimum",
    "platforms.ios.recommended",
    "project",
    "reminder",
    "stores.android",
    "stores.huawei",
    "ttl",
    "windows.DB upgrade",
    "windows.DB upgrade.duration",
    "windows.DB upgrade.except",
    "windows.DB upgrade.repeat",
    "windows.DB upgrade.start",
    "windows.move.instances.1",
    "windows.move.message.en",
    "windows.other.instances",
    "windows.other.platforms",
    "windows.other.zone",
    "windows.tv.platforms.1",
  ]);
  const quoted = problems.filter(({ quote }) => quote).map(({ path }) => path);
  assert.deepEqual(quoted, ["name", "platforms.ios.minimum", "instances.eu-1.name.de"]);
});

test("a resource that a window names and that has a problem of its own is not reported as unknown as well", () => {
  const window = { start: "2026-12-06T02:00", duration: "PT2H", instances: ["a"] };
  assert.deepEqual(pathsOf(formWith({ instances: { a: { name: 5 } }, windows: { w: window } })), ["instances.a.name"]);
});

test("a minimum that cannot be read is not missed a second time in the messages", () => {
  const form = formWith({
    messages: { upgrade: { en: "{minimum_version}" } },
    platforms: { ios: { minimum: 2.1, blocked: ["1"] } },
  });
  assert.deepEqual(pathsOf(form), ["platforms.ios.minimum"]);
});

test("more platforms, instances or windows than there may be are one problem each", () => {
  const many = (count: number, value: unknown) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, value]));
  const window = { start: "2026-12-06T02:00", duration: "PT2H" };
  assert.deepEqual(
    pathsOf(formWith({ platforms: many(64, door), instances: many(10_000, { name: "x" }), windows: many(5_000, window) })),
    [],
  );
  const more = { platforms: many(65, door), instances: many(10_001, { name: "x" }), windows: many(5_001, window) };
  assert.deepEqual(
    problemsOfManifest(formWith(more)).map(({ path, message }) => `${path}: ${message}`),
    [
      "platforms: expected at most 64 entries, not 65",
      "instances: expected at most 10000 entries, not 10001",
      "windows: expected at most 5000 entries, not 5001",
    ],
  );
});

const window = { start: "2026-12-06T02:00", duration: "PT2H" };

test("a window of the same name from another source is reported, and then taken over", () => {
  const state = stateFrom(formWith({}), windowEdit("w", { duration: "PT9H" }));
  const manifest = manifestFrom(formWith({ windows: { w: window } }));
  assert.deepEqual(manifestDrift(state, manifest, 0), [
    { path: "windows.w", applied: undefined, current: "a window that did not come from a manifest", desired: window },
  ]);
  const after = applyEdits(state, manifestEdits(state, manifest));
  assert.equal(after.window.get("w")?.value.origin, "manifest");
  assert.deepEqual(manifestDrift(after, manifest, 0), []);
});

test("a manifest's window that was deleted and recreated another way is reported once", () => {
  const form = formWith({ windows: { w: window } });
  const state = stateFrom(form, windowEdit("w", { duration: "PT9H" }));
  assert.deepEqual(pluck(manifestDrift(state, manifestFrom(form), 0), "path"), ["windows.w"]);
  assert.deepEqual(manifestDrift(state, manifestFrom(formWith({})), 0), []);
});

test("a project that no manifest was ever applied to drifts from one in all that the manifest would change", () => {
  const state = applyEdits(emptyState, [
    { kind: "project", id: soleId, value: manifestFrom(formWith({ name: "By hand" })).header },
  ]);
  assert.deepEqual(manifestDrift(state, manifestFrom(formWith({ name: "By hand", platforms: { ios: {} } })), 0), []);
  assert.deepEqual(pluck(manifestDrift(state, manifestFrom(formWith({ ttl: "PT1M" })), 0), "path"), ["name", "ttl"]);
});

test("from any state, applying any manifest leads exactly to its content, without drift", () =>
  forAll([arbitraryState, arbitraryManifest, instant], 80, (state, manifest, now) => {
    const { changes, problems } = plan(state, manifestEdits(state, manifest), now);
    // Windows that came another way may name what goes, or miss a value; the manifest's own do not.
    const own = problems.filter(({ path }) => !path.startsWith("windows.") || manifest.windows[path.split(".")[1] ?? ""]);
    assert.deepEqual(own, []);
    const after = applyEdits(state, changes);
    assert.deepEqual(ownedDocument(after), manifestDocument(manifest));
    assert.deepEqual(manifestDrift(after, manifest, 0), []);
    assert.deepEqual(plan(after, manifestEdits(after, manifest), now).changes, []);
    const foreign = [...state.window].filter(
      ([id, { value }]) => value.origin !== "manifest" && !Object.hasOwn(manifest.windows, id),
    );
    for (const [id, held] of foreign) assert.equal(after.window.get(id), held);
  }));
