/** Random exports read by PyYAML (1.1), on Python and libyaml, and a YAML 1.2 reader for Go: `npm run yaml-readers -- [--exports 1000] [--seed N]`. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { printManifestText } from "../../src/base/document/manifest-text.ts";
import { exportedDocument } from "../arbitrary-export.ts";

const { values } = parseArgs({ options: { exports: { type: "string", default: "1000" }, seed: { type: "string" } } });
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const directory = mkdtempSync(join(tmpdir(), "drawbridge-yaml-"));
const readers: readonly (readonly [string, readonly string[]])[] = [
  ["python3", ["read.py", directory]],
  ["go", ["run", ".", directory]],
];
try {
  const documents = fc.sample(exportedDocument, { numRuns: Number(values.exports), seed });
  for (const [index, document] of documents.entries()) {
    writeFileSync(join(directory, `${index}.yaml`), printManifestText(document));
    writeFileSync(join(directory, `${index}.json`), JSON.stringify(document));
  }
  console.log(`${documents.length} exports; to replay: npm run yaml-readers -- --seed ${seed} --exports ${documents.length}`);
  for (const [command, words] of readers) execFileSync(command, words, { cwd: import.meta.dirname, stdio: "inherit" });
} catch (error) {
  if (!(error instanceof Error && "status" in error)) throw error;
  process.exitCode = 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}
