/** `drawbridge serve` as a process, as it is typed: a server or an edge that can pause, be killed and lose its disk. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { environmentWithoutSettings } from "./environment-without-settings.ts";
import { until } from "./until.ts";

export const adminToken = "environment-token-0123456789-0123456789";
const program = join(import.meta.dirname, "../bin/drawbridge.js");

export interface Answer {
  readonly status: number;
  // Untyped: the callers know which members they ask for.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export class ServerProcess {
  readonly child: ChildProcess;
  readonly directory: string;
  url = "";
  out = "";
  err = "";

  private constructor(child: ChildProcess, directory: string) {
    this.child = child;
    this.directory = directory;
  }

  /** Resolves when it listens. @param words after `serve` */
  static async start(
    directory: string,
    env: Readonly<Record<string, string>>,
    words: readonly string[] = [],
  ): Promise<ServerProcess> {
    const own = { DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: "127.0.0.1:0" };
    const child = spawn(process.execPath, [program, "serve", ...words], {
      env: { ...environmentWithoutSettings(), ...own, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const server = new ServerProcess(child, directory);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      server.out += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      server.err += text;
    });
    await until(() => /is listening: .*\n.*\n/.test(server.out) || child.exitCode !== null);
    server.url = /is listening: (http:\S+)/.exec(server.out)?.[1] ?? assert.fail(`it ended: ${server.out}${server.err}`);
    return server;
  }

  /** Null means no answer. @param options.credential an access token, or a read key */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    { credential = adminToken, isNew = false } = {},
  ): Promise<Answer | null> {
    const isKey = credential.startsWith("dbr_");
    const headers = {
      ...(isKey ? { "x-api-key": credential } : { authorization: `Bearer ${credential}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "PUT" ? { [isNew ? "if-none-match" : "if-match"]: "*" } : {}),
    };
    try {
      const response = await fetch(this.url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  }

  /** Kills the process and deletes its directory, like a disk that dies. */
  async loseDisk(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true });
  }

  pause(): void {
    this.child.kill("SIGSTOP");
  }

  resume(): void {
    this.child.kill("SIGCONT");
  }

  kill(): Promise<void> {
    return this.end("SIGKILL");
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, "exit");
    this.child.kill(signal);
    await ended;
  }
}
