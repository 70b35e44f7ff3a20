/** The admin API as it runs, on a store in memory and a clock that a test sets; what it answers is checked against its own document. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import { adminApi } from "../src/admin/admin-api.ts";
import type { AdminServices } from "../src/admin/admin-services.ts";
import type { EventLimits } from "../src/admin/events/event-hub.ts";
import { RequestJournal } from "../src/admin/request/request-journal.ts";
import { Registry } from "../src/base/metrics.ts";
import type { Publisher } from "../src/log/publisher.ts";
import { Catalog } from "../src/reads/catalog/catalog.ts";
import { AddressLimit } from "../src/reads/limits/rate-limits.ts";
import { CurrentRows } from "../src/replicas/current-rows.ts";
import { adminServices } from "../src/start/admin-services.ts";
import type { Store } from "../src/store/store.ts";
import { openMemoryStore } from "./memory-store.ts";
import { type OpenApiDocument, openApiCheck } from "./openapi-check.ts";

export const adminToken = "test-token-0123456789-0123456789";
/** Opens what operators watch, and nothing else. */
export const metricsToken = "metrics-token-0123456789-0123456789";

export interface TestRequest {
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | null;
  /** `name=value` of a session, asked with from our own page; there is no token beside it. */
  readonly cookie?: string;
  readonly address?: string;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Status, and code of a problem: `422 invalid`. */
  readonly said: string;
  /** Paths of the errors, in alphabetical order. */
  readonly paths: readonly string[];
  json<T>(): T;
}

export interface AdminServer {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly catalog: Catalog;
  readonly api: ReturnType<typeof adminApi>;
  readonly services: AdminServices;
  readonly document: OpenApiDocument;
  /** Epoch ms; may be set. */
  now: number;
  readonly logged: unknown[];
  ask(method: string, path: string, asked?: TestRequest): Promise<TestAnswer>;
  /** As `ask`, below /admin/v1/projects/. */
  of(method: string, path: string, asked?: TestRequest): Promise<TestAnswer>;
}

/** @param sendsEvents false means that webhooks of the store are not sent anything */
export async function adminServer(
  store: Store = openMemoryStore(),
  eventLimits: Partial<EventLimits> = {},
  sendsEvents = true,
): Promise<AdminServer> {
  const logged: unknown[] = [];
  const clock = { now: Date.parse("2026-11-21T12:00:00Z") };
  const now = () => clock.now;
  const log = { error: (fields: object, text: string) => void logged.push([fields, text]) };
  const catalog = new Catalog();
  const startedAt = clock.now;
  const services = adminServices({
    store,
    webhookAllow: ["127.0.0.0/8"],
    catalog,
    now,
    log,
    randomBytes,
    version: "0.1.0",
    storeKind: "sqlite",
    adminToken,
    trustedProxies: [],
    worthlessTokens: new AddressLimit({ count: 100_000, period: 60_000 }),
    identityProvider: null,
    publicUrl: () => "https://drawbridge.test",
    readUrls: () => ({ config: "http://127.0.0.1:8080", maintenance: "http://127.0.0.1:8080" }),
    proveServer: (challenge) => `proof of ${challenge}`,
    rows: new CurrentRows(),
    // Tests can commit without the publisher: such commits are not heard of.
    follow: () => null,
    watch: ({ edges }) => ({
      journal: new RequestJournal({ log }),
      metrics: new Registry(),
      isMetricsToken: (text) => text === metricsToken,
      programStatus: {
        startedAt,
        listeners: () => [{ url: "http://127.0.0.1:8080", serves: ["admin"] }],
        sources: () => [{ ...source, since: startedAt, checkedAt: startedAt, ...positionOf(catalog) }],
        openings: () => [],
        objects: () => null,
        format: () => null,
        edges: () => edges.hub.size,
        clock: () => ({ checkedAt: null, offset: 0, problem: null }),
      },
    }),
    eventLimits,
    hashing: cheapHashing,
  });
  const { head, rows } = await store.whole();
  for (const following of services.followings)
    if (sendsEvents || following !== services.webhooks) following.load?.(rows, head, null);
  const api = adminApi(services);
  described ??= describe(api);
  const { document, check } = await described;
  const ask = async (method: string, path: string, asked: TestRequest = {}) => {
    const { address } = asked;
    const connection = address === undefined ? {} : { incoming: { socket: { remoteAddress: address } } };
    const response = await api.fetch(requestOf(method, path, asked), connection);
    const text = await response.text();
    const { status, headers } = response;
    check({ method, path: path.split("?")[0] ?? "", status, headers, body: text });
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    const { code, errors = [] } = (status < 400 || text === "" ? {} : JSON.parse(text)) as Partial<ProblemDocument>;
    const paths = errors.map((error) => error.path).sort();
    return { status, headers, text, said: [status, code].filter(Boolean).join(" "), paths, json: <T>() => JSON.parse(text) as T };
  };
  return Object.assign(clock, {
    store,
    publisher: services.publisher,
    catalog,
    api,
    services,
    document,
    logged,
    ask,
    of: (method: string, path: string, asked?: TestRequest) => ask(method, `/admin/v1/projects/${path}`, asked),
  });
}

