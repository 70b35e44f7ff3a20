/** The whole program in this process, on its own ports and directory, used over the network like any server. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, openLog } from "../src/base/log.ts";
import { readSettings } from "../src/base/settings.ts";
import type { CleanupTimes } from "../src/log/daily-cleanup.ts";
import type { Thresholds } from "../src/reads/limits/shedding.ts";
import type { RunningServer } from "../src/start/running-server.ts";
import { startServer } from "../src/start/server.ts";
import { MetricsText } from "./metrics-text.ts";
import { runCommand, wordsOf } from "./recorded-io.ts";
import { seedExample } from "./seed-example.ts";

export interface Program extends AsyncDisposable {
  readonly directory: string;
  readonly urls: RunningServer["urls"];
  readonly banner: RunningServer["banner"];
  readonly token: string;
  /** The admin API with the first access token; `body` as JSON unless it is text. */
  admin(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<AdminResponse>;
  /** Runs a command line without a terminal: its words, or one text, in which double quotes keep words together. */
  cli(...argv: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }>;
  read(path: string, key: string): Promise<{ readonly status: number; readonly headers: Headers; readonly body: ReadBody }>;
  stop(): Promise<void>;
}

export interface AdminResponse {
  readonly status: number;
  readonly etag: string;
  // Untyped: the tests inspect any member.
  readonly body: ReadBody;
}

export type ReadBody = Readonly<Record<string, unknown>> & {
  readonly code?: string;
  readonly errors?: readonly {
    readonly path: string;
    readonly line?: number;
    readonly detail: string;
  }[];
  readonly guards?: readonly { readonly code: string }[];
};

export interface ProgramOptions {
  /** Data directory; default: a new one, deleted at the stop. */
  readonly directory?: string;
  readonly demo?: boolean;
  /** Starts with the example project, in maintenance, without its requests. */
  readonly example?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Epoch ms. */
  readonly now?: () => number;
  readonly log?: Logger;
  /** The directory of a built console; default: the one built here. */
  readonly consoleFiles?: string;
  /** Milliseconds; default 0: at the end of a test there are no clients left to wait for. */
  readonly lameDuck?: number;
  /** Milliseconds of an event-loop turn from which requests are shed; default: never, since tests cause long turns too. */
  readonly shedFrom?: Thresholds;
  readonly cleanup?: CleanupTimes;
  /** Milliseconds between two looks at the clock. */
  readonly clockEvery?: number;
  /** Milliseconds between two looks at the store. */
  readonly pollEvery?: number;
}

const never: Thresholds = { admin: Number.POSITIVE_INFINITY, "unknown keys": Number.POSITIVE_INFINITY };

export async function startProgram({
  directory: given,
  demo = false,
  example = false,
  env = {},
  ...options
}: ProgramOptions = {}): Promise<Program> {
  const { now } = options;
  const directory = given ?? mkdtempSync(join(tmpdir(), "drawbridge-"));
  const settings = readSettings({ DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: "127.0.0.1:0", ...env }, () => "");
  if (example) await seedExample(settings, now);
  const usual = { log: openLog("silent"), version: "test", lameDuck: 0, shedFrom: never };
  const server = await startServer(settings, { demo, ...usual, ...options });
  const token = settings.adminToken ?? readFileSync(join(directory, "admin-token"), "utf8").trim();
  const stop = async () => {
    await server.stop();
    if (given === undefined) rmSync(directory, { recursive: true, force: true });
  };
  return {
    directory,
    urls: server.urls,
    banner: server.banner,
    token,
    admin: (method, path, body, headers) => askAdmin(`${server.urls.admin}${path}`, token, method, body, headers),
    cli: (first = "", ...rest) => {
      const argv = rest.length === 0 ? wordsOf(first) : [first, ...rest];
      return runCommand(withConnection(argv, server.urls.admin, token), { settings, ...(now ? { now } : {}) });
    },
    read: (path, key) =>
      askRead(`${path.startsWith("/api/v1/maintenance") ? server.urls.maintenance : server.urls.config}${path}`, key),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Creates the project with that content. Returns a read key of it. */
export async function createProject({ admin }: Pick<Program, "admin">, content: object, project = "acme"): Promise<string> {
  const path = `/admin/v1/projects/${project}`;
  const manifest = { apiVersion: "drawbridge/v1", project, ...content };
  const created = await admin("PUT", `${path}/manifest`, manifest, { "if-none-match": "*" });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const { status, body } = await admin("POST", `${path}/keys`, { name: "app" });
  assert.equal(status, 201, JSON.stringify(body));
  return String(body.key);
}

/** Opens `/metrics` and `/status` only. */
export const metricsToken = "watching-0123456789-0123456789-0123456789";

/** A program from an operator's point of view. */
export interface WatchedProgram extends Program {
  watch(path: string, init?: RequestInit): Promise<Response>;
  metrics(): Promise<MetricsText>;
}

export async function startWatched(options: ProgramOptions = {}): Promise<WatchedProgram> {
  const program = await startProgram({ ...options, env: { DRAWBRIDGE_METRICS_TOKEN: metricsToken, ...options.env } });
  const watch = (path: string, init: RequestInit = {}) =>
    fetch(program.urls.admin + path, { headers: { authorization: `Bearer ${metricsToken}` }, ...init });
  return { ...program, watch, metrics: async () => new MetricsText(await (await watch("/metrics")).text()) };
}

async function askAdmin(
  url: string,
  token: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<AdminResponse> {
  const isText = typeof body === "string";
  const type = isText ? "application/yaml" : method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": type }), ...headers },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { status: response.status, etag: response.headers.get("etag") ?? "", body: isJson ? JSON.parse(text) : { text } };
}

async function askRead(url: string, key: string) {
  const response = await fetch(url, { headers: { "x-api-key": key } });
  return { status: response.status, headers: response.headers, body: (await response.json()) as ReadBody };
}

/** Arguments after `--` belong to another command. */
function withConnection(argv: readonly string[], url: string, token: string): string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const credential = argv.includes("--token") ? [] : ["--token", token];
  return [...argv.slice(0, end), "--url", url, ...credential, ...argv.slice(end)];
}
