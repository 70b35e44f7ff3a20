/** Manifest to send: its text, and the project it belongs to. The server validates the rest. */
import { readFileSync } from "node:fs";
import { AdminError, isInvalid } from "drawbridge-client/admin";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { isSlug } from "drawbridge-rules/project/project.ts";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { ProblemList } from "drawbridge-rules/values/problem-list.ts";
import { decodeFile, readManifestText } from "../base/document/read-text.ts";
import type { Context } from "./context.ts";
import { classifyError, FileError } from "./failure.ts";
import { counted } from "./output.ts";
import { UsageError } from "./usage-error.ts";

export interface ManifestSource {
  /** File name in problems. */
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

/**
 * Manifests with their texts, or the problem with their bytes. Every file that cannot be read is a problem of the command line.
 * @throws UsageError
 */
export async function readManifestFiles(
  command: string,
  files: readonly string[],
  io: Pick<Context["io"], "readInput">,
): Promise<{ readonly file: string; readonly text: string | readonly Problem[] }[]> {
  const contents = await readFiles(command, "FILE", files, io);
  return contents.map((bytes, index) => ({ file: nameOf(files[index] ?? ""), text: decodeFile(bytes) }));
}

/** Prefixes the server's problems with the name of the file. */
export function prefixWithFile({ file }: ManifestSource, error: unknown): unknown {
  const failure = error instanceof AdminError && isInvalid(error) ? classifyError(error) : null;
  return failure ? new FileError(file, failure) : error;
}

/** @param name of the option or operand @throws UsageError */
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
      problems.push(unreadable(name, file, error));
    }
  }
  if (problems.length > 0) throw new UsageError(problems, command);
  return contents;
}

function nameOf(file: string): string {
  return file === "-" ? "standard input" : file;
}

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
  throw invalidFile(file, listed, found.length);
}

function invalidFile(file: string, problems: readonly Problem[], count = problems.length): FileError {
  const errors = problems.map(({ path, line, message }) => ({ path, ...(line === undefined ? {} : { line }), detail: message }));
  return new FileError(file, { code: "invalid", detail: `the manifest has ${counted(count, "problem")}`, errors });
}
