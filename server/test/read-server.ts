/** The read service on real listeners at 127.0.0.1, with a store in memory and a clock that a test sets. */

import { randomBytes } from "node:crypto";
import { guardCodes } from "drawbridge-rules/changes/guard-code.ts";
import { manifestEdits, parseManifest } from "drawbridge-rules/changes/manifest.ts";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { isMistyped, type ReadKey, readKeyMembers } from "drawbridge-rules/credentials/read-key.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { absentMembers } from "drawbridge-rules/values/member.ts";
import { hashCredential } from "../src/base/hash.ts";
import type { RawRequest } from "../src/base/http/raw-request.ts";
import type { Log } from "../src/base/log.ts";
import { Publisher } from "../src/log/publisher.ts";
import { Catalog } from "../src/reads/catalog/catalog.ts";
import { textOf } from "../src/reads/catalog/finished-answer.ts";
import { type ListenerLimits, openListener } from "../src/reads/listener/listener.ts";
import { createFastPath, createRequestHandler } from "../src/reads/listener/listener-routes.ts";
import { answerRead, type ReadApi, type ReadLimits } from "../src/reads/read-api.ts";
import { ReadCounts } from "../src/reads/read-counts.ts";
import type { Store } from "../src/store/store.ts";
import { openMemoryStore } from "./memory-store.ts";
import { type RawResponse, RawSocket } from "./raw-socket.ts";

export interface ReadServerOptions {
  /** Manifests, without `apiVersion`. */
  readonly projects?: readonly ManifestForm[];
  /** Epoch ms at the start. */
  readonly now?: number;
  readonly limits?: Partial<ListenerLimits>;
  /** Upper bound of the catalog for finished answers. */
  readonly answerBytes?: number;
  /** False means the catalog is empty until the test loads it. */
  readonly isLoaded?: boolean;
  /** Store of an earlier server, to start again on it. */
  readonly store?: Store;
  readonly log?: Log;
  /** Default: unlimited. */
  readonly readLimits?: ReadLimits;
  /** Default: plain reads are answered beside the HTTP server. */
  readonly fastPath?: boolean;
}

export type ManifestForm = Readonly<Record<string, unknown>> & { readonly project: string };

/** One request. `key`: null sends none; a list sends several lines. */
export interface Question {
  readonly method?: string;
  readonly target: string;
  readonly key?: string | null;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** `await using` stops it even if an assertion fails; otherwise it would keep the test process alive. */
export interface ReadServer extends AsyncDisposable {
  readonly port: number;
  readonly catalog: Catalog;
  readonly store: Store;
  /** Epoch ms. */
  readonly clock: { now: number };
  readonly failures: readonly object[];
  readonly counts: ReadCounts;
  /** Requests that were refused before any handler, by code. */
  readonly refusals: ReadonlyMap<string, number>;
  readonly slow: { count: number };
  apply(manifest: ManifestForm): Promise<void>;
  edit(project: string, edits: (state: ProjectState) => readonly Edit[]): Promise<void>;
  /** Creates a key, or imports `text`; returns its text. */
  addKey(project: string, rules?: Partial<ReadKey>, text?: string): Promise<string>;
  /** Sends a request over a socket of its own, after one that opens the fast path. */
  ask(question: Question): Promise<RawResponse>;
  /** Answers without a socket, for tests with very many requests. */
  answer(question: Pick<Question, "method" | "target" | "key">, headers?: Partial<RawRequest>): DirectAnswer;
  /** @param graceMs for requests in flight; default: none */
  stop(graceMs?: number): Promise<void>;
}

export interface DirectAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const config = "/api/v1/config";
export const gate = "/api/v1/gate";
export const maintenance = "/api/v1/maintenance";

/** A Sunday in winter, far from any change of clocks. */
export const noon = Date.UTC(2026, 10, 29, 12);
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export function wall(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19);
}

