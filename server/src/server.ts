/** The composition root: settings → store → catalog → routes → listen. The only place that knows every part. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { forgetFirstAccount, offerFirstAccount } from "./accounts/first-account.ts";
import type { IdentityProvider } from "./accounts/identity-provider.ts";
import { OpenIdProvider, type OpenIdWorkings } from "./accounts/openid-provider.ts";
import { PasswordHashing } from "./accounts/password-hash.ts";
import { payOwedGrants } from "./accounts/redemption.ts";
import { SignInThrottle } from "./accounts/sign-in-throttle.ts";
import { Catalog } from "./catalog/catalog.ts";
import { Cluster } from "./cluster.ts";
import { builtConsole } from "./console-build.ts";
import { WorkerPool } from "./cores/worker-pool.ts";
import { prepareDemo } from "./demo.ts";
import { DrawbridgeError } from "./domain/errors.ts";
import { timeText } from "./domain/time-text.ts";
import { type ValueForms, valueForms } from "./domain/value-form.ts";
import { EdgeOrigin } from "./edge/edge-origin.ts";
import { firstAdminToken } from "./first-admin-token.ts";
import { type Address, isLoopback, printAddress } from "./http/address.ts";
import { AccessTokenRing } from "./http/admin/access-token-ring.ts";
import { adminApi } from "./http/admin/admin-api.ts";
import { EventHub } from "./http/admin/event-hub.ts";
import { GrantRing } from "./http/admin/grant-ring.ts";
import { TokenUse } from "./http/admin/token-use.ts";
import { clientAddress } from "./http/client-address.ts";
import { ConsolePage } from "./http/console/console-page.ts";
import { DocsPage } from "./http/docs/docs-page.ts";
import { dutiesByAddress, servesReads, urlsByDuty, type WantedDuties } from "./http/duties-by-address.ts";
import { type Duty, routed } from "./http/duty.ts";
import { FeedApi } from "./http/feeds/feed-api.ts";
import { FeedTokenRing } from "./http/feeds/feed-token-ring.ts";
import { type Listener, openListener } from "./http/listener.ts";
import { readLimits } from "./http/read-limits.ts";
import { SignInPage } from "./http/sign-in/sign-in-page.ts";
import type { Log } from "./http/traffic.ts";
import { serverLimits } from "./limits/server-limits.ts";
import { LogFollower } from "./log-follower.ts";
import { Observation } from "./observation.ts";
import { Publisher } from "./publisher.ts";
import type { Settings } from "./settings.ts";
import { openStore, storeKindOf } from "./store/open-store.ts";
import type { Store } from "./store/store.ts";
import { UsageWriter } from "./usage/usage-writer.ts";

export interface ServerOptions {
  /** Loads the example project and keeps a key for it. */
  readonly demo: boolean;
  readonly log: Log;
  readonly version: string;
  /** Whether a person reads the banner and nothing keeps it: then it shows what opens something, else a file has that. */
  readonly isTerminal?: boolean;
  /** Epoch ms. */
  readonly now?: () => number;
  /** The directory that the console was built into. */
  readonly consoleFiles?: string;
  /** Of values; those of this program unless said. */
  readonly forms?: ValueForms;
  /** Milliseconds that connections which are idle at a stop may still be used. */
  readonly lameDuck?: number;
}

export interface RunningServer {
  /** Where each family is served, without a path. */
  readonly urls: { readonly config: string; readonly maintenance: string; readonly admin: string; readonly edge: string };
  /** The processes that answer reads; null: this one does. */
  readonly workers: Pick<WorkerPool, "status"> | null;
  /** What a person who started it wants to read. */
  readonly banner: readonly string[];
  /** Finishes what is in flight and lets go of everything. */
  stop(): Promise<void>;
}

/** Milliseconds that requests in flight are given at a stop. Whatever starts the program has to wait for longer. */
export const grace = 10_000;
/** Milliseconds after that for what is still to be written, to a store that may hang. What takes longer is lost: counts, at the most. */
const lastWrites = 5_000;

