/** Writes only what differs, in the comments, order and style of the file. */
import { writeFileSync } from "node:fs";
import { manifestDocument, parseManifest, typedDocument } from "drawbridge-rules/changes/manifest.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { isMap } from "drawbridge-rules/values/fields.ts";
import { readManifestText } from "../base/document/read-text.ts";
import { patchYaml, type ValueEdit } from "../base/document/yaml-patch.ts";
import { shellQuote } from "./advice.ts";
import { required, UsageError } from "./arguments.ts";
import { command } from "./command.ts";
import { dryRunOption } from "./options.ts";
import { counted, printable } from "./output.ts";
import { plainFile } from "./text-form.ts";
import { readManifest } from "./validate.ts";

const exportMark = /^# Exported state .*$/m;

type Json = Readonly<Record<string, unknown>>;

export const pull = command({
  name: "pull",
  meaning: "write a project's present configuration into its manifest",
  args: {
    file: required("-f, --file <file>", "manifest in YAML, which is changed in place", plainFile),
    isDryRun: dryRunOption,
  },
  examples: ["pull -f acme-shop.yaml", "pull -f acme-shop.yaml --dry-run"],
  notes:
    "Changes only the lines of what differs: comments, order and style stay. What the file has and the project lacks is removed,\nso apply or commit your own edits first. apply then sees no drift.",
  async run({ file, isDryRun }, context) {
    const { client, output, line } = context;
    const { text, project } = await readManifest("pull", file, context);
    if (/^\ufeff?\s*\{/.test(text))
      throw new UsageError([`--file: expected YAML. For JSON: ${line(`export -p ${project} --json`)}`], "pull");
    const exported = (await client.getManifestText({ project })).value;
    const pulled = pulledText(text, exported);
    const lines = changedLines(text, pulled);
    if (!isDryRun && pulled !== text) writeFileSync(file, pulled);
    output.answer({ project, file, changed: pulled !== text, dry_run: isDryRun, lines }, () => [
      ...lines.map((each) => output.paint(each.startsWith("+") ? "green" : "red", printable(each))),
      lines.length === 0
        ? `${printable(file)} has the present configuration of ${project}.`
        : `${printable(file)} ${isDryRun ? "would get" : "has"} the present configuration of ${project}: ${counted(lines.length, "line")} changed.`,
      ...(isDryRun && lines.length > 0 ? [`To write it: ${line(`pull -f ${shellQuote(file)}`)}`] : []),
    ]);
  },
});

/** @param exported with its mark @throws conflict: the text has an unusual form */
function pulledText(text: string, exported: string): string {
  const wanted = configurationOf(exported);
  let pulled = text.replace(/\r\n/g, "\n");
  for (const edit of editsBetween([], configurationOf(text), wanted)) pulled = patched(pulled, edit);
  const [mark = ""] = exported.match(exportMark) ?? [];
  pulled = exportMark.test(pulled) ? pulled.replace(exportMark, mark) : `${pulled.replace(/\n?$/, "\n")}${mark}\n`;
  if (JSON.stringify(configurationOf(pulled)) !== JSON.stringify(wanted)) throw unusual("the result differs from the project");
  return text.includes("\r\n") ? pulled.replace(/\n/g, "\r\n") : pulled;
}

function patched(text: string, edit: ValueEdit): string {
  try {
    return patchYaml(text, edit);
  } catch (error) {
    if (error instanceof RangeError) throw unusual(error.message);
    throw error;
  }
}

function unusual(why: string): DrawbridgeError {
  return new DrawbridgeError(
    "conflict",
    `The file is written in a way that cannot be changed in place: ${why}. Nothing was changed.`,
  );
}

/** @throws conflict */
function configurationOf(text: string): Json {
  const problems: { readonly path: string; readonly message: string }[] = [];
  const read = readManifestText(text);
  const manifest = read.document === undefined ? null : parseManifest(read.document, problems);
  const [first] = [...read.problems, ...problems];
  if (manifest === null || first) throw unusual(first ? `${first.path} ${first.message}` : "it is no manifest");
  return typedDocument(manifestDocument(manifest)) as Json;
}

type Path = ValueEdit["path"];

function* editsBetween(path: Path, present: unknown, wanted: unknown): Generator<ValueEdit> {
  if (JSON.stringify(present) === JSON.stringify(wanted)) return;
  if (isMap(present) && isMap(wanted)) {
    const order = Object.keys(wanted);
    for (const key of Object.keys(present)) if (!(key in wanted)) yield { path: [...path, key], value: undefined };
    for (const key of order) {
      if (key in present) yield* editsBetween([...path, key], present[key], wanted[key]);
      else yield { path: [...path, key], value: wanted[key], order };
    }
  } else if (Array.isArray(present) && Array.isArray(wanted) && present.length > 0 && wanted.length > 0) {
    yield* listEdits(path, present, wanted);
  } else yield { path, value: wanted };
}

/** Entries that stay keep their comments. */
function* listEdits(path: Path, present: readonly unknown[], wanted: readonly unknown[]): Generator<ValueEdit> {
  const [left, right] = [present, wanted].map((list) => list.map((each) => JSON.stringify(each))) as [string[], string[]];
  const differing = left.flatMap((each, index) => (each === right[index] ? [] : index));
  const [only] = left.length === right.length && differing.length === 1 ? differing : [];
  if (only !== undefined) return yield* editsBetween([...path, only], present[only], wanted[only]);
  for (let index = left.length - 1; index >= 0; index--) {
    if (right.includes(left[index] ?? "")) continue;
    left.splice(index, 1);
    // An empty list has no style left.
    if (left.length === 0) return yield { path, value: wanted };
    yield { path: [...path, index], value: undefined };
  }
  for (const [index, each] of right.entries()) {
    if (left[index] === each) continue;
    left.splice(index, 0, each);
    yield { path: [...path, index], value: wanted[index], isInserted: true };
  }
  for (let index = left.length - 1; index >= right.length; index--) yield { path: [...path, index], value: undefined };
}

export function changedLines(before: string, after: string): string[] {
  const [left, right] = [before.split("\n"), after.split("\n")];
  const lines: string[] = [];
  let [at, to] = [0, 0];
  while (at < left.length || to < right.length) {
    if (left[at] === right[to] && at < left.length) [at, to] = [at + 1, to + 1];
    else {
      const [removed, added] = nextCommon(left, right, at, to);
      lines.push(
        ...left.slice(at, at + removed).map((line) => `- ${line}`),
        ...right.slice(to, to + added).map((line) => `+ ${line}`),
      );
      [at, to] = [at + removed, to + added];
    }
  }
  return lines;
}

/** The fewest lines in all. */
function nextCommon(left: readonly string[], right: readonly string[], at: number, to: number): readonly [number, number] {
  // Beyond that, the rest counts as changed: the search is quadratic.
  const most = Math.min(2_000, left.length - at + (right.length - to));
  for (let sum = 1; sum <= most; sum++) {
    for (let removed = 0; removed <= sum; removed++) {
      const [a, b] = [at + removed, to + sum - removed];
      if (a < left.length && b < right.length && left[a] === right[b]) return [removed, sum - removed];
    }
  }
  return [left.length - at, right.length - to];
}
