/** Problems of this process by code, for webhooks: those that its status shows. */
import type { ProgramStatus } from "../admin/admin-services.ts";
import type { EdgeOrigin } from "../edges/edge-api.ts";

/** Milliseconds without a report after which an edge is behind. */
const edgePatience = 120_000;

/** @param now epoch ms */
export function systemProblems(status: ProgramStatus, edges: Pick<EdgeOrigin, "list">, now: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { state, problem, name } of status.sources())
    if (state === "interrupted") found.set(`${name}.lost`, problem ?? `The ${name} is not responding`);
  const objects = status.objects()?.problem ?? null;
  if (objects !== null) found.set("objects.lost", objects);
  const clock = status.clock().problem;
  if (clock !== null) found.set("clock.wrong", clock);
  const away = edges.list
    .list(now)
    .filter(({ connectedSince, seenAt }) => connectedSince === null && now - seenAt > edgePatience);
  if (away.length > 0) found.set("edge.behind", `${away.map(({ tokenName }) => tokenName).join(", ")}: no longer following`);
  return found;
}
