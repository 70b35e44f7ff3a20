/** The id of an event is `<epoch>.<revision>`. */
import { z } from "zod";
import { actor, resourceKind } from "./history.ts";
import { actorName, commitReason } from "./problem.ts";
import { flag, instant, record, revision, text, type Wire } from "./values.ts";

export const commitEventSchema = record("CommitEvent", "Data of `commit`: the changed resources, without values", {
  revision,
  at: instant,
  actor,
  actor_name: actorName,
  reason: commitReason,
  changes: z
    .array(
      z.strictObject({
        project: text("Only in the stream of all projects; empty: the installation", "acme-shop").optional(),
        kind: resourceKind,
        id: text("Id of the resource", "ios"),
      }),
    )
    .describe("At most 500"),
  more: z.literal(true).optional().describe("There are more changes than listed"),
});
export type CommitEvent = Wire<typeof commitEventSchema>;

export const positionEventSchema = record(
  "PositionEvent",
  "Data of `ready`, and of `resync` where events were missed: later revisions follow",
  { revision },
);
export type PositionEvent = Wire<typeof positionEventSchema>;

export const eventsQuery = z.strictObject({
  after: text("`id` of the last event received, for clients that cannot send Last-Event-ID", "8f2c0e1b6a7d4c35.42").optional(),
  follow: flag.optional().describe("`false`: send missed events, then close; `true` by default"),
});
