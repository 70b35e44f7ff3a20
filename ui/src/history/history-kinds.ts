/** What a revision can be about; what others belong to comes first. */
import type { CommittedChange } from "drawbridge-rules/wire/history.ts";

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
] as const satisfies readonly CommittedChange["kind"][];
export type HistoryKind = (typeof historyKinds)[number];
