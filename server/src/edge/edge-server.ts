/** The composition root of an edge: settings → copy → catalog → listen, without a store, and without the admin API. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Catalog } from "../catalog/catalog.ts";
import { DrawbridgeError } from "../domain/errors.ts";
import { timeText } from "../domain/time-text.ts";
import { clientAddress } from "../http/client-address.ts";
import { dutiesByAddress, servesReads, urlsByDuty, type WantedDuties } from "../http/duties-by-address.ts";
import { type Duty, routed } from "../http/duty.ts";
import { type Listener, openListener } from "../http/listener.ts";
import { readLimits } from "../http/read-limits.ts";
import { serverLimits } from "../limits/server-limits.ts";
import type { RunningServer, ServerOptions } from "../server.ts";
import type { Settings } from "../settings.ts";
import type { SourceStatus } from "../source-status.ts";
import { CopyFile } from "./copy-file.ts";
import { type CopyLimits, copyLimits } from "./copy-rows.ts";
import { EdgeFollower, type EdgeTiming } from "./edge-follower.ts";
import type { HubLimits } from "./edge-hub.ts";
import { EdgeOrigin } from "./edge-origin.ts";
import { HeldCopy } from "./held-copy.ts";

export interface EdgeOptions extends Pick<ServerOptions, "log" | "version" | "now" | "lameDuck"> {
  readonly timing?: Partial<EdgeTiming>;
  readonly limits?: Partial<CopyLimits>;
  readonly hubLimits?: Partial<HubLimits>;
}

export interface RunningEdge extends RunningServer {
  status(): SourceStatus;
  /** What it has taken in, and who follows it in turn. */
  readonly follower: EdgeFollower;
  readonly edges: EdgeOrigin;
}

/** Milliseconds. */
const grace = 10_000;
const usageDropEvery = 60_000;

/** @throws invalid, unavailable: with a sentence for whoever starts it */
export async function startEdge(settings: Settings, options: EdgeOptions): Promise<RunningEdge> {
  const { log, version, now = Date.now } = options;
  const { edgeOrigin: origin, edgeToken: token } = settings;
  if (origin === null) throw new DrawbridgeError("invalid", "An edge needs the address of its origin: serve --edge https://…");
  if (token === null)
    throw new DrawbridgeError(
      "invalid",
      "An edge needs a token of its origin in DRAWBRIDGE_EDGE_TOKEN: drawbridge edge-token create makes one.",
    );
  if (settings.workers > 0)
    throw new DrawbridgeError("invalid", "An edge is one process: leave out DRAWBRIDGE_WORKERS, and run several edges.");
  const catalog = new Catalog();
  const held = new HeldCopy();
  const closedTo = () =>
    held.state?.projects ? "This edge has some projects alone, and cannot be followed: follow its origin." : null;
  const { trustedProxies, unknownKeyLimit: unknownTokenLimit } = settings;
  const edges = new EdgeOrigin({
    source: held,
    trustedProxies,
    unknownTokenLimit,
    closedTo,
    now,
    randomBytes,
    ...limitsOf(options),
  });
  const limits = serverLimits(settings);
  let isLeaving = false;
  const follower = new EdgeFollower({
    origin,
    token,
    version,
    held,
    file: new CopyFile(settings.data, { ...copyLimits, ...options.limits }),
    reader: {
      load(rows, head, changes) {
        if (catalog.head === null) catalog.load(rows, head);
        // What stayed as it was is not compiled again.
        else catalog.apply(changes, head);
        edges.hub.load(rows, head);
      },
      apply(changes, head) {
        catalog.apply(changes, head);
        edges.hub.apply(changes, head);
      },
    },
    followers: () => edges.hub.size,
    log,
    now,
    ...(options.timing ? { timing: options.timing } : {}),
    ...(options.limits ? { limits: options.limits } : {}),
  });
  const opened: Listener[] = [];
  // An edge tells nobody who asks: what is counted is let go of.
  const dropping = setInterval(() => dropUsage(catalog, now()), usageDropEvery).unref();
  const stop = async (delay: number) => {
    isLeaving = true;
    if (delay > 0) await sleep(delay);
    edges.close();
    await Promise.all(opened.map((listener) => listener.stop(grace)));
    clearInterval(dropping);
    await follower.stop();
  };
  try {
    const duties = {
      catalog,
      now,
      edge: edges.api,
      readLimits: readLimits({ ...limits, clientAddress: clientAddress(trustedProxies) }),
      shedding: limits.shedding,
      isLeaving: () => isLeaving,
    };
    const wanted = servedBy(settings);
    for (const [address, duty] of dutiesByAddress(wanted)) {
      const own = options.lameDuck === undefined ? {} : { limits: { lameDuck: options.lameDuck } };
      opened.push(await openListener({ address, onRequest: routed(duties, duty), cors: servesReads(duty), log, ...own }));
    }
    follower.start();
    // The first formatter of a process costs some 30 ms, which no app's start is to wait for.
    timeText(0, "en", "UTC");
    const urls = urlsOf(urlsByDuty(wanted, opened));
    return {
      urls,
      workers: null,
      banner: bannerOf(version, urls, origin, join(settings.data, "edge-copy"), held),
      stop: () => stop(settings.stopDelay),
      status: () => follower.status(),
      follower,
      edges,
    };
  } catch (error) {
    await stop(0);
    throw error;
  }
}

function limitsOf({ hubLimits }: EdgeOptions) {
  return hubLimits ? { limits: hubLimits } : {};
}

function dropUsage({ usage }: Catalog, now: number): void {
  usage.take();
  usage.takeGone();
  usage.forgetOld(now);
}

function servedBy({ configListen, maintenanceListen, listen, edgeListen }: Settings): WantedDuties {
  return {
    addresses: [
      ["config", configListen],
      ["maintenance", maintenanceListen],
      ["health", listen],
      ["edge", edgeListen],
    ],
  };
}

function urlsOf(urlOf: (duty: Duty) => string): RunningServer["urls"] {
  return { config: urlOf("config"), maintenance: urlOf("maintenance"), admin: "", edge: urlOf("edge") };
}

function bannerOf(
  version: string,
  { config, maintenance, edge }: RunningServer["urls"],
  origin: string,
  file: string,
  { state }: HeldCopy,
): string[] {
  const reads = config === maintenance ? config : `/config on ${config}, /maintenance on ${maintenance}`;
  const forEdges = edge === config ? "" : `, edges on ${edge}`;
  const from =
    state === null
      ? "It answers when the first copy has come."
      : `It answers from revision ${state.head.revision}, which is in ${file}.`;
  return [`Drawbridge ${version} is an edge of ${origin}, and is listening: ${reads}${forEdges}`, from];
}
