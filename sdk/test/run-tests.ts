/** Runs the tests of each client whose toolchain is installed, and names the others: `npm run sdk-tests [-- NAME…]`. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { styleText } from "node:util";
import { type TestRunner, testRunners } from "./test-runners.ts";

const root = join(import.meta.dirname, "..", "..");
/** Exit code of a runner without its toolchain, as in Automake. */
const missingToolchain = 77;
/** Milliseconds. */
const timeout = 20 * 60_000;

interface Outcome {
  readonly name: string;
  readonly state: "passed" | "failed" | "not run";
  /** Why it was not run. */
  readonly missing?: string;
}

/** Null means it can be started. */
function findMissing({ variable, installed }: TestRunner): string | null {
  if (variable !== undefined && !process.env[variable]) return variable;
  if (installed !== undefined && !existsSync(join(root, installed))) return `npm ci in ${dirname(installed)}`;
  return null;
}

async function run(runner: TestRunner): Promise<Outcome> {
  const { name, path } = runner;
  const missing = findMissing(runner);
  if (missing !== null) return { name, state: "not run", missing };
  const [command, ...rest] = path.endsWith(".ts") ? [process.execPath, join(root, path)] : [join(root, path)];
  const child = spawn(command ?? "", rest, { cwd: root, stdio: ["ignore", "pipe", "inherit"], timeout, killSignal: "SIGKILL" });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    process.stdout.write(text);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  if (code === missingToolchain) return { name, state: "not run", missing: output.trim().split("\n").at(-1) ?? "" };
  return { name, state: code === 0 ? "passed" : "failed" };
}

const wanted = process.argv.slice(2);
const chosen = testRunners.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0) throw new Error(`No such tests. There are: ${testRunners.map(({ name }) => name).join(", ")}.`);
const outcomes: Outcome[] = [];
for (const runner of chosen) {
  console.log(styleText("bold", `\n${runner.name} (${runner.path})`));
  outcomes.push(await run(runner));
}
console.log();
const marks = { passed: "✔", failed: "✖", "not run": "﹣" };
for (const { name, state, missing } of outcomes) {
  console.log(`${marks[state]} ${name}: ${state}${missing === undefined ? "" : `, missing: ${missing}`}`);
}
if (outcomes.some(({ state }) => state === "failed")) process.exitCode = 1;
