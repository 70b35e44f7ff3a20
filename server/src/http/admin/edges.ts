/** The edges of this server: which follow, how far they are, and what they cannot take in. What they say is their own word. */
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import type { KnownEdge } from "../../edge/edge-list.ts";
import type { EdgeOrigin } from "../../edge/edge-origin.ts";
import type { Head, Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { printInstant } from "./instant.ts";
import { next, pageOf, pageQuery } from "./page.ts";
import { instant, revision } from "./wire-schema.ts";

interface EdgesServices {
  readonly store: Store;
  readonly edges: Pick<EdgeOrigin, "list" | "hub">;
  /** Epoch ms. */
  readonly now: () => number;
}

const query = z.strictObject(pageQuery);

const edgeSchema = z
  .strictObject({
    id: z.string().meta({ examples: ["e_h8r2mt6wqx"] }),
    token: z.string().meta({ description: "Id of the edge token that it has", examples: ["d_k3v7q2zd5m"] }),
    token_name: z.string().meta({ examples: ["Frankfurt"] }),
    host: z.string().meta({ examples: ["edge-1"] }),
    address: z.string().meta({ examples: ["192.0.2.7"] }),
    connected_since: instant.nullable().meta({ description: "Null: it does not follow now" }),
    seen_at: instant,
    epoch: z.string().nullable(),
    revision: revision.nullable().meta({ description: "What it answers from; null: nothing yet" }),
    behind: z
      .int()
      .nullable()
      .meta({ description: "Revisions that it has not, as it last said; null: it answers from nothing, or from another epoch" }),
    problem: z.string().nullable().meta({ description: "Why it does not take in what it is told; null: it does" }),
    version: z.string().meta({ examples: ["0.1.0"] }),
    tzdata: z.string().meta({ description: "Version of its time zones", examples: ["2026a"] }),
    followers: z.int().meta({ description: "Edges that follow it" }),
    differences: z.int().nullable().meta({
      description:
        "How often since its start it had other rows than its origin, and took in everything again; null: an older edge",
    }),
  })
  .meta({ id: "Edge" });
const listSchema = z.strictObject({ epoch: z.string(), revision, edges: z.array(edgeSchema), next }).meta({ id: "EdgeList" });

export function edgeRoutes(workings: EdgesServices): AdminRoute[] {
  return [
    route("listEdges", {
      permission: "administrator",
      tag: "Edges",
      summary: "The edges that follow this server, or have within the last day, by token and host",
      query,
      answers: { 200: { description: "A page of them, as they last said, and where this server stands", schema: listSchema } },
      handle: (request) => list(workings, request),
    }),
  ];
}

async function list({ edges, store, now }: EdgesServices, request: AdminRequest<z.infer<typeof query>>): Promise<AdminAnswer> {
  const head = edges.hub.head ?? (await store.head());
  const { items, next } = pageOf(edges.list.list(now()), request.query, ({ tokenName, token, report }) => [
    tokenName,
    token,
    report.host,
    report.edge,
  ]);
  const body: wire.EdgeList = { ...head, edges: items.map((edge) => printEdge(edge, head)), next };
  return { status: 200, body };
}

function printEdge({ report, token, tokenName, address, connectedSince, seenAt }: KnownEdge, head: Head): wire.Edge {
  const { edge, host, head: has, problem, version, tzdata, followers, differences } = report;
  return {
    id: edge,
    token,
    token_name: tokenName,
    host,
    address,
    connected_since: connectedSince === null ? null : printInstant(connectedSince),
    seen_at: printInstant(seenAt),
    epoch: has?.epoch ?? null,
    revision: has?.revision ?? null,
    behind: has?.epoch === head.epoch ? Math.max(0, head.revision - has.revision) : null,
    problem,
    version,
    tzdata,
    followers,
    differences,
  };
}
