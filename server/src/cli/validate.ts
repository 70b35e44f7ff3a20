import { readFileSync } from "node:fs";
import { AdminError, isInvalid } from "drawbridge-client/admin";
import { guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import { manifestEdits, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { plan } from "drawbridge-rules/changes/plan.ts";
import { describeGuard } from "drawbridge-rules/describe/guard.ts";
import { describeWarning } from "drawbridge-rules/describe/warning.ts";
import { isSlug } from "drawbridge-rules/project/project.ts";
import { createProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { ProblemList } from "drawbridge-rules/values/errors.ts";
import { withColumns } from "../base/document/problem-columns.ts";
import { decodeFile, readManifestText } from "../base/document/read-text.ts";
import { option, type ParsedArguments, UsageError } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { exitCode } from "./exit-codes.ts";
import { classifyError, FileError } from "./failure.ts";
import { counted, type Output, printable, sentence } from "./output.ts";
import { filePath, oneOf } from "./text-form.ts";

export const validate = command({
  name: "validate",
  meaning: "check manifests without a server",
  args: {
    files: {
      name: "FILE…",
      meaning: "manifests in YAML or JSON; - reads standard input",
      read(args: ParsedArguments) {
        const files = [args.operand("FILE", filePath)];
        for (let file = args.optionalOperand("FILE", filePath); file !== null; file = args.optionalOperand("FILE", filePath))
          files.push(file);
        if (files.filter((file) => file === "-").length > 1) args.problem("FILE: - is given twice: keep one");
        return files;
      },
    },
    format: option("--format <format>", "annotations of lines, in place of text: github", oneOf(["github"] as const)),
  },
  examples: ["validate drawbridge.yaml", "validate projects/*.yaml", "validate --format github drawbridge.yaml"],
  notes:
    "Reports every problem that apply would report for a new project, with line and column. It needs no server, token or setting;\nplan also checks drift, and names that only the server knows. The exit code is 2 if a manifest has a problem; warnings do\nnot count.",
  async run({ files, format }, { io, output }) {
    const now = io.now();
    const contents = await readFiles("validate", "FILE", files, io);
    const checked = contents.map((bytes, index) => ({
      file: nameOf(files[index] ?? ""),
      ...checkManifest(decodeFile(bytes), now),
    }));
    const isValid = checked.every(({ problems }) => problems.length === 0);
    output.answer({ valid: isValid, files: checked.map(wireFile) }, () =>
      checked.flatMap((each) => (format === null ? fileLines(each, output) : annotations(each))),
    );
    return isValid ? exitCode.ok : exitCode.usage;
  },
});

type CheckedFile = { readonly file: string } & ReturnType<typeof checkManifest>;

function wireFile({ file, project, problems, more, warnings }: CheckedFile) {
  const valid = problems.length === 0;
  return { file, valid, project, errors: problems.map(wireItem), more, warnings: warnings.map(wireItem) };
}

function wireItem({ path, line, column, finding, message }: Problem) {
  return { ...finding, path, line, column, detail: message };
}

function fileLines({ file, problems, more, warnings }: CheckedFile, output: Output): string[] {
  const line = (problem: Problem, kind: string) => `  ${printable(`${placeOf(file, problem)}${kind} ${textOf(problem)}`)}`;
  const warned = warnings.length > 0 ? `, with ${counted(warnings.length, "warning")}` : "";
  const count = problems.length + more;
  return [
    count > 0
      ? output.paint("red", `${printable(file)}: ${counted(count, "problem")}`)
      : output.paint("green", `${printable(file)}: valid${warned}`),
    ...problems.map((problem) => line(problem, "")),
    ...(more > 0 ? [`  and ${more} more: correct these first`] : []),
    ...warnings.map((warning) => output.paint("yellow", line(warning, " warning:"))),
  ];
}

/** `shop.yaml:12:3`, as editors and CI systems link it. */
function placeOf(file: string, { line, column }: Problem): string {
  return [file, ...(line === undefined ? [] : [line]), ...(column === undefined ? [] : [column])].join(":");
}

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function annotations({ file, problems, more, warnings }: CheckedFile): string[] {
  const escaped = (text: string) => text.replace(/[%\r\n]/g, encodeURIComponent);
  const value = (text: string) => escaped(text).replace(/[:,]/g, encodeURIComponent);
  const command = (kind: string) => (problem: Problem) => {
    const { line = 1, column = 1 } = problem;
    return `::${kind} file=${value(file)},line=${line},col=${column}::${escaped(textOf(problem))}`;
  };
  const rest = more > 0 ? [{ path: "", message: `and ${more} more: correct these first` }] : [];
  return [...[...problems, ...rest].map(command("error")), ...warnings.map(command("warning"))];
}

function textOf({ finding, path, message }: Problem): string {
  if (finding === undefined) return sentence(path, message);
  const isGuard = guardCodes.some((code) => code === finding.code);
  return isGuard ? `${message} (apply needs --override ${finding.code})` : message;
}

interface CheckedManifest {
  readonly project: string | null;
  readonly problems: readonly Problem[];
  readonly more: number;
  /** Guards are among them: they can be overridden and depend on the existing project. */
  readonly warnings: readonly Problem[];
}

/** @param text or the problems with its bytes @param now epoch ms */
export function checkManifest(text: string | readonly Problem[], now: number): CheckedManifest {
  if (typeof text !== "string") return { project: null, problems: text, more: 0, warnings: [] };
  const { document, problems, locate } = readManifestText(text);
  const found = new ProblemList();
  found.addAll(problems);
  const placed = (listed: readonly Problem[]) => withColumns(text, locate(listed));
  const manifest = document === undefined ? null : parseManifest(document, found);
  const project = manifest?.project || null;
  if (manifest === null || found.length > 0) return { project, problems: placed(found.kept), more: found.more, warnings: [] };
  const nothing = createProjectState(manifest.project, 0, []);
  const planned = plan(nothing, manifestEdits(nothing, manifest), now);
  const { reader } = planned;
  const warnings = [
    ...planned.warnings.map((finding) => ({ path: finding.path, finding, message: describeWarning(finding, reader) })),
    ...planned.guards.map((finding) => ({ path: finding.path, finding, message: describeGuard(finding, reader) })),
  ];
  return { project, problems: placed(planned.problems), more: 0, warnings: placed(warnings) };
}

export interface ManifestSource {
  readonly file: string;
  readonly text: string;
  readonly project: string;
}

/** @param file path, or `-` for standard input @throws UsageError, FileError */
export async function readManifest(command: string, file: string, { io }: Context): Promise<ManifestSource> {
  const [bytes] = await readFiles(command, "--file", [file], io);
  const text = decodeFile(bytes ?? new Uint8Array());
  const name = nameOf(file);
  if (typeof text !== "string") throw invalidFile(name, text);
  return { file: name, text, project: projectOf(name, text) };
}

export function prefixWithFile({ file }: ManifestSource, error: unknown): unknown {
  const failure = error instanceof AdminError && isInvalid(error) ? classifyError(error) : null;
  return failure ? new FileError(file, failure) : error;
}

/** @throws UsageError */
async function readFiles(
  command: string,
  name: string,
  files: readonly string[],
  { readInput }: Pick<Context["io"], "readInput">,
): Promise<Uint8Array[]> {
  const problems: string[] = [];
  const contents: Uint8Array[] = [];
  for (const file of files) {
    try {
      contents.push(file === "-" ? await readInput() : readFileSync(file));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why = code === "ENOENT" ? "does not exist" : `cannot be read (${code})`;
      problems.push(`${name}: ${JSON.stringify(file)} ${why}`);
    }
  }
  if (problems.length > 0) throw new UsageError(problems, command);
  return contents;
}

function nameOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

/** Without a project, no server can report the problems. */
function projectOf(file: string, text: string): string {
  const { document, problems, locate } = readManifestText(text);
  const found = new ProblemList();
  found.addAll(problems);
  const manifest = document === undefined ? null : parseManifest(document, found);
  if (manifest && isSlug(manifest.project)) return manifest.project;
  const listed = locate(found.kept);
  if (found.more > 0) listed.push({ path: "", message: `and ${found.more} more: correct these first` });
  throw invalidFile(file, listed, found.length);
}

function invalidFile(file: string, problems: readonly Problem[], count = problems.length): FileError {
  const errors = problems.map(({ path, line, message }) => ({ path, line, detail: message }));
  return new FileError(file, { code: "invalid", detail: `the manifest has ${counted(count, "problem")}`, errors });
}
