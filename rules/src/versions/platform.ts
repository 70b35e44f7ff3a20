import type { ProblemSink } from "../values/errors.ts";
import { below, listed, readMap, readWord } from "../values/fields.ts";
import { parseStoreLinks, printStoreLinks, type StoreLinks, type StoreName } from "./store-link.ts";
import { parsePolicy, type VersionPolicy } from "./version-policy.ts";

/** What an app runs on, with the link it needs for an update and its version policy. */
export interface Platform {
  /** The link that an app on this platform opens to update; `none` where there is no such thing (a web app). */
  readonly store: StoreName | "none";
  /** The platform's own links; where one is not set, the project's is given. */
  readonly stores: StoreLinks;
  readonly policy: VersionPolicy;
}

const keys = ["minimum", "recommended", "blocked", "exempt", "store", "stores"];
const defaultStores: ReadonlyMap<string, StoreName> = new Map([
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

export function parsePlatform(value: unknown, path: string, name: string, problems: ProblemSink): Platform | null {
  if (!isPlatformName(name)) problems.push({ path, message: `expected ${platformNameRule}` });
  const map = readMap(value ?? {}, path, problems, keys);
  if (!map) return null;
  return {
    store: readStore(map.store, below(path, "store"), name, problems),
    stores: parseStoreLinks(map.stores, below(path, "stores"), problems),
    policy: parsePolicy(map, path, problems),
  };
}

function readStore(value: unknown, path: string, name: string, problems: ProblemSink): Platform["store"] {
  const words = ["android", "apple", "none"] as const;
  if (value !== undefined) return readWord(value, path, problems, words) ?? "none";
  const store = defaultStores.get(name);
  if (store === undefined) problems.push({ path, message: `expected ${listed(words, "or")}: the link that a blocked app opens` });
  return store ?? "none";
}

export function printPlatform(platform: Platform, name: string): Record<string, unknown> {
  const { policy } = platform;
  const stores = printStoreLinks(platform.stores);
  return {
    ...printPolicy(policy),
    ...(platform.store === defaultStores.get(name) ? {} : { store: platform.store }),
    ...(stores ? { stores } : {}),
  };
}

export function printPolicy(policy: VersionPolicy): Record<string, unknown> {
  return {
    ...(policy.minimum === null ? {} : { minimum: policy.minimum }),
    ...(policy.recommended === null ? {} : { recommended: policy.recommended }),
    ...(policy.blocked.length === 0 ? {} : { blocked: [...policy.blocked] }),
    ...(policy.exempt.length === 0 ? {} : { exempt: [...policy.exempt] }),
  };
}

/** Whether some version may be told to update. */
export function forces(policy: VersionPolicy): boolean {
  return policy.minimum !== null || policy.blocked.length > 0;
}

/** Whether an app on this platform that is told to update finds nothing to open. */
export function lacksUpdateLink(platform: Platform, projectStores: StoreLinks): boolean {
  return platform.store !== "none" && (platform.stores[platform.store] ?? projectStores[platform.store]) === null;
}
