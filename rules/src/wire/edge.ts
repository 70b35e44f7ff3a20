import { z } from "zod";
import { next } from "./page.ts";
import { instant, record, revision, textOrNull } from "./values.ts";
import type { Wire } from "./wire.ts";

const edgeSchema = record("Edge", "An edge, as last reported by it", {
  id: z.string().meta({ examples: ["e_h8r2mt6wqx"] }),
  token: z.string().meta({ description: "Id of its edge token", examples: ["d_k3v7q2zd5m"] }),
  token_name: z.string().meta({ examples: ["Frankfurt"] }),
  host: z.string().meta({ examples: ["edge-1"] }),
  address: z.string().meta({ examples: ["192.0.2.7"] }),
  connected_since: instant.nullable().meta({ description: "Null: not connected" }),
  seen_at: instant,
  epoch: textOrNull.meta({ description: "Epoch that it answers from; null: none yet" }),
  revision: revision.nullable().meta({ description: "Revision that it answers from; null: none yet" }),
  behind: z
    .int()
    .nullable()
    .meta({ description: "Number of revisions it is behind; null: it has no data yet, or data of another epoch" }),
  problem: textOrNull.meta({ description: "Why it cannot apply updates; null: it can" }),
  version: z.string().meta({ examples: ["0.1.0"] }),
  tzdata: z.string().meta({ description: "Version of its time zone data", examples: ["2026a"] }),
  followers: z.int().meta({ description: "Number of edges that follow it" }),
  differences: z.int().meta({ description: "Full reloads since its start because its rows differed from its origin's" }),
});
export type Edge = Wire<typeof edgeSchema>;

export const edgeListSchema = record("EdgeList", {
  epoch: z.string().meta({ description: "Epoch of this server" }),
  revision: revision.meta({ description: "Current revision of this server" }),
  edges: z.array(edgeSchema),
  next,
});
export type EdgeList = Wire<typeof edgeListSchema>;
