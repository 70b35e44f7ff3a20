import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleInstance, type Form, formWith, stateFrom } from "../../../server/test/example-project.ts";
import { buildManifest, manifestDocument, manifestEdits, parseManifest } from "../changes/manifest.ts";
import { plan } from "../changes/plan.ts";
import type { ProjectState } from "../project/project-state.ts";
import type { Edit } from "../project/resource.ts";
import { readProjectState } from "../project/stored-value.ts";
import { firstLanguageGuards } from "./project-texts.ts";

function refused(before: Form, after: Form): string[] {
  return firstLanguageGuards(stateFrom(formWith(before)), stateFrom(formWith(after))).map(({ path }) => path);
}

const window = { start: "2026-12-06T02:00", duration: "PT1H" };

test("a message without a text in the first language is refused, wherever it is", () => {
  const messages = { upgrade: { de: "Neu." }, maintenance: { en: "Soon.", de: "Bald." }, default: { de: "" } };
  const windows = { one: { ...window, message: { de: "Bald." } }, two: { ...window, message: { en: "Soon." } }, three: window };
  assert.deepEqual(refused({}, { languages: ["en", "de"], messages, windows }), [
    "messages.upgrade",
    "messages.default",
    "windows.one.message",
  ]);
});

test("an empty default message in the first language is one, and no message at all lacks nothing", () => {
  assert.deepEqual(refused({}, { languages: ["en"], messages: { default: { en: "" } } }), []);
  assert.deepEqual(refused({}, { languages: ["fr"] }), []);
});

test("a text that lookup finds for the first language is a text in it", () => {
  assert.deepEqual(refused({}, { languages: ["de-AT"], messages: { upgrade: { de: "Neu." } } }), []);
  assert.deepEqual(refused({}, { languages: ["de"], messages: { upgrade: { "de-AT": "Neu." } } }), ["messages.upgrade"]);
});

test("another first language is refused where its texts are missing", () => {
  const messages = { upgrade: { en: "New.", de: "Neu." }, maintenance: { en: "Soon." } };
  assert.deepEqual(refused({ languages: ["en", "de"], messages }, { languages: ["de", "en"], messages }), [
    "messages.maintenance",
  ]);
});

test("a message that lacks the first language stops no other edit, but every later edit of that message", () => {
  const before = { languages: ["en"], messages: { upgrade: { de: "Neu." } } };
  assert.deepEqual(refused(before, { ...before, name: "New" }), []);
  assert.deepEqual(refused(before, { ...before, messages: { upgrade: { de: "Neuer." } } }), ["messages.upgrade"]);
  assert.deepEqual(refused(before, { ...before, messages: { upgrade: { de: "Neuer.", en: "Newer." } } }), []);
});

const override = "\u202E";
const evil = "https://evil.example\\@good.example/app";

function manifestWith(more: object) {
  const document = { apiVersion: "drawbridge/v1", project: "acme", name: "Acme", ...more };
  const problems: never[] = [];
  const manifest = parseManifest(document, problems);
  assert.deepEqual(problems, []);
  return manifest ?? assert.fail();
}

const bad = manifestWith({
  name: `Acme ${override}`,
  stores: { android: evil, apple: "https://user:pw@evil.example/" },
  platforms: { ios: { minimum: "2.0", stores: { apple: "https://good.example@evil.example" } } },
  instances: { "eu.1": { name: { en: "Europe", de: `Euro${override}pa` } }, us: { name: "\u200B US" } },
});

const empty = readProjectState("acme", 0, []);

/** A state as a program without this rule would have stored it. */
function stored(edits: readonly Edit[]): ProjectState {
  const rows = edits.flatMap(({ kind, id, value }) =>
    value === null ? [] : [{ kind, id, schema: 1, value: JSON.stringify(value), revision: 1 }],
  );
  return readProjectState("acme", 1, rows);
}

const old = stored(manifestEdits(empty, bad));
const problemsOf = (state: ProjectState, edits: readonly Edit[]) =>
  plan(state, edits, Date.UTC(2026, 10, 21))
    .problems.map(({ path }) => path)
    .sort();

test("new names and links are refused with their paths, all of them together", () =>
  assert.deepEqual(problemsOf(empty, manifestEdits(empty, bad)), [
    'instances."eu.1".name.de',
    "instances.us.name",
    "name",
    "platforms.ios.stores.apple",
    "stores.android",
    "stores.apple",
  ]));

test("earlier texts are loaded, exported, applied again and left alone by other edits", () => {
  const exported = manifestDocument(buildManifest(old, true) ?? assert.fail());
  const problems: never[] = [];
  const again = parseManifest(exported, problems) ?? assert.fail();
  assert.deepEqual(problems, []);
  assert.deepEqual(problemsOf(old, manifestEdits(old, again)), []);
  const edited = { ...again, header: { ...again.header, ttl: 60_000 } };
  assert.deepEqual(problemsOf(old, manifestEdits(old, edited)), []);
});

test("changed texts are checked, and unchanged ones in the same resource are not", () => {
  const again = buildManifest(old, true) ?? assert.fail();
  const renamed = { ...again, header: { ...again.header, name: `Other ${override}` } };
  assert.deepEqual(problemsOf(old, manifestEdits(old, renamed)), ["name"]);
  const mended = { ...again, header: { ...again.header, name: "Acme" } };
  assert.deepEqual(problemsOf(old, manifestEdits(old, mended)), []);
  const moved = { ...again, instances: { ...again.instances, us: exampleInstance({ name: { en: "\u200B US" } }) } };
  assert.deepEqual(problemsOf(old, manifestEdits(old, moved)), ["instances.us.name.en"]);
});

test("the name of a key or a token is judged where it is made, and not where it is revoked", () => {
  for (const kind of ["read_key", "token"] as const) {
    const value = { name: `build ${override}`, hash: "h", last4: "abcd", createdAt: 0, expiresAt: null, revokedAt: null };
    const edit = { kind, id: "k_1", value } as unknown as Edit;
    assert.deepEqual(problemsOf(empty, [edit]), ["name"], kind);
    const revoked = { kind, id: "k_1", value: { ...value, revokedAt: 1 } } as unknown as Edit;
    assert.deepEqual(problemsOf(stored([edit]), [revoked]), [], kind);
  }
});
