/**
 * The kinds of resource that the log holds. Whatever is not listed here (sessions, idempotency results,
 * last-used times …) is never in the log and has a table of its own.
 */
export type Kind =
  | "project"
  | "platform"
  | "instance"
  | "window"
  | "override"
  | "manifest"
  | "read_key"
  | "feed_token"
  | "access_token"
  | "edge_token"
  | "grant"
  | "protection"
  | "proposal";

interface KindRules {
  /** Rolling back a project writes the old values of these again, and of no other. */
  readonly rollsBack: boolean;
  /** Whether `history` shows it. */
  readonly inHistory: boolean;
  /** Whether an edge gets it. */
  readonly travels: boolean;
}

export const kinds: Readonly<Record<Kind, KindRules>> = {
  project: { rollsBack: true, inHistory: true, travels: true },
  platform: { rollsBack: true, inHistory: true, travels: true },
  instance: { rollsBack: true, inHistory: true, travels: true },
  window: { rollsBack: true, inHistory: true, travels: true },
  override: { rollsBack: false, inHistory: true, travels: true },
  // What the last `apply` said; only there to notice that something was changed another way since.
  manifest: { rollsBack: false, inHistory: false, travels: false },
  read_key: { rollsBack: false, inHistory: true, travels: true },
  // An edge serves no feeds.
  feed_token: { rollsBack: false, inHistory: true, travels: false },
  access_token: { rollsBack: false, inHistory: true, travels: false },
  // An edge that has every project gets these beside what travels, as hashes: it may be followed in turn.
  edge_token: { rollsBack: false, inHistory: true, travels: false },
  grant: { rollsBack: false, inHistory: true, travels: false },
  // Going back to before a project was protected would take the protection off.
  protection: { rollsBack: false, inHistory: true, travels: false },
  proposal: { rollsBack: false, inHistory: true, travels: false },
};

/** Kinds that history shows: what others belong to comes first. */
export const historyKinds = [
  "project",
  "platform",
  "instance",
  "window",
  "override",
  "protection",
  "proposal",
  "read_key",
  "feed_token",
  "access_token",
  "edge_token",
  "grant",
] as const satisfies readonly Kind[];
export type HistoryKind = (typeof historyKinds)[number];
