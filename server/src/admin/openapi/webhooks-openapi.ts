/** Requests that webhooks get: one for each type of event, in the standard format. */
import { type EventType, eventTypes } from "drawbridge-rules/webhooks/event-type.ts";
import { eventSchemas } from "drawbridge-rules/wire/webhook-event.ts";
import { z } from "zod";
import type { DocumentedOperation, DocumentedParameter } from "./openapi-document.ts";

const summaries: Readonly<Record<EventType, string>> = {
  "maintenance.scheduled": "Maintenance was scheduled",
  "maintenance.started": "Maintenance started",
  "maintenance.changed": "Maintenance was moved, extended or edited",
  "maintenance.ended": "Maintenance ended, or was canceled",
  "maintenance.overrunning": "Maintenance is active after its planned end",
  "policy.published": "A version policy was published",
  "step.due": "A dated step of a version policy took place",
  "forced_share.exceeded": "The share of forced requests exceeds the limit of the project",
  "forced_share.recovered": "The share of forced requests is below the limit again",
  "change.proposed": "Approval of a change was requested",
  "change.decided": "A requested change was approved, published, rejected or withdrawn",
  "guard.overridden": "A change overrode guards",
  "key.expiring": "A read key or a token expires soon",
  "system.problem": "This server has a problem",
  "system.recovered": "A problem of this server ended",
};

const headerOf = (name: string, description: string, example: string): DocumentedParameter => ({
  name,
  in: "header",
  schema: z.string().meta({ description, examples: [example] }),
});

/** Headers of Standard Webhooks 1.0. */
const parameters = [
  headerOf("webhook-id", "Id of the event, the same when it is sent again", "evt_5f2c1e9a7b3d4860a1c2"),
  headerOf("webhook-timestamp", "Seconds since 1970 at which it was sent", "1795867200"),
  headerOf(
    "webhook-signature",
    "Signatures of id, timestamp and body, by Standard Webhooks",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

const description =
  "Sent until the answer is 2xx, for a day. Redirects are not followed. The members `text` and `url` say the same for people.";

export const webhookOperations: readonly DocumentedOperation[] = eventTypes.map((type) => ({
  method: "post",
  path: type,
  // `maintenance.started` → `onMaintenanceStarted`
  operationId: `on.${type}`.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
  tag: "Webhooks",
  summary: summaries[type],
  description,
  security: [],
  parameters,
  body: { required: true, content: { "application/json": { schema: eventSchemas[type] } } },
  answers: { 204: { description: "Accepted, like any 2xx" }, 410: { description: "Disables the webhook" } },
}));
