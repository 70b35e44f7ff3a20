import type { Edge } from "drawbridge-rules/wire/edge.ts";
import { command } from "./command.ts";
import { printable, table } from "./output.ts";
import { minuteText } from "./time-text.ts";

export const edgeList = command({
  name: "edge list",
  meaning: "list connected edges and how far behind they are",
  examples: ["edge list"],
  notes: "As last reported by each edge. Edges disconnected for a day are dropped.",
  read: () => null,
  async run(_, { client, line, output }) {
    const edges = await client.listAll("listEdges");
    output.answer({ edges }, () =>
      edges.length === 0
        ? [`No edge has been connected in the last 24 hours. Set one up: ${line("edge-token create --name NAME")}`]
        : edgeTable(edges, output.columns),
    );
  },
});

function edgeTable(edges: readonly Edge[], columns: number | null): string[] {
  const rows = edges.map(({ id, token_name, host, address, connected_since, seen_at, revision, behind, version, tzdata }) => [
    id,
    token_name,
    host,
    address,
    connected_since === null ? `no, last seen ${minuteText(seen_at)}` : `since ${minuteText(connected_since)}`,
    revision === null ? "none yet" : String(revision),
    behind === null ? "all" : String(behind),
    version,
    tzdata,
  ]);
  const problems = edges.flatMap(({ id, problem }) => (problem === null ? [] : [`${id}: ${printable(problem)}`]));
  return [
    ...table(["EDGE", "TOKEN", "HOST", "ADDRESS", "CONNECTED", "REVISION", "BEHIND", "VERSION", "TZDATA"], rows, columns),
    ...(problems.length === 0 ? [] : ["", ...problems]),
  ];
}
