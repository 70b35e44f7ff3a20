import { printInstant } from "drawbridge-rules/values/instant.ts";
import type * as wire from "drawbridge-rules/wire/edge.ts";
import type { KnownEdge } from "../../edges/edge-list.ts";
import type { Head } from "../../store/store.ts";
import type { AdminServices } from "../admin-services.ts";
import { type AdminRoute, ok, route } from "../request/admin-route.ts";
import { paginate } from "../request/page.ts";

export function edgeRoutes(services: AdminServices): AdminRoute[] {
  return [
    route("listEdges", {
      permission: "administrator",
      tag: "Edges",
      summary: "List edges seen within the last day, by token and host",
      answers: {
        200: { description: "One page of edges as last reported, and the position of this server" },
      },
      handle: async (request) => {
        const { edges, store, now } = services;
        const head = edges.hub.head ?? (await store.head());
        const { items, next } = paginate(edges.list.list(now()), request.query, ({ tokenName, token, report }) => [
          tokenName,
          token,
          report.host,
          report.edge,
        ]);
        return ok<"listEdges">({ ...head, edges: items.map((edge) => printEdge(edge, head)), next });
      },
    }),
  ];
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
