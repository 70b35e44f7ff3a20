/** The program on a data directory of its own, as a process that can lose its disk, pause and be killed. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const token = "environment-token-0123456789-0123456789";
const program = join(import.meta.dirname, "../../bin/drawbridge.js");

export interface Answer {
  readonly status: number;
  // Untyped: the callers know which members they ask for.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly body: any;
}

export class ServedDirectory {
  readonly directory: string;
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(directory: string, url: string, child: ChildProcess) {
    this.directory = directory;
    this.url = url;
    this.#child = child;
  }

  /** Resolves when it listens. */
  static async start(directory: string, env: Readonly<Record<string, string>>): Promise<ServedDirectory> {
    const own = { DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: "127.0.0.1:0", DRAWBRIDGE_ADMIN_TOKEN: token };
    const child = spawn(process.execPath, [program, "serve"], {
      env: { ...process.env, ...own, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let complaints = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaints = (complaints + text).slice(-4_000);
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /is listening: (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (url === undefined) continue;
      child.stdout.resume();
      return new ServedDirectory(directory, url, child);
    }
    return assert.fail(`the server ended before it listened: ${complaints}`);
  }

  /**
   * Null means no answer.
   * @param options.credential an access token, or a read key
   * @param options.isNew true if a PUT creates
   */
  async ask(method: string, path: string, body?: unknown, { credential = token, isNew = false } = {}): Promise<Answer | null> {
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
    this.#child.kill("SIGSTOP");
  }

  resume(): void {
    this.#child.kill("SIGCONT");
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await ended;
  }
}
