import type { StoreLinks, StoreName } from "./store-link-schema.ts";
import type { VersionPolicy } from "./version-policy.ts";

/** The stores that platforms open unless they say otherwise. */
export const usualStores: ReadonlyMap<string, StoreName> = new Map([
  ["android", "android"],
  ["ios", "apple"],
]);

export const emptyPolicy: VersionPolicy = { minimum: null, recommended: null, blocked: [], exempt: [] };

/** These exist in every project, declared or not. */
export const everyProjectHas: readonly string[] = ["ios", "android"];

/** Lower case: apps may write a platform in any case, projects in one. */
export function isPlatformName(name: string): boolean {
  return /^[a-z][a-z0-9_-]{0,31}$/.test(name);
}

export const platformNameRule = "a name of 1 to 32 characters a-z, 0-9, - and _ that begins with a letter";

/** Whether some version may be told to update. */
export function forces(policy: VersionPolicy): boolean {
  return policy.minimum !== null || policy.blocked.length > 0;
}

interface Opened {
  readonly store: StoreName | "none";
  readonly stores: StoreLinks;
}

/** Whether an app on this platform that is told to update finds nothing to open. */
export function lacksUpdateLink(platform: Opened, projectStores: StoreLinks): boolean {
  return platform.store !== "none" && (platform.stores[platform.store] ?? projectStores[platform.store]) === null;
}
