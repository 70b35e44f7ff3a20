import { policiesOverTime } from "./policy-step.ts";
import type { StoreLinks, StoreName } from "./store-link-schema.ts";
import type { VersionPolicy } from "./version-policy.ts";

export const defaultStores: ReadonlyMap<string, StoreName> = new Map([
  ["android", "android"],
  ["ios", "apple"],
]);

export const emptyPolicy: VersionPolicy = { minimum: null, recommended: null, blocked: [], exempt: [] };

/** They exist in every project, declared or not. */
export const builtInPlatforms: readonly string[] = ["ios", "android"];

export function allPlatforms(own: Iterable<string>): ReadonlySet<string> {
  return new Set([...builtInPlatforms, ...own]);
}

/** Lower case: apps may send a platform in any case, projects declare it in one. */
export function isPlatformName(name: string): boolean {
  return /^[a-z][a-z0-9_-]{0,31}$/.test(name);
}

export const platformNameRule = "a name of 1 to 32 characters a-z, 0-9, - and _ that begins with a letter";

export function forces(policy: VersionPolicy): boolean {
  return policiesOverTime(policy).some(({ minimum, blocked }) => minimum !== null || blocked.length > 0);
}

export function lacksUpdateLink(
  { store, stores }: { readonly store: StoreName | "none"; readonly stores: StoreLinks },
  projectStores: StoreLinks,
): boolean {
  return store !== "none" && (stores[store] ?? projectStores[store]) === null;
}
