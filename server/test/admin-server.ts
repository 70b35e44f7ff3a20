/** The admin API as it runs, on a store in memory and a clock that a test sets; what it answers is checked against its own document. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { AccessTokenRing } from "../src/accounts/access-token-ring.ts";
import { GrantRing } from "../src/accounts/grant-ring.ts";
import { PasswordHashing } from "../src/accounts/password-hash.ts";
import { SignInThrottle } from "../src/accounts/sign-in-throttle.ts";
import { Catalog } from "../src/catalog/catalog.ts";
import { EdgeOrigin } from "../src/edge/edge-origin.ts";
import { type AdminServices, adminApi } from "../src/http/admin/admin-api.ts";
import { EventHub, type EventLimits } from "../src/http/admin/event-hub.ts";
import { RequestJournal } from "../src/http/admin/request-journal.ts";
import { TokenUse } from "../src/http/admin/token-use.ts";
import { clientAddress } from "../src/http/client-address.ts";
import { Registry } from "../src/metrics/registry.ts";
import { ProjectStates } from "../src/project-states.ts";
import { type Follower, Publisher } from "../src/publisher.ts";
import type { Store } from "../src/store/store.ts";
import { openMemoryStore } from "./memory-store.ts";
import { type OpenApiDocument, openApiCheck } from "./openapi-check.ts";

export const adminToken = "test-token-0123456789-0123456789";
/** Opens what operators watch, and nothing else. */
export const metricsToken = "metrics-token-0123456789-0123456789";

export interface Asked {
  /** Sent as JSON, unless it is a text. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null: none. */
  readonly token?: string | null;
  /** `name=value` of a session, asked with from our own page; there is no token beside it. */
  readonly cookie?: string;
  /** Of the client. */
  readonly address?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body; the document has checked what it is. */
  json<T>(): T;
}

export interface AdminServer {
  readonly store: Store;
  readonly publisher: Publisher;
  readonly catalog: Catalog;
  readonly api: ReturnType<typeof adminApi>;
  readonly workings: AdminServices;
  readonly document: OpenApiDocument;
  /** Epoch ms; may be set. */
  now: number;
  /** What was logged. */
  readonly logged: unknown[];
  ask(method: string, path: string, asked?: Asked): Promise<Answered>;
  /** As `ask`, below /admin/v1/projects/. */
  of(method: string, path: string, asked?: Asked): Promise<Answered>;
}

export async function adminServer(
  store: Store = openMemoryStore(),
  eventLimits: Partial<EventLimits> = {},
): Promise<AdminServer> {
  const logged: unknown[] = [];
  const clock = { now: Date.parse("2026-11-21T12:00:00Z") };
  const now = () => clock.now;
  const catalog = new Catalog();
  const accessTokens = new AccessTokenRing(adminToken);
  const grants = new GrantRing();
  const log = { error: (fields: object, text: string) => void logged.push([fields, text]) };
  const tokenUse = new TokenUse(store.lastUsed, log);
  const events = new EventHub({ store, accessTokens }, eventLimits);
  const edges = new EdgeOrigin({ source: store, trustedProxies: [], now, randomBytes });
  // Tests can commit without the publisher; those commits are not followed, so the store itself is read.
  const states = new ProjectStates({ store, catchUp: async () => undefined });
  const followers: Follower[] = [
    (changes, head, commit) => events.apply(changes, head, commit),
    (changes, head) => catalog.apply(changes, head),
    (changes, head) => states.apply(changes, head),
    (changes) => accessTokens.apply(changes),
    (changes) => tokenUse.apply(changes),
    (changes) => grants.apply(changes),
    (changes, head) => edges.hub.apply(changes, head),
  ];
  const publisher = new Publisher(store, now, followers, { states });
  const rows = await store.rows();
  states.load(rows, await store.head());
  accessTokens.load(rows);
  grants.load(rows);
  catalog.load(rows, await store.head());
  edges.hub.load(rows, await store.head());
  const publicUrl = () => "https://drawbridge.test";
  const readUrls = () => ({ config: "http://127.0.0.1:8080", maintenance: "http://127.0.0.1:8080" });
  const common = {
    store,
    publisher,
    catalog,
    accessTokens,
    tokenUse,
    grants,
    events,
    edges,
    now,
    randomBytes,
    publicUrl,
    readUrls,
    proveServer: (challenge: string) => `proof of ${challenge}`,
    log,
  };
  const signIn = {
    passwords: new PasswordHashing(cheapHashing),
    throttle: new SignInThrottle(),
    clientAddress: clientAddress([]),
    worthlessTokens: null,
    identityProvider: null,
  };
  const watched = {
    journal: new RequestJournal({ log }),
    metrics: new Registry(),
    isMetricsToken: (text: string) => text === metricsToken,
  };
  const source = {
    name: "store",
    kind: "sqlite",
    state: "following",
    since: clock.now,
    checkedAt: clock.now,
    problem: null,
    lost: null,
    damaged: [],
  } as const;
  const sources = () => [{ ...source, epoch: catalog.head?.epoch ?? null, revision: catalog.head?.revision ?? null }];
  const listeners = () => [{ url: "http://127.0.0.1:8080", serves: ["admin"] as const }];
  const programStatus = { startedAt: clock.now, listeners, sources, readProcesses: () => null, edges: () => edges.hub.size };
  const fixed = { logRetention: 400 * 86_400_000, storeKind: "sqlite", version: "0.1.0" };
  const workings: AdminServices = { ...common, ...signIn, ...watched, programStatus, ...fixed };
  const api = adminApi(workings);
  described ??= describe(api);
  const { document, check } = await described;
  const ask = async (method: string, path: string, asked: Asked = {}) => {
    const { address } = asked;
    const connection = address === undefined ? {} : { incoming: { socket: { remoteAddress: address } } };
    const response = await api.fetch(requestOf(method, path, asked), connection);
    const text = await response.text();
    const { status, headers } = response;
    check({ method, path: path.split("?")[0] ?? "", status, headers, body: text });
    assert.equal(headers.get("cache-control"), "no-store");
    assert.equal(headers.get("x-content-type-options"), "nosniff");
    return { status, headers, text, json: <T>() => JSON.parse(text) as T };
  };
  return Object.assign(clock, {
    store,
    publisher,
    catalog,
    api,
    workings,
    document,
    logged,
    ask,
    of: (method: string, path: string, asked?: Asked) => ask(method, `/admin/v1/projects/${path}`, asked),
  });
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
export const cheapHashing = { memory: 64, passes: 1, parallelism: 1 };

function requestOf(
  method: string,
  path: string,
  { body, headers, cookie, token = cookie === undefined ? adminToken : null }: Asked,
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

/**
 * Runs something after the next request was checked and before it is committed, since changes of one project wait for each other.
 * @param project of the request; "" is the installation
 */
export function beforeNextCommit({ publisher }: AdminServer, project: string, happen: () => unknown): void {
  const idle = { project, actor: "system", reason: "", override: [], dryRun: true };
  for (let count = 0; count < 200; count++) void publisher.publish({ ...idle, edits: () => [] });
  const last = () => {
    happen();
    return [];
  };
  void publisher.publish({ ...idle, edits: last });
}

/** Headers that make what is not there, and that replace whatever is there. */
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
