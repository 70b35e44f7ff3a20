/** The edges of this server: which follow, how far they are, and what they cannot take in. What they say is their own word. */

import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/edge.ts";
import type { PageQuery } from "drawbridge-rules/wire/page.ts";
import type { KnownEdge } from "../../edge/edge-list.ts";
import type { EdgeOrigin } from "../../edge/edge-origin.ts";
import type { Head, Store } from "../../store/store.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, route } from "./admin-route.ts";
import { pageOf } from "./page.ts";

interface EdgesServices {
  readonly store: Store;
  readonly edges: Pick<EdgeOrigin, "list" | "hub">;
  /** Epoch ms. */
  readonly now: () => number;
}

export function edgeRoutes(workings: EdgesServices): AdminRoute[] {
  return [
    route("listEdges", {
      permission: "administrator",
      tag: "Edges",
      summary: "List edges seen within the last day, by token and host",
      answers: {
        200: { description: "A page of them, as they last said, and where this server stands" },
      },
      handle: (request) => list(workings, request),
    }),
  ];
}

async function list({ edges, store, now }: EdgesServices, request: AdminRequest<PageQuery>): Promise<AdminAnswer> {
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
