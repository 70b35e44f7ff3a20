/** A whole edge in this process: on its own port and directory, with short reconnect times. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readSettings } from "../src/base/settings.ts";
import { type EdgeOptions, type RunningEdge, startEdge } from "../src/start/edge-server.ts";
import { type RawResponse, RawSocket } from "./raw-socket.ts";
import { requestHead } from "./read-server.ts";
import { until } from "./until.ts";

export interface EdgeProgramOptions extends Partial<EdgeOptions> {
  /** Data directory; default: a new one, deleted at the stop. */
  readonly directory?: string;
  readonly origin: string;
  readonly token: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Milliseconds: short enough for tests. */
export const quick = { backoff: 20, longestBackoff: 100, longestRefusal: 100, reportWithin: 20, saveAfter: 10 } as const;

export class EdgeProgram implements AsyncDisposable {
  readonly running: RunningEdge;
  readonly logged: { readonly fields: object; readonly text: string }[];

  static async start({ directory: given, origin, token, env = {}, ...options }: EdgeProgramOptions): Promise<EdgeProgram> {
    const directory = given ?? mkdtempSync(join(tmpdir(), "drawbridge-"));
    const settings = readSettings(
      {
        DRAWBRIDGE_DATA: directory,
        DRAWBRIDGE_LISTEN: "127.0.0.1:0",
        DRAWBRIDGE_EDGE_ORIGIN: origin,
        DRAWBRIDGE_EDGE_TOKEN: token,
        ...env,
      },
      () => "",
    );
    const logged: { readonly fields: object; readonly text: string }[] = [];
    const log = { error: (fields: object, text: string) => void logged.push({ fields, text }) };
    const running = await startEdge(settings, { log, version: "test", timing: quick, lameDuck: 0, ...options });
    return new EdgeProgram(running, logged, given === undefined ? directory : null);
  }

  readonly #own: string | null;

  private constructor(running: RunningEdge, logged: EdgeProgram["logged"], own: string | null) {
    this.running = running;
    this.logged = logged;
    this.#own = own;
  }

  get url(): string {
    return this.running.urls.config;
  }

  async at(revision: number): Promise<void> {
    const { running } = this;
    await until(() => running.status().revision === revision && running.status().state === "following");
  }

  async hasProblem(problem: RegExp): Promise<void> {
    await until(() => problem.test(this.running.status().problem ?? ""));
  }

  async stop(): Promise<void> {
    await this.running.stop();
    if (this.#own !== null) rmSync(this.#own, { recursive: true, force: true });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

/** A read; returns every byte of the answer except the date. */
export async function readBytes(url: string, target: string, key: string, headers: readonly string[] = []): Promise<string> {
  const { head, body } = await read(url, target, key, headers);
  return `${head.replace(/^Date: .*\r\n/im, "")}\n${body}`;
}

export async function read(url: string, target: string, key: string, headers: readonly string[] = []): Promise<RawResponse> {
  const raw = await RawSocket.open(Number(new URL(url).port));
  try {
    raw.write(requestHead({ target, key, headers }));
    return await raw.response();
  } finally {
    raw.socket.destroy();
  }
}
