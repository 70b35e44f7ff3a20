/** The composition root: settings → store → catalog → routes → listen. The only place that knows every part. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { forgetFirstAccount, offerFirstAccount } from "./accounts/first-account.ts";
import { PasswordHashing } from "./accounts/password-hash.ts";
import { identityProviderOf } from "./accounts/provider-settings.ts";
import { payOwedGrants } from "./accounts/redemption.ts";
import { SignInThrottle } from "./accounts/sign-in-throttle.ts";
import { Catalog } from "./catalog/catalog.ts";
import { Cluster } from "./cluster.ts";
import { builtConsole } from "./console-build.ts";
import { WorkerPool, type WorkerPoolOptions } from "./cores/worker-pool.ts";
import { prepareDemo } from "./demo.ts";
import { timeText } from "./domain/time-text.ts";
import { type ValueForms, valueForms } from "./domain/value-form.ts";
import { EdgeOrigin } from "./edge/edge-origin.ts";
import { firstAdminToken } from "./first-admin-token.ts";
import { printAddress } from "./http/address.ts";
import { AccessTokenRing } from "./http/admin/access-token-ring.ts";
import { adminApi } from "./http/admin/admin-api.ts";
import { EventHub } from "./http/admin/event-hub.ts";
import { GrantRing } from "./http/admin/grant-ring.ts";
import { TokenUse } from "./http/admin/token-use.ts";
import { clientAddress } from "./http/client-address.ts";
import { ConsolePage } from "./http/console/console-page.ts";
import { DocsPage } from "./http/docs/docs-page.ts";
import { servesReads } from "./http/duties-by-address.ts";
import { routed } from "./http/duty.ts";
import { FeedApi } from "./http/feeds/feed-api.ts";
import { FeedTokenRing } from "./http/feeds/feed-token-ring.ts";
import { openListener } from "./http/listener.ts";
import { loggedAddress } from "./http/logged-address.ts";
import { readLimits } from "./http/read-limits.ts";
import { SignInPage } from "./http/sign-in/sign-in-page.ts";
import type { Log } from "./http/traffic.ts";
import { KnownLog } from "./known-log.ts";
import { type ServerLimits, serverLimits } from "./limits/server-limits.ts";
import { type DutyUrls, Listeners } from "./listeners.ts";
import { LogFollower } from "./log-follower.ts";
import { LostCommits } from "./lost-commits.ts";
import { Observation } from "./observation.ts";
import { ProjectStates } from "./project-states.ts";
import { proxyWarning } from "./proxy-warning.ts";
import { Publisher } from "./publisher.ts";
import { runtimeWarning } from "./runtime-floor.ts";
import { ServerRecord } from "./server-record.ts";
import type { Settings } from "./settings.ts";
import { refuseStart } from "./start-refusal.ts";
import { openStore, storeKindOf } from "./store/open-store.ts";
import type { Store } from "./store/store.ts";
import { UsageWriter } from "./usage/usage-writer.ts";

export interface ServerOptions {
  /** Loads the example project and keeps a key for it. */
  readonly demo: boolean;
  readonly log: Log;
  readonly version: string;
  /** How the program was started, quoted for a shell; `drawbridge` by default. */
  readonly command?: string;
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
  readonly urls: DutyUrls;
  /** The processes that answer reads; null: this one does. */
  readonly workers: Pick<WorkerPool, "status"> | null;
  /** What a person who started it wants to read. */
  readonly banner: readonly string[];
  /** Finishes what is in flight and lets go of everything. */
  stop(): Promise<void>;
}

/** Milliseconds after the last request for what is still to be written, to a store that may hang. What takes longer is lost: counts, at the most. */
const lastWrites = 5_000;

