import type { Problem } from "drawbridge-rules/values/errors.ts";
import { command } from "./command.ts";
import { checkManifest } from "./manifest-check.ts";
import { readManifestFiles } from "./manifest-source.ts";
import { counted, type Output, printable, sentence } from "./output.ts";
import { filePath } from "./text-form.ts";

export const validate = command({
  name: "validate",
  meaning: "check manifests without a server",
  operands: [{ name: "FILE…", meaning: "manifests in YAML or JSON; - reads standard input" }],
  examples: ["validate drawbridge.yaml", "validate projects/*.yaml"],
  notes:
    "Reports every problem that apply would report for a new project, with line and column. It needs no server, token or setting;\nplan also checks drift, and names that only the server knows. The exit code is 1 if a manifest has a problem; warnings do\nnot count.",
  read(args) {
    const files = [args.operand("FILE", filePath)];
    for (let file = args.optionalOperand("FILE", filePath); file !== null; file = args.optionalOperand("FILE", filePath))
      files.push(file);
    if (files.filter((file) => file === "-").length > 1) args.problem("FILE: - is given twice: keep one");
    return files;
  },
  async run(files, { io, output }) {
    const now = io.now();
    const sources = await readManifestFiles("validate", files, io);
    const checked = sources.map(({ file, text }) => ({ file, ...checkManifest(text, now) }));
    const isValid = checked.every(({ problems }) => problems.length === 0);
    output.answer({ valid: isValid, files: checked.map(wireFile) }, () => checked.flatMap((each) => fileLines(each, output)));
    return isValid ? 0 : 1;
  },
});

type CheckedFile = { readonly file: string } & ReturnType<typeof checkManifest>;

function wireFile({ file, project, problems, more, warnings }: CheckedFile) {
  const valid = problems.length === 0;
  return { file, valid, project, errors: problems.map(wireItem), more, warnings: warnings.map(wireItem) };
}

function wireItem({ path, line, column, guard, message }: Problem) {
  return { path, line, column, guard, detail: message };
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

/** A guard's refusal names the option that passes it. */
function textOf({ guard, path, message }: Problem): string {
  const text = sentence(path, message);
  return guard === undefined ? text : `${text} (apply needs --override ${guard})`;
}
