/** Programs of others that recipes are for: found in the PATH, started on a configuration, and stopped. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, readFileSync } from "node:fs";
import { connect } from "node:net";
import { delimiter, join } from "node:path";

const root = join(import.meta.dirname, "..", "..", "..");

export function shippedText(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** Replaces each text once, which must be there: a recipe is run as it is shipped but for these. */
export function adapted(text: string, replacements: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(replacements)) {
    assert.ok(text.includes(from), `the recipe has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** `skip` for a test that needs a program: false, or the reason with the package to install. */
export function missing(program: string, install: string): string | false {
  return pathOf(program) === null ? `${program} is not installed: ${install}` : false;
}

/** Null means it is neither in the PATH nor among the administrators' programs. */
export function pathOf(program: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  for (const folder of folders) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // The next folder.
    }
  }
  return null;
}

/** Runs it to its end. Fails with its output unless it exits with 0. */
export function runForeign(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const path = pathOf(program) ?? assert.fail(`${program} is not installed`);
  const { status, stdout, stderr } = spawnSync(path, args, { encoding: "utf8", env: { ...process.env, ...env } });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout + stderr;
}

export interface RunningForeign extends AsyncDisposable {
  readonly pid: number;
}

interface ForeignOptions {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Started once it accepts connections there. */
  readonly port: number;
  /** For a program that refuses to run as root. */
  readonly unprivileged?: { readonly uid?: number; readonly gid?: number };
}

export async function startForeign(
  program: string,
  { args, env = {}, port, unprivileged = {} }: ForeignOptions,
): Promise<RunningForeign> {
  const path = pathOf(program) ?? assert.fail(`${program} is not installed`);
  const child = spawn(path, args, { ...unprivileged, env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  const keep = (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4_000);
  };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", keep);
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null) assert.fail(`${program} ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { pid: child.pid ?? 0, [Symbol.asyncDispose]: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
