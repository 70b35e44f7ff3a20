/** Records the answers and a backup of this build: `node server/test/recorded-build/record.ts DIRECTORY`. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { startProgram } from "../running-program.ts";
import { type Captured, sendAll } from "./recording.ts";
import { steps } from "./steps.ts";

const target = resolve(process.argv[2] ?? "recording");
mkdirSync(target, { recursive: true });
const directory = mkdtempSync(join(tmpdir(), "drawbridge-recording-"));
const clock = { now: Date.parse("2026-11-21T12:00:00Z") };
const program = await startProgram({ directory: join(directory, "data"), now: () => clock.now });
function tick(): void {
  clock.now += 1000;
}

const captured: Captured = { token: program.token };
const answers = await sendAll(program, steps, tick, captured);
const lines = answers.map((answer) => JSON.stringify(answer));
writeFileSync(join(target, "answers.json"), `{"captured":${JSON.stringify(captured)},"answers":[\n${lines.join(",\n")}\n]}\n`);
const file = join(directory, "store.db");
const { code, err } = await program.cli("backup", "--to", file);
if (code !== 0) throw new Error(err);
writeFileSync(join(target, "backup.gz"), gzipSync(readFileSync(file)));
await program.stop();
rmSync(directory, { recursive: true });
