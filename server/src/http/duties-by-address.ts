/** Which listeners a process opens: settings that name the same address share one. */
import { type Address, printAddress } from "./address.ts";
import type { Duty } from "./duty.ts";
import type { Listener } from "./listener.ts";

type Wanted = readonly (readonly [Duty, Address])[];

/** In the order in which they are to be opened. */
export function dutiesByAddress(wanted: Wanted): [Address, Set<Duty>][] {
  const found = new Map<string, [Address, Set<Duty>]>();
  for (const [duty, address] of wanted) {
    const entry = found.get(printAddress(address)) ?? [address, new Set()];
    entry[1].add(duty);
    found.set(printAddress(address), entry);
  }
  return [...found.values()];
}

/** Where each address is served. @param opened in that order */
export function urlsByAddress(wanted: Wanted, opened: readonly Listener[]): (address: Address) => string {
  const urls = new Map(dutiesByAddress(wanted).map(([address], index) => [printAddress(address), opened[index]?.url ?? ""]));
  return (address) => urls.get(printAddress(address)) ?? "";
}

/** Whether a listener's own answers are for the pages of apps, too. */
export function servesReads(duties: ReadonlySet<Duty>): boolean {
  return duties.has("config") || duties.has("maintenance") || duties.has("health");
}
