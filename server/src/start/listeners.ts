import type { Endpoint } from "drawbridge-rules/credentials/read-key.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { ListenerStatus } from "../admin/admin-services.ts";
import { type Address, isLoopback, printAddress } from "../base/address.ts";
import { loggedAddress } from "../base/http/client-address.ts";
import type { Log } from "../base/log.ts";
import type { Settings } from "../base/settings.ts";
import { AddressError, type Listener, openListener } from "../reads/listener/listener.ts";
import { createFastPath, createRequestHandler, type RouteGroup, type RouteHandlers } from "../reads/listener/listener-routes.ts";

/** Without a path. */
export type RouteGroupUrls = Readonly<Record<Endpoint | Exclude<RouteGroup, "reads">, string>>;

/** Milliseconds for requests in flight: the process manager must wait longer. */
export const stopGracePeriod = 10_000;

const listenSettings: Readonly<Record<RouteGroup, string>> = {
  reads: "DRAWBRIDGE_LISTEN",
  admin: "DRAWBRIDGE_ADMIN_LISTEN",
  metrics: "DRAWBRIDGE_METRICS_LISTEN",
  edge: "DRAWBRIDGE_EDGE_LISTEN",
};

type OpenListener = (address: Address, routeGroups: ReadonlySet<RouteGroup>, reusePort: boolean) => Promise<Listener>;

export function listenerOpener(
  routeHandlers: RouteHandlers,
  settings: Settings,
  { log, lameDuck }: { readonly log: Log; readonly lameDuck?: number },
): OpenListener {
  return (address, routeGroups, reusePort) =>
    openListener({
      address,
      reusePort,
      onRequest: createRequestHandler(routeHandlers, routeGroups),
      fastPath: createFastPath(routeHandlers, routeGroups),
      cors: routeGroups.has("reads"),
      log,
      loggedAddress: loggedAddress(settings),
      ...(lameDuck === undefined ? {} : { limits: { lameDuck } }),
    });
}

export class Listeners {
  readonly #settings: Settings;
  readonly #addresses: readonly (readonly [Address, ReadonlySet<RouteGroup>])[];
  readonly #opened: Listener[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#addresses = routeGroupsByAddress(settings);
  }

  get opened(): readonly Listener[] {
    return this.#opened;
  }

  /** Shared ones come later. @throws from `openOne`: the earlier ones must be stopped */
  open(openOne: OpenListener): Promise<void> {
    const isLater = (routeGroups: ReadonlySet<RouteGroup>) => this.#settings.sharedPort && routeGroups.has("reads");
    const last = this.#addresses.findIndex(([, routeGroups]) => isLater(routeGroups));
    return this.#openUntil(last < 0 ? this.#addresses.length : last, openOne);
  }

  /** @throws as `open` */
  openShared(openOne: OpenListener): Promise<void> {
    return this.#openUntil(this.#addresses.length, openOne);
  }

  async #openUntil(count: number, openOne: OpenListener): Promise<void> {
    for (const [address, routeGroups] of this.#addresses.slice(this.#opened.length, count)) {
      const reusePort = this.#settings.sharedPort && routeGroups.has("reads");
      this.#opened.push(
        await openOne(address, routeGroups, reusePort).catch((error) => this.#refuse(error, address, routeGroups)),
      );
    }
  }

  #refuse(error: unknown, address: Address, routeGroups: ReadonlySet<RouteGroup>): never {
    if (!(error instanceof AddressError)) throw error;
    const isShared = printAddress(address) === printAddress(this.#settings.listen);
    const [first] = routeGroups;
    const setting = isShared || first === undefined ? "DRAWBRIDGE_LISTEN" : listenSettings[first];
    throw new DrawbridgeError(
      error.code,
      `${error.message}. Set ${setting} to another address, such as ${setting}=${printAddress(error.other)}`,
      [],
      error,
    );
  }

  get urls(): RouteGroupUrls {
    const indexOf = (routeGroup: RouteGroup) => this.#addresses.findIndex(([, routeGroups]) => routeGroups.has(routeGroup));
    // "" until its listener is open.
    const urlOf = (routeGroup: RouteGroup) => this.#opened[indexOf(routeGroup)]?.url ?? "";
    const reads = urlOf("reads");
    return { config: reads, maintenance: reads, admin: urlOf("admin"), metrics: urlOf("metrics"), edge: urlOf("edge") };
  }

  get readUrls(): Pick<RouteGroupUrls, Endpoint> {
    const { config, maintenance } = this.urls;
    return { config, maintenance };
  }

  get publicUrl(): string {
    const { publicUrl, adminListen } = this.#settings;
    const { admin } = this.urls;
    if (publicUrl !== null) return publicUrl;
    if (isLoopback(adminListen)) return admin;
    // A listener on all addresses is reachable over the network by plain HTTP: sign-in must be refused.
    return `http://${printAddress({ host: adminListen.host || "0.0.0.0", port: Number(new URL(admin).port) })}`;
  }

  get status(): ListenerStatus[] {
    const reads = ["config", "maintenance", "health"] as const;
    return this.#opened.map(({ url }, i) => {
      const groups = [...(this.#addresses[i]?.[1] ?? [])];
      return { url, serves: groups.flatMap((group) => (group === "reads" ? reads : group)) };
    });
  }

  get text(): string {
    const { config, admin, metrics, edge } = this.urls;
    const others = `${metrics === admin ? "" : `, metrics on ${metrics}`}${edge === admin ? "" : `, edges on ${edge}`}`;
    return config === admin ? `${config}${others}` : `reads on ${config}, admin API on ${admin}${others}`;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#opened.map((listener) => listener.stop(stopGracePeriod)));
  }
}

function routeGroupsByAddress(settings: Settings): [Address, Set<RouteGroup>][] {
  const { listen, adminListen, metricsListen, edgeListen, sharedPort } = settings;
  const reads = ["reads", listen] as const;
  const others: (readonly [RouteGroup, Address])[] = [
    ["admin", adminListen],
    ["metrics", metricsListen],
    ["edge", edgeListen],
  ];
  const found = new Map<string, [Address, Set<RouteGroup>]>();
  for (const [routeGroup, address] of sharedPort ? [...others, reads] : [reads, ...others]) {
    const name = printAddress(address);
    const entry = found.get(name) ?? [address, new Set()];
    entry[1].add(routeGroup);
    found.set(name, entry);
  }
  return [...found.values()];
}