/** @throws invalid, unavailable: with a sentence for whoever starts it */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  if (options.demo) refusePublicDemo(settings);
  refuseWithoutToken(settings);
  const { version, forms = valueForms } = options;
  const cluster = new Cluster(await openStore(settings, printAddress(settings.listen)), { version, forms });
  const { store } = cluster;
  const observation = await Observation.begin(settings, options);
  const opened: Listener[] = [];
  const tokenUse = new TokenUse(store.lastUsed, options.log);
  const accessTokens = new AccessTokenRing(settings.adminToken);
  const events = new EventHub({ store, accessTokens });
  const catalog = new Catalog();
  const edges = new EdgeOrigin({
    source: store,
    now: options.now ?? Date.now,
    trustedProxies: settings.trustedProxies,
    unknownTokenLimit: settings.unknownKeyLimit,
    randomBytes,
  });
  const grants = new GrantRing();
  const feedTokens = new FeedTokenRing();
  const workers = workersOf(settings, catalog, observation, options.log);
  const follower = new LogFollower({
    store,
    kind: storeKindOf(settings),
    followings: [
      events,
      ...(workers ? [workers] : []),
      catalog,
      accessTokens,
      tokenUse,
      grants,
      feedTokens,
      edges.hub,
      { apply: (changes) => forgetFirstAccount(settings.data, changes) },
    ],
    pollEvery: settings.databaseUrl === null ? null : settings.databasePoll,
    now: options.now ?? Date.now,
    random: Math.random,
    log: options.log,
  });
  const usage = new UsageWriter({ usage: catalog.usage, store, now: options.now ?? Date.now, log: options.log });
  const leaving = { began: false };
  const stop = async (delay: number) => {
    leaving.began = true;
    workers?.leave();
    if (delay > 0) await sleep(delay);
    // Streams go on until somebody ends them: no grace is long enough for one.
    events.close();
    edges.close();
    await Promise.all(opened.map((listener) => listener.stop(grace)));
    const written = Promise.all([follower.stop(), tokenUse.flush(), usage.stop(), cluster.leave()]);
    await Promise.race([written, sleep(lastWrites, undefined, { ref: false })]);
    await store.close();
    await observation.stop();
  };
  try {
    await cluster.join();
    const lasting = {
      tokenUse,
      accessTokens,
      grants,
      feedTokens,
      events,
      edges,
      catalog,
      follower,
      workers,
      usage,
      observation,
      leaving,
    };
    return await serve(store, lasting, settings, options, opened, () => stop(settings.stopDelay));
  } catch (error) {
    await stop(0);
    throw error;
  }
}

/** What a stop has to come back to. */
interface Lasting {
  readonly tokenUse: TokenUse;
  readonly accessTokens: AccessTokenRing;
  readonly grants: GrantRing;
  readonly feedTokens: FeedTokenRing;
  readonly events: EventHub;
  readonly edges: EdgeOrigin;
  readonly catalog: Catalog;
  readonly follower: LogFollower;
  readonly workers: WorkerPool | null;
  readonly usage: UsageWriter;
  readonly leaving: { readonly began: boolean };
  readonly observation: Observation;
}

async function serve(
  store: Store,
  { tokenUse, accessTokens, grants, feedTokens, events, edges, catalog, follower, workers, usage, observation, leaving }: Lasting,
  settings: Settings,
  { demo, log, version, isTerminal = false, now = Date.now, consoleFiles = builtConsole, lameDuck }: ServerOptions,
  opened: Listener[],
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const publisher = new Publisher(
    store,
    now,
    [observation.follower, (changes, head, commit) => follower.committed(changes, head, commit)],
    observation.tracing,
  );
  publisher.onUncertain = () => void follower.catchUp();
  const limits = serverLimits(settings);
  const publicUrl = () => settings.publicUrl ?? ownUrl(settings, urlsOf(settings, opened).admin);
  const readUrls = () => {
    const { config, maintenance } = urlsOf(settings, opened);
    return { config, maintenance };
  };
  const common = { store, publisher, now };
  const holders = {
    accessTokens,
    tokenUse,
    grants,
    events,
    edges,
    passwords: new PasswordHashing(),
    throttle: new SignInThrottle(),
    clientAddress: clientAddress(settings.trustedProxies),
    worthlessTokens: limits.worthlessTokens,
    identityProvider: identityProviderOf(settings, { publicUrl, key: () => store.secret("sign-in-transactions"), randomBytes }),
  };
  const { logRetention } = settings;
  const sources = () => [follower.status()];
  const addresses = dutiesByAddress(servedBy(settings));
  const admin = adminApi({
    ...common,
    ...holders,
    logRetention,
    storeKind: storeKindOf(settings),
    catalog,
    randomBytes,
    publicUrl,
    readUrls,
    version,
    log,
    ...observation.workings({
      catalog,
      usage,
      publisher,
      events,
      limits,
      edges,
      sources,
      listeners: () => opened,
      duties: addresses.map(([, duty]) => duty),
      now,
    }),
  });
  const duties = {
    catalog,
    now,
    counts: observation.counts,
    admin,
    console: new ConsolePage(consoleFiles, randomBytes),
    signIn: new SignInPage(),
    docs: new DocsPage(),
    feeds: new FeedApi({ ...common, tokens: feedTokens }),
    edge: edges.api,
    readLimits: readLimits({ ...limits, clientAddress: holders.clientAddress }),
    shedding: limits.shedding,
    isLeaving: () => leaving.began,
  };
  for (const [address, duty] of addresses) {
    const isOurs = workers === null || !servesReads(duty);
    const cors = servesReads(duty);
    const own = lameDuck === undefined ? {} : { limits: { lameDuck } };
    const onRequest = routed(duties, duty);
    opened.push(await (isOurs ? openListener({ address, onRequest, cors, log, ...own }) : workers.open(address, duty)));
  }
  await workers?.start();
  const urls = urlsOf(settings, opened);
  // The listeners answer 503 until this is done: whoever watches sees a start, not an absence.
  await usage.start(await follower.start());
  await firstAdminToken(settings, publisher, accessTokens, now(), randomBytes);
  await payOwedGrants({ store, publisher });
  const { data } = settings;
  const isShared = settings.databaseUrl !== null;
  const accountLines = await offerFirstAccount({ store, now, randomBytes, publicUrl, data, isTerminal, isShared });
  const demoLines = demo ? await prepareDemo({ data: settings.data, publisher, urls, now, randomBytes }) : [];
  // The first formatter of a process costs some 30 ms, which no app's start is to wait for.
  timeText(0, "en", "UTC");
  const listening = [`Drawbridge ${version} is listening: ${listeningText(urls)}`, `The console: ${publicUrl()}/console/`];
  return { urls, workers, banner: [...listening, ...demoLines, ...accountLines], stop };
}

