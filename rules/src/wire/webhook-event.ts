/** Bodies of webhooks in the standard format. */
import { z } from "zod";
import { type EventType, eventTypes } from "../webhooks/event-type.ts";
import { platform, windowId } from "./finding.ts";
import { count, guardCode, instant, record, text, textOrNull, type Wire } from "./values.ts";

const idList = (noun: string, example: string) =>
  z
    .array(z.string())
    .nullable()
    .meta({ description: `Ids of the ${noun} that it covers; null: it names none`, examples: [[example]] });

const maintenance = record("EventMaintenance", {
  window: windowId,
  occurrence: textOrNull.meta({ description: "Planned local start; null: the whole window", examples: ["2026-12-06T02:00"] }),
  name: text("Name of the window", "Maintenance of Acme Europe"),
  start: instant.nullable().describe("Null: no occurrence is ahead"),
  end: instant.nullable().describe("Its end as it is now; null: no occurrence is ahead"),
  platforms: idList("platforms", "ios"),
  instances: idList("instances", "eu-1"),
});
export type EventMaintenance = Wire<typeof maintenance>;

const forcedShare = {
  platform,
  share: z.number().describe("Percent of the platform's requests of the last hour that were forced to update"),
  limit: z.number().describe("Limit of the project, in percent"),
  requests: count.describe("Requests of the last hour. They can be forged"),
};
const proposal = {
  proposal: text("Id of the request for approval", "p_k3v7q2zd5m"),
  decision: z.enum(["approved", "published", "rejected", "withdrawn"]).nullable().describe("Null: it is open"),
};
const system = {
  problem: text("What is wrong, or was", "store.lost"),
  best_effort: z.literal(true).describe("Sent from memory by the process that noticed it, and never stored"),
};

const details = {
  "maintenance.scheduled": { maintenance },
  "maintenance.started": { maintenance },
  "maintenance.changed": { maintenance },
  "maintenance.ended": { maintenance },
  "maintenance.overrunning": { maintenance },
  "policy.published": { platform },
  "step.due": {
    platform,
    minimum: textOrNull.describe("Minimum from now on; null: unchanged"),
    recommended: textOrNull.describe("Recommended version from now on; null: unchanged"),
  },
  "forced_share.exceeded": forcedShare,
  "forced_share.recovered": forcedShare,
  "change.proposed": proposal,
  "change.decided": proposal,
  "guard.overridden": { guards: z.array(guardCode).describe("Guards that the commit overrode") },
  "key.expiring": {
    key: record("EventKey", {
      kind: z.enum(["read_key", "token"]).describe("Kind of the credential"),
      id: text("Its id", "k_m4t9wzq2hd"),
      name: text("Its name", "ios app"),
      expires_at: instant,
    }),
  },
  "system.problem": system,
  "system.recovered": system,
} as const satisfies Readonly<Record<EventType, z.ZodRawShape>>;

const actor = record("EventActor", {
  kind: z.enum(["person", "token", "system"]).describe("Who it was"),
  name: text("Name at the time", "Ada"),
});

const common = {
  id: text("The same in every delivery, like the header `webhook-id`", "evt_5f2c1e9a7b3d4860a1c2"),
  project: textOrNull.meta({ description: "Id of the project; null: the installation", examples: ["acme-shop"] }),
  revision: z.int().nullable().describe("Commit that caused it; null: the clock, or the process"),
  actor: actor.nullable().describe("Null: the clock or the process caused it"),
  reason: textOrNull.describe("Reason that the author gave; null: none"),
  url: text("Page of the console", "https://drawbridge.example.com/console/projects/acme-shop/maintenance"),
  text: text("Sentence for people", "Ada started maintenance of Acme Europe until 21:17"),
  late: z.boolean().describe("True: it could not be sent when it happened, since no process was running"),
};

export type EventDetails = { readonly [T in EventType]: Wire<z.ZodObject<(typeof details)[T]>> };
type Common = Wire<z.ZodObject<typeof common>>;

export type EventOf<T extends EventType> = {
  readonly type: T;
  readonly timestamp: string;
  readonly data: Common & EventDetails[T];
};
export type WebhookEvent = { [T in EventType]: EventOf<T> }[EventType];

/** `maintenance.started` → `MaintenanceStartedEvent` */
export const eventSchemas = Object.fromEntries(
  eventTypes.map((type) => {
    const name = type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
    const data = z.strictObject({ ...common, ...details[type] }).describe("The event");
    const shape = { type: z.literal(type).describe("Type of the event"), timestamp: instant, data };
    return [type, record(`${name}Event`, shape)];
  }),
) as unknown as Readonly<Record<EventType, z.ZodType<WebhookEvent>>>;
