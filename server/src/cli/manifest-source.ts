/** Manifest to send: its text, and the project it belongs to. The server validates the rest. */
import { readFileSync } from "node:fs";
import { AdminError, isInvalid } from "drawbridge-client/admin";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { isSlug } from "drawbridge-rules/project/project.ts";
import { ProblemList } from "drawbridge-rules/values/problem-list.ts";
import { readManifestText } from "../document/read-text.ts";
import type { Context } from "./context.ts";
import { classifyError, FileError } from "./failure.ts";
import { counted } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const inputName = "standard input";

export interface ManifestSource {
  /** File name in problems. */
  readonly file: string;
  readonly text: string;
  readonly project: string;
}

/** @param file path, or `-` for standard input @throws UsageError, FileError */
export async function readManifest(command: string, file: string, { io }: Context): Promise<ManifestSource> {
  const text = file === "-" ? await io.readInput() : readFile(command, file);
  const name = file === "-" ? inputName : file;
  return { file: name, text, project: projectOf(name, text) };
}

/** Texts of several manifests. Every file that cannot be read is a problem of the command line. @throws UsageError */
export async function readManifestFiles(
  command: string,
  files: readonly string[],
  io: Pick<Context["io"], "readInput">,
): Promise<{ readonly file: string; readonly text: string }[]> {
  const problems: string[] = [];
  const sources = [];
  for (const file of files) {
    try {
      sources.push(file === "-" ? { file: inputName, text: await io.readInput() } : { file, text: readFileSync(file, "utf8") });
    } catch (error) {
      problems.push(unreadable("FILE", file, error));
    }
  }
  if (problems.length > 0) throw new UsageError(problems, command);
  return sources;
}

/** Prefixes the server's problems with the name of the file. */
export function prefixWithFile({ file }: ManifestSource, error: unknown): unknown {
  const failure = error instanceof AdminError && isInvalid(error) ? classifyError(error) : null;
  return failure ? new FileError(file, failure) : error;
}

function readFile(command: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError([unreadable("--file", file, error)], command);
  }
}

/** @param name of the option or operand */
function unreadable(name: string, file: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return `${name}: ${JSON.stringify(file)} ${code === "ENOENT" ? "does not exist" : `cannot be read (${code})`}`;
}

/** Without a project no server can be asked: all problems are then found here. */
function projectOf(file: string, text: string): string {
  const { document, problems, locate } = readManifestText(text);
  const found = new ProblemList();
  found.addAll(problems);
  const manifest = document === undefined ? null : parseManifest(document, found);
  if (manifest && isSlug(manifest.project)) return manifest.project;
  const listed = locate(found.kept);
  if (found.more > 0) listed.push({ path: "", message: `and ${found.more} more: correct these first` });
  const errors = listed.map(({ path, line, message }) => ({
    path,
    ...(line === undefined ? {} : { line }),
    detail: message,
  }));
  throw new FileError(file, { code: "invalid", detail: `the manifest has ${counted(found.length, "problem")}`, errors });
}
