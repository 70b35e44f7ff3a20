/** Reads texts into documents, in this thread. Never throws: errors of a text are in the document's problems. */
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { DocumentBuilder } from "./document-builder.ts";
import { Fault, type Play, SyntaxFault } from "./document-events.ts";
import { manifestValueLimit, textLimit, tooLong } from "./document-limits.ts";
import { playJson } from "./json-text.ts";
import { type TextDocument, textDocument, unreadableDocument } from "./text-document.ts";
import { playYaml } from "./yaml-text.ts";

export type Syntax = "json" | "yaml";

export function readJsonText(text: string, mostValues = manifestValueLimit): TextDocument {
  return createTextDocument(readText("json", text, new DocumentBuilder(mostValues)));
}

export function readYamlText(text: string, mostValues = manifestValueLimit): TextDocument {
  return createTextDocument(readText("yaml", text, new DocumentBuilder(mostValues)));
}

/** Reads a manifest of either syntax: JSON is read as JSON, which is faster. */
export function readManifestText(text: string): TextDocument {
  const json = /^\ufeff?\s*\{/.test(text.slice(0, 1000)) ? readJsonText(text) : null;
  return json && json.document !== undefined ? json : readYamlText(text);
}

/** The result of reading a text: its events and the document built from them, or only problems. */
interface ReadText {
  readonly builder: DocumentBuilder;
  /** Null: the text could not be read. */
  readonly play: Play | null;
}

export function readText(syntax: Syntax, text: string, builder: DocumentBuilder): ReadText {
  if (text.length > textLimit) {
    builder.problems.push({ path: "", message: tooLong });
    return { builder, play: null };
  }
  try {
    const play = syntax === "json" ? (sink: Parameters<Play>[0]) => playJson(text, sink) : playYaml(text);
    play(builder);
    return { builder, play };
  } catch (error) {
    noteFault(builder, error);
    return { builder, play: null };
  }
}

export function createTextDocument({ builder, play }: ReadText): TextDocument {
  const problems = textProblems(builder);
  return play ? textDocument(builder.content, problems, play) : unreadableDocument(problems);
}

/** The problems that are listed, and the number of the others. */
export function textProblems({ problems }: DocumentBuilder): readonly Problem[] {
  if (problems.more === 0) return problems.kept;
  return [...problems.kept, { path: "", message: `and ${problems.more} more problems: correct these first` }];
}

function noteFault({ problems }: DocumentBuilder, error: unknown): void {
  if (error instanceof Fault) {
    const { path, line, message } = error;
    problems.push({ path, ...(line === null ? {} : { line }), message });
  } else if (error instanceof SyntaxFault) {
    problems.addAll(error.problems);
    problems.addMore(error.more);
  } else throw error;
}
