/** The first line of an edge's copy on the disk. */
import { longestZoneText } from "../base/zone-data.ts";
import { ContentRefusal } from "../log/replica/content-refusal.ts";
import { asCommit, asMark, asText } from "../log/replica/row-fields.ts";
import type { Snapshot, SnapshotKind } from "../log/replica/snapshot-file.ts";
import type { ReplicaState } from "./edge-replica.ts";

export interface EdgeHeading extends Omit<ReplicaState, "head"> {
  /** Name of the edge, reported to its origin. */
  readonly edge: string;
  readonly origin: string;
  /** Epoch ms. */
  readonly savedAt: number;
  /** Time zone data of the origin, as text; null: none. */
  readonly zones: string | null;
}

export type EdgeSnapshot = Snapshot<EdgeHeading>;

export const edgeSnapshot: SnapshotKind<EdgeHeading> = {
  name: "edge-copy",
  print: ({ edge, origin, commit, scope, projects, savedAt, zones }) => ({
    edge,
    origin,
    commit,
    scope,
    projects,
    saved_at: new Date(savedAt).toISOString(),
    zones,
  }),
  parse(fields) {
    const savedAt = Date.parse(asText(fields.saved_at, "its time", 40));
    return {
      edge: asText(fields.edge, "its edge", 40),
      origin: asText(fields.origin, "its origin", 2_000),
      commit: asCommit(fields.commit),
      scope: asMark(fields.scope, "its scope"),
      projects: asProjects(fields.projects),
      savedAt: Number.isNaN(savedAt) ? 0 : savedAt,
      zones: fields.zones === null ? null : asText(fields.zones, "its time zone data", longestZoneText),
    };
  },
};

/** @throws ContentRefusal */
export function asProjects(value: unknown): readonly string[] | null {
  if (value === null) return null;
  if (!Array.isArray(value) || value.length > 10_000) throw new ContentRefusal("the projects of a copy are not a list");
  return value.map((project) => asText(project, "a project"));
}
