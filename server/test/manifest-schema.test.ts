/** The JSON Schema of manifests against the parser: it refuses nothing that the parser accepts, and what a schema can refuse. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { manifestDocument, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { manifestJsonSchema } from "drawbridge-rules/wire/manifest-json-schema.ts";
import fc from "fast-check";
import { readManifestText } from "../src/base/document/read-text.ts";
import { arbitraryManifest } from "./arbitrary-manifest.ts";

const root = join(import.meta.dirname, "..", "..");
const isValid = new Ajv({ strict: true, strictRequired: false, strictTypes: false }).compile(manifestJsonSchema());

const examples = [join(root, "examples"), join(root, "examples", "release-histories")].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => join(folder, name)),
);
const [, sample = ""] = /```yaml\n(apiVersion[\s\S]*?)```/.exec(readFileSync(join(root, "docs", "manifest.md"), "utf8")) ?? [];

test("every example, and the manifest of the documentation, is valid", () => {
  assert.ok(examples.length > 5 && sample !== "");
  for (const text of [...examples.map((file) => readFileSync(file, "utf8")), sample]) {
    const { document, problems } = readManifestText(text);
    assert.deepEqual([problems, isValid(plain(document as object)), isValid.errors], [[], true, null]);
  }
});

test("every manifest that the program prints is valid", () => {
  const isPrintedValid = (manifest: Parameters<typeof manifestDocument>[0]) =>
    assert.ok(isValid(plain(manifestDocument(manifest))), JSON.stringify(isValid.errors));
  fc.assert(fc.property(arbitraryManifest, isPrintedValid));
});

test("every member has a description, which editors show", () => {
  const { definitions } = manifestJsonSchema() as { readonly definitions: Readonly<Record<string, Described>> };
  const describes = (member: Described): boolean =>
    member.description !== undefined ||
    (member.$ref !== undefined && describes(definitions[member.$ref.replace("#/definitions/", "")] ?? {})) ||
    (member.allOf ?? []).some(describes);
  const forms = ["Manifest", "PlatformForm", "PolicyStep", "InstanceForm", "MaintenanceWindowForm"];
  const members = forms.flatMap((form) =>
    Object.entries(definitions[form]?.properties ?? {}).map(([name, member]) => ({ name: `${form}.${name}`, member })),
  );
  assert.ok(members.length > 35, String(members.length));
  assert.deepEqual(
    members.filter(({ member }) => !describes(member)).map(({ name }) => name),
    [],
  );
});

interface Described {
  readonly description?: string;
  readonly $ref?: string;
  readonly allOf?: readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
}

/** Wrong at some place, right at others. */
const strangers: readonly unknown[] = [
  null,
  7,
  true,
  "",
  " ",
  "x",
  "no such thing!",
  "-1",
  "2.4",
  "PT1H",
  "90 min",
  "2026-13-01T02:00",
  "2026-12-06T02:00Z",
  "http://example.com",
  "line\nbreak",
  [],
  ["x", "x"],
  [7],
  {},
  { en: 7 },
  { "not a language": "x" },
  { stranger: 1 },
];

/** Each document that differs in one place: a value replaced, a member removed, or one that is unknown. */
function* mutations(value: unknown): Generator<unknown> {
  yield* strangers;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const other of mutations(item)) yield value.with(index, other);
      yield value.toSpliced(index, 1);
      yield [...value, item];
    }
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, "Unknown member": "x" };
    for (const [key, item] of Object.entries(value)) {
      for (const other of mutations(item)) yield { ...value, [key]: other };
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      yield { ...rest, [`${key}!`]: item };
    }
  }
}

/** Problems that a schema cannot state: they depend on another part, on the list of zones, or on the meaning of a text. */
const beyondSchema = [
  "the project has no instance with this name",
  "expected an IANA zone",
  "is empty: a screen that blocks the app must show a message",
  "expected a duration of whole seconds from 0s to 1h",
  "expected a version in quotes",
  "a step requires `minimum`, `recommended` or both",
  "another one that no app opens",
];

test("of a manifest changed in one place, the schema accepts what the parser accepts, and misses only what no schema can state", () => {
  const counts = { accepted: 0, refused: 0, missed: 0 };
  for (const mutated of mutations(readManifestText(sample).document)) {
    const problems: Problem[] = [];
    parseManifest(mutated, problems);
    if (problems.length === 0) {
      counts.accepted++;
      assert.ok(isValid(mutated), `${JSON.stringify(mutated)}: ${JSON.stringify(isValid.errors)}`);
    } else if (isValid(mutated)) {
      counts.missed++;
      for (const { path, message } of problems)
        assert.ok(
          beyondSchema.some((part) => message.includes(part)),
          `${path}: ${message}`,
        );
    } else counts.refused++;
  }
  assert.ok(counts.accepted > 100 && counts.refused > 1000 && counts.missed < counts.refused / 20, JSON.stringify(counts));
});

function plain(document: object): unknown {
  return JSON.parse(JSON.stringify(document));
}
