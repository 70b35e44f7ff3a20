/** Where a process is asked: the addresses of its settings, what is served at each of them, and how they are called from outside. */
import { type Address, isLoopback, printAddress } from "./base/address.ts";
import { dutiesByAddress, urlsByDuty, type WantedDuties } from "./http/duties-by-address.ts";
import type { Duty } from "./http/duty.ts";
import type { Listener } from "./http/listener.ts";
import type { ListenerStatus } from "./program-status.ts";
import type { Settings } from "./settings.ts";

/** Where each family is served, without a path. */
export interface DutyUrls {
  readonly config: string;
  readonly maintenance: string;
  readonly admin: string;
  readonly edge: string;
}

/** Milliseconds that requests in flight are given at a stop. Whatever starts the program has to wait for longer. */
export const grace = 10_000;

export class Listeners {
  readonly #settings: Settings;
  readonly #wanted: WantedDuties;
  readonly #addresses: ReturnType<typeof dutiesByAddress>;
  readonly #opened: Listener[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#wanted = wantedBy(settings);
    this.#addresses = dutiesByAddress(this.#wanted);
  }

  /** Those that are open. */
  get opened(): readonly Listener[] {
    return this.#opened;
  }

  /** One after the other. @throws what `openOne` does: those before it stay open, and are to be stopped */
  async open(openOne: (address: Address, duties: ReadonlySet<Duty>) => Promise<Listener>): Promise<void> {
    for (const [address, duties] of this.#addresses) this.#opened.push(await openOne(address, duties));
  }

  get urls(): DutyUrls {
    const urlOf = urlsByDuty(this.#wanted, this.#opened);
    return { config: urlOf("config"), maintenance: urlOf("maintenance"), admin: urlOf("admin"), edge: urlOf("edge") };
  }

  get readUrls(): Pick<DutyUrls, "config" | "maintenance"> {
    const { config, maintenance } = this.urls;
    return { config, maintenance };
  }

  /** Where people go. */
  get publicUrl(): string {
    const { publicUrl, adminListen } = this.#settings;
    const { admin } = this.urls;
    if (publicUrl !== null) return publicUrl;
    if (isLoopback(adminListen)) return admin;
    // Whoever listens to a network is reached by it, though the program itself would ask on this machine: nobody signs in there.
    return `http://${printAddress({ host: adminListen.host || "0.0.0.0", port: Number(new URL(admin).port) })}`;
  }

  get status(): ListenerStatus[] {
    return this.#opened.map(({ url }, i) => ({ url, serves: [...(this.#addresses[i]?.[1] ?? [])] }));
  }

  /** For whoever started the program. */
  get text(): string {
    const { config, maintenance, admin, edge } = this.urls;
    const forEdges = edge === admin ? "" : `, edges on ${edge}`;
    if (config === maintenance && config === admin) return `${config}${forEdges}`;
    return `/config on ${config}, /maintenance on ${maintenance}, admin API on ${admin}${forEdges}`;
  }

  /** Resolves when nobody is answered any more. */
  async stop(): Promise<void> {
    await Promise.all(this.#opened.map((listener) => listener.stop(grace)));
  }
}

function wantedBy({ configListen, maintenanceListen, listen, adminListen, edgeListen, workers }: Settings): WantedDuties {
  const addresses: [Duty, Address][] = [
    ["config", configListen],
    ["maintenance", maintenanceListen],
    ["health", listen],
    ["admin", adminListen],
    ["edge", edgeListen],
  ];
  return workers > 0 ? { addresses, apart: new Set<Duty>(["admin", "edge"]) } : { addresses };
}
