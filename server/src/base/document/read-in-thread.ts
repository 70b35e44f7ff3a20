import { Worker } from "node:worker_threads";
import { threadModule } from "../program-files.ts";
import { DocumentBuilder } from "./document-builder.ts";
import { type DocumentSink, playTape, type TapePart } from "./document-events.ts";
import { createTextDocument, decodeText, readText, type Syntax } from "./read-text.ts";
import type { Reading, ReadingTask } from "./reading-worker.ts";
import { type TextDocument, unreadableDocument } from "./text-document.ts";

/** Bytes, for at most about 10 ms. */
const smallText: Readonly<Record<Syntax, number>> = { json: 64 * 1024, yaml: 4 * 1024 };
/** Milliseconds. */
const deadline = 20_000;
const maxMemoryMb = 120;
const youngMemoryMb = 16;

export function isLarge(syntax: Syntax, bytes: number): boolean {
  return bytes > smallText[syntax];
}

export function readSmall(bytes: Uint8Array, syntax: Syntax, mostValues: number): TextDocument {
  const text = decodeText(bytes);
  return typeof text === "string"
    ? createTextDocument(readText(syntax, text, new DocumentBuilder(mostValues)))
    : unreadableDocument(text);
}

/** Never rejects: a failure is a problem of the text. The buffer is transferred. */
export function readInThread(bytes: Uint8Array<ArrayBuffer>, syntax: Syntax, mostValues: number): Promise<TextDocument> {
  return new Promise((resolve) => {
    const task: ReadingTask = { bytes, syntax, mostValues };
    const worker = new Worker(threadModule("reading-worker"), {
      workerData: task,
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
    });
    const end = (found: TextDocument) => {
      clearTimeout(timer);
      // The caller may start the next thread, so the memory of this one must be returned.
      void worker.terminate().then(() => resolve(found));
    };
    const tooMuch = () =>
      end(
        unreadableDocument([
          { path: "", message: "takes too long to parse: send it as JSON, or split it into several projects" },
        ]),
      );
    const timer = setTimeout(tooMuch, deadline);
    const parts: TapePart[] = [];
    const builder = new DocumentBuilder(mostValues);
    worker.on("message", (reading: Reading) => {
      if ("problems" in reading) return end(unreadableDocument(reading.problems));
      parts.push(reading.part);
      playTape(reading.part, builder);
      if (!reading.isLast) return worker.postMessage(null);
      const play = (sink: DocumentSink) => {
        for (const part of parts) playTape(part, sink);
      };
      end(createTextDocument({ builder, play }));
    });
    worker.once("error", tooMuch);
  });
}
