/** Which listeners a process opens: settings that name the same address share one. */
import { type Address, printAddress } from "../../base/address.ts";
import type { Listener } from "./listener.ts";
import type { RouteGroup } from "./listener-routes.ts";

export type RouteGroupAddresses = readonly (readonly [RouteGroup, Address])[];

/** In the order in which they are opened. */
export function routeGroupsByAddress(addresses: RouteGroupAddresses): [Address, Set<RouteGroup>][] {
  const found = new Map<string, [Address, Set<RouteGroup>]>();
  for (const [routeGroup, address] of addresses) {
    const name = printAddress(address);
    const entry = found.get(name) ?? [address, new Set()];
    entry[1].add(routeGroup);
    found.set(name, entry);
  }
  return [...found.values()];
}

/** Where each route group is served; "" where it is not. @param opened in that order */
export function urlsByRouteGroup(wanted: RouteGroupAddresses, opened: readonly Listener[]): (routeGroup: RouteGroup) => string {
  const urls = new Map<RouteGroup, string>();
  for (const [index, [, routeGroups]] of routeGroupsByAddress(wanted).entries()) {
    for (const routeGroup of routeGroups) urls.set(routeGroup, opened[index]?.url ?? "");
  }
  return (routeGroup) => urls.get(routeGroup) ?? "";
}

/** Returns whether a listener's own answers are for the pages of apps, too. */
export function servesReads(routeGroups: ReadonlySet<RouteGroup>): boolean {
  return routeGroups.has("config") || routeGroups.has("maintenance") || routeGroups.has("health");
}
