/**
 * Large YAML is read in a thread of its own: a parser that takes seconds for a few megabytes must not hold up the reads of
 * apps. Small YAML is read at once, because a thread costs more than it saves.
 */
import { Worker } from "node:worker_threads";
import { readYamlText, type YamlWhole } from "./manifest-file.ts";
import { type TextDocument, textDocument, unreadable } from "./text-document.ts";

/** Characters; some 30 ms. */
const largeText = 64 * 1024;
/** Milliseconds. */
const deadline = 20_000;
const mostMemoryMb = 768;

/** One at a time: what is sent twice takes twice as long, and not twice the memory. */
let queue: Promise<unknown> = Promise.resolve();

export function readYaml(text: string): Promise<TextDocument> {
  if (text.length <= largeText) return Promise.resolve(readYamlText(text));
  const turn = queue.then(() => readAside(text));
  queue = turn;
  return turn;
}

/** Never rejects: what cannot be read is a problem of the text. */
function readAside(text: string): Promise<TextDocument> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("./yaml-worker.ts", import.meta.url), {
      workerData: text,
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    });
    const end = (found: TextDocument) => {
      clearTimeout(timer);
      resolve(found);
      void worker.terminate();
    };
    const timer = setTimeout(() => end(tooMuch(text)), deadline);
    worker.once("message", ({ content, problems, places }: YamlWhole) => {
      end(textDocument(text, bare(content), problems, () => places));
    });
    worker.once("error", () => end(tooMuch(text)));
  });
}

function tooMuch(text: string): TextDocument {
  return unreadable(text, [{ path: "", message: "takes too long to read as YAML: send it as JSON, or in several projects" }]);
}

/** A copy between threads has prototypes; here no key is to be special. */
function bare(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(bare);
  const map: Record<string, unknown> = Object.create(null);
  for (const [key, inner] of Object.entries(value)) map[key] = bare(inner);
  return map;
}
