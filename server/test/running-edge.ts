/** A whole edge in this process: on its own port and directory, with short reconnect times. */

import { readSettings } from "../src/base/settings.ts";
import { type EdgeOptions, type RunningEdge, startEdge } from "../src/start/edge-server.ts";
import { eventually } from "./event-listener.ts";
import { type RawResponse, RawSocket } from "./raw-socket.ts";
import { requestHead } from "./read-server.ts";

export interface EdgeProgramOptions extends Partial<EdgeOptions> {
  readonly directory: string;
  readonly origin: string;
  readonly token: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Milliseconds: short enough for tests. */
export const quick = { backoff: 20, longestBackoff: 100, longestRefusal: 100, reportWithin: 20, saveAfter: 10 } as const;

export class EdgeProgram implements AsyncDisposable {
  readonly running: RunningEdge;
  /** Logged errors. */
  readonly logged: { readonly fields: object; readonly text: string }[];

  static async start({ directory, origin, token, env = {}, ...options }: EdgeProgramOptions): Promise<EdgeProgram> {
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
    return new EdgeProgram(await startEdge(settings, { log, version: "test", timing: quick, lameDuck: 0, ...options }), logged);
  }

  private constructor(running: RunningEdge, logged: EdgeProgram["logged"]) {
    this.running = running;
    this.logged = logged;
  }

  get url(): string {
    return this.running.urls.config;
  }

  /** Waits until it answers from that revision, and follows. */
  async at(revision: number): Promise<void> {
    const { running } = this;
    await eventually(
      () => running.status().revision === revision && running.status().state === "following",
      () => `it is at ${JSON.stringify(running.status())}, and not at ${revision}`,
    );
  }

  async hasProblem(problem: RegExp): Promise<void> {
    await eventually(
      () => problem.test(this.running.status().problem ?? ""),
      () => `it says ${JSON.stringify(this.running.status())}`,
    );
  }

  stop(): Promise<void> {
    return this.running.stop();
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
