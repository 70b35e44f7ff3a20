import { parentPort, workerData } from "node:worker_threads";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { DocumentBuilder } from "./document-builder.ts";
import { type TapePart, TapeRecorder } from "./document-events.ts";
import { decodeText, readText, type Syntax, textProblems } from "./read-text.ts";

export interface ReadingTask {
  readonly bytes: Uint8Array;
  readonly syntax: Syntax;
  readonly mostValues: number;
}

export type Reading = { readonly part: TapePart; readonly isLast: boolean } | { readonly problems: readonly Problem[] };

function* read({ bytes, syntax, mostValues }: ReadingTask): Generator<Reading> {
  const text = decodeText(bytes);
  if (typeof text !== "string") return yield { problems: text };
  const { builder, play } = readText(syntax, text, new DocumentBuilder(mostValues, false));
  if (play === null) return yield { problems: textProblems(builder) };
  const recorder = new TapeRecorder();
  play(recorder);
  const parts = recorder.take();
  for (const [index, part] of parts.entries()) yield { part, isLast: index === parts.length - 1 };
}

const reading = read(workerData as ReadingTask);
const answer = () => {
  const { value, done } = reading.next();
  if (!done) parentPort?.postMessage(value);
};
parentPort?.on("message", answer);
answer();
