export type Kind =
  | "project"
  | "platform"
  | "instance"
  | "window"
  | "override"
  | "manifest"
  | "read_key"
  | "token"
  | "grant"
  | "protection"
  | "proposal"
  | "webhook";

/** Edges receive the kinds that travel. */
export const kinds: Readonly<Record<Kind, Readonly<Record<"rollsBack" | "inHistory" | "travels", boolean>>>> = {
  project: { rollsBack: true, inHistory: true, travels: true },
  platform: { rollsBack: true, inHistory: true, travels: true },
  instance: { rollsBack: true, inHistory: true, travels: true },
  window: { rollsBack: true, inHistory: true, travels: true },
  override: { rollsBack: false, inHistory: true, travels: true },
  // The last applied manifest, used only to detect changes made another way since.
  manifest: { rollsBack: false, inHistory: false, travels: false },
  read_key: { rollsBack: false, inHistory: true, travels: true },
  // An edge that follows every project receives hashes of edge tokens: other edges may follow it.
  token: { rollsBack: false, inHistory: true, travels: false },
  grant: { rollsBack: false, inHistory: true, travels: false },
  // A rollback to a time before a project was protected would remove the protection.
  protection: { rollsBack: false, inHistory: true, travels: false },
  proposal: { rollsBack: false, inHistory: true, travels: false },
  webhook: { rollsBack: false, inHistory: true, travels: false },
};

/** Parents before the kinds that belong to them. */
export const historyKinds = [
  "project",
  "platform",
  "instance",
  "window",
  "override",
  "protection",
  "proposal",
  "read_key",
  "token",
  "grant",
  "webhook",
] as const satisfies readonly Kind[];
export type HistoryKind = (typeof historyKinds)[number];