/** @throws invalid, unavailable: with a sentence for whoever starts it */
export async function startServer(settings: Settings, options: ServerOptions): Promise<RunningServer> {
  refuseStart(settings, options);
  const { version, forms = valueForms } = options;
  const cluster = new Cluster(await openStore(settings, printAddress(settings.listen)), { version, forms });
  const { store } = cluster;
  const observation = await Observation.begin(settings, options);
  const listeners = new Listeners(settings);
  const tokenUse = new TokenUse(store.lastUsed, options.log);
  const accessTokens = new AccessTokenRing(settings.adminToken);
  const record = new ServerRecord({ directory: settings.data, listening: printAddress(settings.listen), randomBytes });
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
  const limits = serverLimits(settings);
  const states = new ProjectStates({ store, catchUp: () => follower.catchUp(), hasAll: (end) => follower.has(end) });
  const workers = workersOf(settings, { catalog, counts: observation.counts, limits, log: options.log });
  const follower = new LogFollower({
    store,
    kind: storeKindOf(settings),
    followings: [
      events,
      ...(workers ? [workers] : []),
      catalog,
      states,
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
    newEpoch: () => randomBytes(8).toString("hex"),
    known: new KnownLog({ directory: settings.data, log: options.log }),
    emptyStore: settings.emptyStore,
    onLost: (known) => void lost.tell(known),
    lostStatus: () => lost.status,
  });
  const lost: LostCommits = new LostCommits({
    store,
    follower,
    directory: settings.data,
    log: options.log,
    now: options.now ?? Date.now,
    newCommitId,
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
    await listeners.stop();
    const written = Promise.all([follower.stop(), tokenUse.flush(), usage.stop(), cluster.leave()]);
    await Promise.race([written, sleep(lastWrites, undefined, { ref: false })]);
    await store.close();
    record.remove();
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
      states,
      follower,
      workers,
      usage,
      observation,
      leaving,
      limits,
      cluster,
      listeners,
      record,
    };
    return await serve(store, lasting, settings, options, () => stop(settings.stopDelay));
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
  readonly states: ProjectStates;
  readonly follower: LogFollower;
  readonly workers: WorkerPool | null;
  readonly usage: UsageWriter;
  readonly leaving: { readonly began: boolean };
  readonly observation: Observation;
  readonly limits: ServerLimits;
  readonly cluster: Cluster;
  readonly listeners: Listeners;
  readonly record: ServerRecord;
}

async function serve(
  store: Store,
  {
    tokenUse,
    accessTokens,
    grants,
    feedTokens,
    events,
    edges,
    catalog,
    states,
    follower,
    workers,
    usage,
    observation,
    leaving,
    limits,
    cluster,
    listeners,
    record,
  }: Lasting,
  settings: Settings,
  {
    demo,
    log,
    version,
    command = "drawbridge",
    isTerminal = false,
    now = Date.now,
    consoleFiles = builtConsole,
    lameDuck,
  }: ServerOptions,
  stop: () => Promise<void>,
): Promise<RunningServer> {
  const publisher = new Publisher(
    store,
    now,
    [observation.follower, (changes, head, commit) => follower.committed(changes, head, commit)],
    { tracing: observation.tracing, newCommitId, followed: follower, states },
  );
  publisher.onUncertain = () => void follower.catchUp();
  const publicUrl = () => listeners.publicUrl;
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
  const admin = adminApi({
    ...common,
    ...holders,
    logRetention,
    storeKind: storeKindOf(settings),
    catalog,
    randomBytes,
    publicUrl,
    readUrls: () => listeners.readUrls,
    proveServer: record.prove,
    version,
    log,
    ...observation.workings({
      catalog,
      usage,
      publisher,
      events,
      limits,
      edges,
      workers,
      cluster,
      sources,
      listeners,
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
    isPublicHttps: settings.publicUrl?.startsWith("https:") ?? false,
    clientAddress: holders.clientAddress,
    isLeaving: () => leaving.began,
  };
  const own = lameDuck === undefined ? {} : { limits: { lameDuck } };
  await listeners.open((address, duty) => {
    const cors = servesReads(duty);
    if (workers && cors) return workers.open(address, duty);
    return openListener({ address, onRequest: routed(duties, duty), cors, log, loggedAddress: loggedAddress(settings), ...own });
  });
  await workers?.start();
  const { urls } = listeners;
  // The listeners answer 503 until this is done: whoever watches sees a start, not an absence.
  await usage.start(await follower.start());
  await firstAdminToken(settings, publisher, accessTokens, now(), randomBytes);
  await payOwedGrants({ store, publisher });
  const { data } = settings;
  const isShared = settings.databaseUrl !== null;
  const accountLines = await offerFirstAccount({ store, now, randomBytes, publicUrl, data, isTerminal, isShared });
  const demoLines = demo ? await prepareDemo({ data: settings.data, publisher, urls, now, randomBytes, command }) : [];
  // The first formatter of a process costs some 30 ms, which no app's start is to wait for.
  timeText(0, "en", "UTC");
  keepRecord(record, urls.admin, log);
  const listening = [`Drawbridge ${version} is listening: ${listeners.text}`, `The console: ${publicUrl()}/console/`];
  const ofProxy = proxyWarning(settings);
  for (const warning of [runtimeWarning(process.version), ofProxy]) if (warning !== null) log.warn?.({}, warning);
  const warnings = ofProxy === null ? [] : [`Warning: ${ofProxy}`];
  return { urls, workers, banner: [...listening, ...warnings, ...demoLines, ...accountLines], stop };
}

/** A server that cannot write its record still serves; commands must then name it with `--url`. */
function keepRecord(record: ServerRecord, url: string, log: Log): void {
  try {
    record.write(url);
  } catch (error) {
    log.error({ err: error }, "The record for commands on this machine cannot be written: they need --url");
  }
}

function newCommitId(): string {
  return randomBytes(12).toString("base64url");
}

/** Null: reads are answered here. */
function workersOf(rules: Settings, parts: Omit<WorkerPoolOptions, "count" | "rules">): WorkerPool | null {
  const { workers: count, logLevel, logAddresses, unknownKeyLimit, keyLimit, trustedProxies } = rules;
  if (count === 0) return null;
  // Nothing else of the settings goes to other processes: there are secrets among them.
  return new WorkerPool({ ...parts, count, rules: { logLevel, logAddresses, unknownKeyLimit, keyLimit, trustedProxies } });
}