const source = { name: "store", kind: "sqlite", state: "following", problem: null, code: null, lost: null, rebuilt: 0 } as const;

function positionOf({ head }: Catalog) {
  return { epoch: head?.epoch ?? null, revision: head?.revision ?? null };
}

/** The document says the same of every server, and takes fifty times as long to make as one of them. */
let described: Promise<Described> | null = null;

interface Described {
  readonly document: OpenApiDocument;
  readonly check: ReturnType<typeof openApiCheck>;
}

async function describe({ fetch }: ReturnType<typeof adminApi>): Promise<Described> {
  const document = (await (await fetch(new Request("http://admin.test/openapi.json"))).json()) as OpenApiDocument;
  return { document, check: openApiCheck(document) };
}

/** As it runs, but for what it costs: a test signs people in by the dozen. */
const cheapHashing = { memory: 64, passes: 1, parallelism: 1 };

function requestOf(
  method: string,
  path: string,
  { body, headers, cookie, token = cookie === undefined ? adminToken : null }: TestRequest,
): Request {
  const content = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  return new Request(`http://admin.test${path}`, {
    method,
    ...(content === undefined ? {} : { body: content }),
    headers: {
      ...(content === undefined ? {} : { "content-type": "application/json" }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": "same-origin", origin: "https://drawbridge.test" }),
      ...headers,
    },
  });
}

/** Runs something after the next request was checked and before it is committed. @param project of the request; "" is the installation */
export function beforeNextCommit({ publisher }: AdminServer, project: string, happen: () => unknown): void {
  const idle = { project, actor: "system", reason: "", override: [], dryRun: true };
  for (let count = 0; count < 200; count++) void publisher.publish({ ...idle, edits: () => [] });
  const last = () => {
    happen();
    return [];
  };
  void publisher.publish({ ...idle, edits: last });
}

export const creating = { "if-none-match": "*" };
export const replacing = { "if-match": "*" };

/** A server with the project `acme`: two instances, a forced minimum for iOS, one window in December. */
export async function adminServerWithProject(): Promise<AdminServer> {
  const server = await adminServer();
  const applied = await server.of("PUT", "acme/manifest", { body: acme, headers: creating });
  assert.equal(applied.status, 201, applied.text);
  return server;
}

export const acme = {
  apiVersion: "drawbridge/v1",
  project: "acme",
  name: "Acme",
  languages: ["en", "de"],
  stores: { apple: "https://apps.apple.com/app/id1", android: "https://play.google.com/store/apps/details?id=a" },
  platforms: { ios: { minimum: "2.4.0" }, android: { minimum: "2.4" } },
  instances: { "eu-1": { name: "Acme Europe" }, "us-1": { name: "Acme US" } },
  windows: { december: { instances: ["eu-1"], start: "2026-12-06T02:00", zone: "Europe/Rome", duration: "PT2H" } },
} as const;
