/** Which listeners a process opens: settings that name the same address share one. */
import { type Address, printAddress } from "./address.ts";
import type { Duty } from "./duty.ts";
import type { Listener } from "./listener.ts";

export type DutiesByAddress = readonly (readonly [Address, ReadonlySet<Duty>])[];

/** In the order in which they are to be opened. @param apart duties that share with each other alone: other processes have the rest */
export function dutiesByAddress(
  wanted: readonly (readonly [Duty, Address])[],
  apart: ReadonlySet<Duty> = new Set(),
): DutiesByAddress {
  const found = new Map<string, [Address, Set<Duty>]>();
  for (const [duty, address] of wanted) {
    const name = `${apart.has(duty) ? "apart " : ""}${printAddress(address)}`;
    const entry = found.get(name) ?? [address, new Set()];
    entry[1].add(duty);
    found.set(name, entry);
  }
  return [...found.values()];
}

/** Where a duty is served; "" before it is. @param opened in the order of `addresses` */
export function urlsByDuty(addresses: DutiesByAddress, opened: readonly Pick<Listener, "url">[]): (duty: Duty) => string {
  return (duty) => opened[addresses.findIndex(([, duties]) => duties.has(duty))]?.url ?? "";
}

/** Whether a listener's own answers are for the pages of apps, too. */
export function servesReads(duties: ReadonlySet<Duty>): boolean {
  return duties.has("config") || duties.has("maintenance") || duties.has("health");
}
