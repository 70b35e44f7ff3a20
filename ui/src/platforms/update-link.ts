import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";

type Store = NonNullable<PlatformForm["store"]>;

type UpdateLink =
  /** A web app updates by a reload, for example. */
  | { readonly kind: "not_needed" }
  | { readonly kind: "own" | "project"; readonly link: string; readonly store: Store }
  | { readonly kind: "missing"; readonly store: Store };

/** Null means the platform has to name its store. */
export function defaultStore(platform: string): Store | null {
  if (platform === "android") return "android";
  return platform === "ios" ? "apple" : null;
}

export function updateLink(platform: string, policy: PlatformForm, ofProject: StoreLinks | undefined): UpdateLink {
  const store = policy.store ?? defaultStore(platform) ?? "none";
  if (store === "none") return { kind: "not_needed" };
  const own = policy.stores?.[store];
  if (own !== undefined) return { kind: "own", link: own, store };
  const shared = ofProject?.[store];
  return shared === undefined ? { kind: "missing", store } : { kind: "project", link: shared, store };
}

export function requiresSomeUpdate({ minimum, blocked = [] }: PlatformForm): boolean {
  return minimum !== undefined || blocked.length > 0;
}
