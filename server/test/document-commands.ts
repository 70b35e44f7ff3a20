/** The commands that a document shows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const documents = join(import.meta.dirname, "..", "..", "docs");

/** The arguments of each shell block line that begins with `./drawbridge`, split as a shell would. */
export function commandsOf(document: string): string[][] {
  const text = readFileSync(join(documents, document), "utf8");
  return [...text.matchAll(/```sh\n(.*?)```/gs)]
    .flatMap(([, block = ""]) => block.trim().split("\n"))
    .filter((line) => line.startsWith("./drawbridge "))
    .map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "").slice(1));
}