/** Whoever listens to a network is reached by it, though the program itself would ask on this machine: nobody signs in there. */
function ownUrl({ adminListen }: Settings, url: string): string {
  if (isLoopback(adminListen)) return url;
  return `http://${printAddress({ host: adminListen.host || "0.0.0.0", port: Number(new URL(url).port) })}`;
}

/** Nothing is asked of it here: this program starts and serves without it. */
function identityProviderOf(settings: Settings, workings: OpenIdWorkings): IdentityProvider | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret, oidcPeople: newcomers } = settings;
  if (issuer === null || clientId === null) return null;
  const name = settings.oidcName ?? new URL(issuer).host;
  return new OpenIdProvider({ issuer, clientId, clientSecret, name, newcomers }, workings);
}

function refusePublicDemo({ listen, configListen, maintenanceListen, adminListen, edgeListen }: Settings): void {
  if ([listen, configListen, maintenanceListen, adminListen, edgeListen].every(isLoopback)) return;
  throw new DrawbridgeError(
    "invalid",
    "The demo is served on loopback only. Leave out --demo, or set the DRAWBRIDGE_…LISTEN addresses to 127.0.0.1.",
  );
}

/** Many nodes share a database, and no file: one would have to be found on the node that was the first to start. */
function refuseWithoutToken({ databaseUrl, adminToken }: Settings): void {
  if (databaseUrl === null || adminToken !== null) return;
  throw new DrawbridgeError(
    "invalid",
    "With DRAWBRIDGE_DATABASE_URL, DRAWBRIDGE_ADMIN_TOKEN is needed: nodes that share a database make no first access token " +
      "by themselves. Set it to the same 32 to 128 random characters on each node, such as those of: openssl rand -hex 32",
  );
}

/** Null: reads are answered here. */
function workersOf(rules: Settings, { usage }: Catalog, { counts }: Observation, log: Log): WorkerPool | null {
  const { workers: count, logLevel, unknownKeyLimit, keyLimit, trustedProxies } = rules;
  if (count === 0) return null;
  // Nothing else of the settings goes to other processes: there are secrets among them.
  return new WorkerPool({ count, usage, counts, rules: { logLevel, unknownKeyLimit, keyLimit, trustedProxies }, log });
}

function servedBy(settings: Settings): WantedDuties {
  const addresses: [Duty, Address][] = [
    ["config", settings.configListen],
    ["maintenance", settings.maintenanceListen],
    ["health", settings.listen],
    ["admin", settings.adminListen],
    ["edge", settings.edgeListen],
  ];
  return settings.workers > 0 ? { addresses, apart: new Set<Duty>(["admin", "edge"]) } : { addresses };
}

function urlsOf(settings: Settings, opened: readonly Listener[]): RunningServer["urls"] {
  const urlOf = urlsByDuty(servedBy(settings), opened);
  return { config: urlOf("config"), maintenance: urlOf("maintenance"), admin: urlOf("admin"), edge: urlOf("edge") };
}

function listeningText({ config, maintenance, admin, edge }: RunningServer["urls"]): string {
  const forEdges = edge === admin ? "" : `, edges on ${edge}`;
  if (config === maintenance && config === admin) return `${config}${forEdges}`;
  return `/config on ${config}, /maintenance on ${maintenance}, admin API on ${admin}${forEdges}`;
}
