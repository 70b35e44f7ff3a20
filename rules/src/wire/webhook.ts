import { z } from "zod";
import { requestShape, wireShape } from "../values/member.ts";
import { eventTypes } from "../webhooks/event-type.ts";
import { webhookChoices, webhookMembers } from "../webhooks/webhook.ts";
import { count, instant, listOf, record, revision, text, textOrNull, type Wire } from "./values.ts";

const fields = { id: text("Id of the webhook", "w_k3v7q2zd5m"), ...wireShape(webhookMembers) };

export const listedWebhook = record("Webhook", {
  ...fields,
  waiting: count.describe("Deliveries that are to be sent, or sent again"),
  failing_since: instant.nullable().describe("Time of the oldest event that it has not accepted; null: none"),
  last_answer: textOrNull.meta({ description: "Result of the last delivery; null: none yet", examples: ["HTTP 200"] }),
  last_delivered_at: instant.nullable().describe("When it last accepted one; null: never"),
});
export type Webhook = Wire<typeof listedWebhook>;
export const webhookListSchema = listOf("WebhookList", "webhooks", listedWebhook);
export type WebhookList = Wire<typeof webhookListSchema>;

const secret = text("Secret of the signatures, shown only in this answer", "whsec_…");
export const createdWebhook = record("CreatedWebhook", { ...fields, revision, secret });
export type CreatedWebhook = Wire<typeof createdWebhook>;
export const changedWebhook = record("ChangedWebhook", { ...fields, revision });
export type ChangedWebhook = Wire<typeof changedWebhook>;

const request = requestShape(webhookChoices);
export const webhookRequest = record("WebhookRequest", {
  ...request,
  format: request.format.optional().describe("`standard` by default"),
});
export type WebhookRequest = Wire<typeof webhookRequest>;
export const webhookPatch = z
  .strictObject({
    ...request,
    disabled: z
      .literal(false, { error: "expected false, which enables it; to stop it, delete it" })
      .optional()
      .describe("False: send again after it was disabled"),
  })
  .partial()
  .meta({ id: "WebhookPatch", description: "Members to change", examples: [{ disabled: false }] });
export type WebhookPatch = Wire<typeof webhookPatch>;

export const deliverySchema = record("Delivery", {
  event: text("Id of the event", "evt_5f2c1e9a7b3d4860a1c2"),
  type: z.enum(eventTypes).describe("Type of the event"),
  project: textOrNull.meta({ description: "Id of the project; null: the installation", examples: ["acme-shop"] }),
  text: text("Sentence for people", "Ada started maintenance of Acme Europe until 21:17"),
  happened_at: instant,
  state: z
    .enum(["waiting", "delivered", "failed"])
    .meta({ id: "DeliveryState", description: "`waiting`: to be sent, or sent again; `failed`: given up after a day" }),
  attempts: count.describe("How often it was sent"),
  next_attempt_at: instant.nullable().describe("Null: it is not waiting"),
  answer: textOrNull.meta({ description: "Result of the last attempt; null: none yet", examples: ["HTTP 500"] }),
});
export type Delivery = Wire<typeof deliverySchema>;
export const deliveryListSchema = record("DeliveryList", {
  deliveries: z.array(deliverySchema).describe("The last 100, newest first"),
});
export type DeliveryList = Wire<typeof deliveryListSchema>;

const eventRule = "expected the id of an event: evt_…";
export const replayRequest = record("ReplayRequest", {
  event: z
    .string({ error: eventRule })
    .regex(/^evt_\w{1,60}$/, { error: eventRule })
    .optional()
    .meta({ description: "Only this event; default: all that failed", examples: ["evt_5f2c1e9a7b3d4860a1c2"] }),
});
export const replayAnswer = record("ReplayAnswer", { replayed: count.describe("Deliveries that are sent again") });
export const testAnswer = record("WebhookTest", {
  delivered: z.boolean().describe("Whether the receiver accepted it"),
  answer: text("Its answer, or why there is none", "HTTP 200"),
});
