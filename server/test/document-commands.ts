/** The commands that a document shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const documents = join(import.meta.dirname, "..", "..", "docs");

/** Each line of its shell blocks that begins with `./drawbridge`, as a shell would split it, without that word. */
export function commandsOf(document: string): string[][] {
  const text = readFileSync(join(documents, document), "utf8");
  return [...text.matchAll(/```sh\n(.*?)```/gs)]
    .flatMap(([, block = ""]) => block.trim().split("\n"))
    .filter((line) => line.startsWith("./drawbridge "))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "").slice(1));
}
