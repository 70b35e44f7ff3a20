import { z } from "zod";
import { instant, next, record, revision, text, textOrNull, type Wire } from "./values.ts";

const edgeSchema = record("Edge", "An edge, as last reported by it", {
  id: text("Id of the edge", "e_h8r2mt6wqx"),
  token: text("Id of its edge token", "d_k3v7q2zd5m"),
  token_name: text("Name of its edge token", "Frankfurt"),
  host: text("Name of its machine", "edge-1"),
  address: text("Address that it connected from", "192.0.2.7"),
  connected_since: instant.nullable().describe("Null: not connected"),
  seen_at: instant,
  epoch: textOrNull.describe("Epoch that it answers from; null: none yet"),
  revision: revision.nullable().describe("Revision that it answers from; null: none yet"),
  behind: z.int().nullable().describe("Number of revisions it is behind; null: it has no data yet, or data of another epoch"),
  problem: textOrNull.describe("Why it cannot apply updates; null: it can"),
  version: text("Version of its program", "0.1.0"),
  tzdata: text("Version of its time zone data", "2026a"),
  followers: z.int().describe("Number of edges that follow it"),
  differences: z.int().describe("Full reloads since its start because its rows differed from its origin's"),
});
export type Edge = Wire<typeof edgeSchema>;

export const edgeListSchema = record("EdgeList", {
  epoch: text("Epoch of this server", "8f2c0e1b6a7d4c35"),
  revision: revision.describe("Current revision of this server"),
  edges: z.array(edgeSchema).describe("One page"),
  next,
});
export type EdgeList = Wire<typeof edgeListSchema>;
