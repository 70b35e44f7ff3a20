/** The composition root: settings → store → catalog → routes → listen. The only place that knows every part. */
import { randomBytes } from "node:crypto";
import { Catalog } from "./catalog/catalog.ts";
import { prepareDemo } from "./demo.ts";
import { DrawbridgeError } from "./domain/errors.ts";
import { timeText } from "./domain/time-text.ts";
import { firstAdminToken } from "./first-admin-token.ts";
import { type Address, isLoopback, printAddress } from "./http/address.ts";
import { AccessTokenRing } from "./http/admin/access-token-ring.ts";
import { adminApi } from "./http/admin/admin-api.ts";
import { GrantRing } from "./http/admin/grant-ring.ts";
import { type Duty, routed } from "./http/duty.ts";
import { FeedApi } from "./http/feeds/feed-api.ts";
import { FeedTokenRing } from "./http/feeds/feed-token-ring.ts";
import { type Listener, openListener } from "./http/listener.ts";
import type { Log } from "./http/traffic.ts";
import { Publisher } from "./publisher.ts";
import type { Settings } from "./settings.ts";
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts";
import type { Store } from "./store/store.ts";

export interface ServerOptions {
  /** Loads the example project and keeps a key for it. */
  readonly demo: boolean;
  readonly log: Log;
  readonly version: string;
  /** Epoch ms. */
  readonly now?: () => number;
}

export interface RunningServer {
  /** Where each family is served, without a path. */
  readonly urls: { readonly config: string; readonly maintenance: string; readonly admin: string };
  /** What a person who started it wants to read. */
  readonly banner: readonly string[];
  /** Finishes what is in flight and lets go of everything. */
  stop(): Promise<void>;
}

/** Milliseconds that requests in flight are given at a stop. */
const grace = 10_000;

/** @throws invalid, unavailable: with a sentence for whoever starts it */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  if (options.demo) refusePublicDemo(settings);
  const store = await openSqliteStore({ directory: settings.data, listening: printAddress(settings.listen) });
  const opened: Listener[] = [];
  const stop = async () => {
    await Promise.all(opened.map((listener) => listener.stop(grace)));
    await store.close();
  };
  try {
    return await serve(store, settings, options, opened, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function serve(
  store: Store,
  settings: Settings,
  { demo, log, version, now = Date.now }: ServerOptions,
  opened: Listener[],
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const catalog = new Catalog();
  const accessTokens = new AccessTokenRing(settings.adminToken);
  const grants = new GrantRing();
  const feedTokens = new FeedTokenRing();
  const publisher = new Publisher(store, now, [
    (changes, head) => catalog.apply(changes, head),
    (changes) => accessTokens.apply(changes),
    (changes) => grants.apply(changes),
    (changes) => feedTokens.apply(changes),
  ]);
  const publicUrl = () => settings.publicUrl ?? urlsOf(settings, opened).admin;
  const common = { store, publisher, now };
  const holders = { accessTokens, grants };
  const admin = adminApi({ ...common, ...holders, storeKind: "sqlite", catalog, randomBytes, publicUrl, version, log });
  const duties = { catalog, now, admin, feeds: new FeedApi({ ...common, tokens: feedTokens }) };
  for (const [address, duty] of dutiesByAddress(settings)) {
    opened.push(await openListener({ address, onRequest: routed(duties, duty), cors: duty.size > 1 || !duty.has("admin"), log }));
  }
  const urls = urlsOf(settings, opened);
  // The listeners answer 503 until this is done: whoever watches sees a start, not an absence.
  const rows = await store.rows();
  accessTokens.load(rows);
  grants.load(rows);
  feedTokens.load(rows);
  catalog.load(rows, await store.head());
  await firstAdminToken(settings, publisher, accessTokens, now(), randomBytes);
  const demoLines = demo ? await prepareDemo({ data: settings.data, publisher, urls, now, randomBytes }) : [];
  // The first formatter of a process costs some 30 ms, which no app's start is to wait for.
  timeText(0, "en", "UTC");
  return { urls, banner: [`Drawbridge ${version} is listening: ${listeningText(urls)}`, ...demoLines], stop };
}

function refusePublicDemo({ listen, configListen, maintenanceListen, adminListen }: Settings): void {
  if ([listen, configListen, maintenanceListen, adminListen].every(isLoopback)) return;
  throw new DrawbridgeError(
    "invalid",
    "The demo is served on loopback only. Leave out --demo, or set the DRAWBRIDGE_…LISTEN addresses to 127.0.0.1.",
  );
}

/** Settings that name the same address share a listener. */
function dutiesByAddress(settings: Settings): [Address, Set<Duty>][] {
  const found = new Map<string, [Address, Set<Duty>]>();
  const wanted: [Duty, Address][] = [
    ["config", settings.configListen],
    ["maintenance", settings.maintenanceListen],
    ["health", settings.listen],
    ["admin", settings.adminListen],
  ];
  for (const [duty, address] of wanted) {
    const entry = found.get(printAddress(address)) ?? [address, new Set()];
    entry[1].add(duty);
    found.set(printAddress(address), entry);
  }
  return [...found.values()];
}

function urlsOf(settings: Settings, opened: readonly Listener[]): RunningServer["urls"] {
  const urls = new Map(
    [...dutiesByAddress(settings)].map(([address], index) => [printAddress(address), opened[index]?.url ?? ""]),
  );
  const urlOf = (address: Address) => urls.get(printAddress(address)) ?? "";
  return {
    config: urlOf(settings.configListen),
    maintenance: urlOf(settings.maintenanceListen),
    admin: urlOf(settings.adminListen),
  };
}

function listeningText({ config, maintenance, admin }: RunningServer["urls"]): string {
  if (config === maintenance && config === admin) return config;
  return `/config on ${config}, /maintenance on ${maintenance}, admin API on ${admin}`;
}