/** An instant in the form of `/maintenance`. */
export function wire(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, -1)}+00:00`;
}

export async function startReadServer(options: ReadServerOptions = {}): Promise<ReadServer> {
  const clock = { now: options.now ?? noon };
  const now = () => clock.now;
  const store = options.store ?? openMemoryStore();
  const catalog = new Catalog(options.answerBytes);
  const publisher = new Publisher(store, now, [(changes, head) => catalog.apply(changes, head)]);
  if (options.isLoaded !== false) catalog.load(await store.rows(), await store.head());
  const failures: object[] = [];
  const counts = new ReadCounts();
  const slow = { count: 0 };
  let keys = 0;
  const routeHandlers = { catalog, now, counts, readLimits: options.readLimits };
  const routeGroups = new Set(["reads"] as const);
  const handle = createRequestHandler(routeHandlers, routeGroups);
  const { port, refusals, stop } = await openListener({
    address: { host: "127.0.0.1", port: 0 },
    onRequest: (req, res, rawRequest) => {
      slow.count++;
      return handle(req, res, rawRequest);
    },
    fastPath: options.fastPath === false ? undefined : createFastPath(routeHandlers, routeGroups),
    cors: true,
    log: options.log ?? { error: (fields) => failures.push(fields) },
    ...(options.limits ? { limits: options.limits } : {}),
  });
  const edit: ReadServer["edit"] = async (project, edits) => {
    await publisher.publish({
      project,
      actor: "test",
      reason: "a test",
      override: guardCodes,
      mayBreakGlass: true,
      dryRun: false,
      edits,
    });
  };
  const server: ReadServer = {
    port,
    catalog,
    store,
    clock,
    failures,
    counts,
    refusals,
    slow,
    edit,
    apply: (form) => edit(form.project, (state) => manifestEdits(state, manifestOf(form))),
    addKey: (project, rules, text) => addKey(server, `key-${++keys}`, { project, rules, text }),
    ask: (question) => ask(port, question),
    answer: (question, headers) => direct({ servesReads: true, catalog, now, limits: options.readLimits }, question, headers),
    stop: (graceMs = 0) => stop(graceMs),
    [Symbol.asyncDispose]: () => stop(0),
  };
  for (const form of options.projects ?? []) await server.apply(form);
  return server;
}

function manifestOf(form: ManifestForm) {
  const problems: Problem[] = [];
  const manifest = parseManifest({ apiVersion: "drawbridge/v1", ...form }, problems);
  throwIfAny(problems, JSON.stringify(problems));
  if (!manifest) throw new Error("no manifest");
  return manifest;
}

interface AddedKey {
  readonly project: string;
  readonly rules: Partial<ReadKey> | undefined;
  readonly text: string | undefined;
}

async function addKey(server: ReadServer, id: string, { project, rules, text: imported }: AddedKey): Promise<string> {
  const text = imported ?? generateCredential("dbr_", randomBytes(credentialBytes));
  const value: ReadKey = {
    ...absentMembers(readKeyMembers),
    name: "test",
    hash: hashCredential(text),
    last4: text.slice(-4),
    imported: imported !== undefined,
    mistyped: imported !== undefined && isMistyped(imported),
    createdAt: server.clock.now,
    ...rules,
  };
  await server.edit(project, () => [{ kind: "read_key", id, value }]);
  return text;
}

export function requestHead({ method = "GET", target, key = null, headers = [] }: Question): string {
  const lines = [`${method} ${target} HTTP/1.1`, "Host: localhost", ...(key === null ? [] : [`x-api-key: ${key}`]), ...headers];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

async function ask(port: number, question: Question): Promise<RawResponse> {
  const raw = await RawSocket.open(port);
  try {
    raw.write(requestHead({ target: "/healthz" }));
    await raw.response();
    raw.write(requestHead(question) + (question.body ?? ""));
    return await raw.response({ head: question.method === "HEAD" });
  } finally {
    raw.socket.destroy();
  }
}

function direct(
  api: ReadApi,
  { method = "GET", target, key = null }: Pick<Question, "method" | "target" | "key">,
  headers: Partial<RawRequest> = {},
): DirectAnswer {
  const mark = target.indexOf("?");
  const answer = answerRead(api, {
    method,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? "" : target.slice(mark + 1),
    key,
    keyCount: key === null ? 0 : 1,
    ifNoneMatch: null,
    acceptLanguage: null,
    contentLength: 0,
    chunked: false,
    ...headers,
  });
  const named: Record<string, string> = {};
  for (let i = 1; i < answer.headers.length; i += 2) named[String(answer.headers[i - 1]).toLowerCase()] = answer.headers[i] ?? "";
  return { status: answer.status, headers: named, body: textOf(answer.body ?? "") };
}

/** Seconds. */
export function maxAge({ headers }: Pick<DirectAnswer, "headers">): number {
  return Number(/^private, max-age=(\d+)$/.exec(headers["cache-control"] ?? "")?.[1]);
}
