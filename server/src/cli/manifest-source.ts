/** A manifest to be sent: its text as it is, and the project that it is of. Everything else in it is for the server to judge. */
import { readFileSync } from "node:fs";
import { AdminError, isInvalid } from "drawbridge-client/admin";
import { parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { isSlug } from "drawbridge-rules/project/project.ts";
import { ProblemList } from "drawbridge-rules/values/problem-list.ts";
import { readManifestText } from "../document/read-text.ts";
import type { Context } from "./context.ts";
import { FileError, failureOf } from "./failure.ts";
import { counted } from "./output.ts";
import { UsageError } from "./usage-error.ts";

export interface ManifestSource {
  /** As it is named in problems. */
  readonly file: string;
  readonly text: string;
  readonly project: string;
}

/** @param file path, or `-` for standard input @throws UsageError, FileError */
export async function readManifest(command: string, file: string, { io }: Context): Promise<ManifestSource> {
  const text = file === "-" ? await io.readInput() : readFile(command, file);
  const name = file === "-" ? "standard input" : file;
  return { file: name, text, project: projectOf(name, text) };
}

/** What the server has against the content is told with the file's name. */
export function inFile({ file }: ManifestSource, error: unknown): unknown {
  const failure = error instanceof AdminError && isInvalid(error) ? failureOf(error) : null;
  return failure ? new FileError(file, failure) : error;
}

function readFile(command: string, file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      [`--file: ${JSON.stringify(file)} ${code === "ENOENT" ? "is not there" : `cannot be read (${code})`}`],
      command,
    );
  }
}

/** Without a project there is nobody to ask: then everything that is wrong is found here. */
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
