/** Which listeners a process opens: settings that name the same address share one. */
import { type Address, printAddress } from "../base/address.ts";
import type { Duty } from "./duty.ts";
import type { Listener } from "./listener.ts";

export interface WantedDuties {
  readonly addresses: readonly (readonly [Duty, Address])[];
  /** Duties that have a listener of their own beside those of reads, whatever their address: others answer the reads. */
  readonly apart?: ReadonlySet<Duty>;
}

/** In the order in which they are to be opened. */
export function dutiesByAddress({ addresses, apart }: WantedDuties): [Address, Set<Duty>][] {
  const found = new Map<string, [Address, Set<Duty>]>();
  for (const [duty, address] of addresses) {
    const name = `${apart?.has(duty) ?? false} ${printAddress(address)}`;
    const entry = found.get(name) ?? [address, new Set()];
    entry[1].add(duty);
    found.set(name, entry);
  }
  return [...found.values()];
}

/** Where each duty is served; "" where it is not. @param opened in that order */
export function urlsByDuty(wanted: WantedDuties, opened: readonly Listener[]): (duty: Duty) => string {
  const urls = new Map<Duty, string>();
  for (const [index, [, duties]] of dutiesByAddress(wanted).entries()) {
    for (const duty of duties) urls.set(duty, opened[index]?.url ?? "");
  }
  return (duty) => urls.get(duty) ?? "";
}

/** Whether a listener's own answers are for the pages of apps, too. */
export function servesReads(duties: ReadonlySet<Duty>): boolean {
  return duties.has("config") || duties.has("maintenance") || duties.has("health");
}
