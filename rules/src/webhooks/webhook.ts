/** Receivers of events outside of the program. They belong to the installation. */
import { z } from "zod";
import { credentialChoices } from "../credentials/credential-schema.ts";
import type { Problem } from "../values/errors.ts";
import { listed, readLine } from "../values/fields.ts";
import { instantMember, internal, mapMember, orNull, plain, type Stored, wireShape } from "../values/member.ts";
import { instant, record, text } from "../wire/values.ts";
import { type EventType, eventTypes, webhookFormats } from "./event-type.ts";

const longestUrl = 2_000;
const mostNames = 100;
const urlRule = `expected an http:// or https:// URL of at most ${longestUrl} characters, without user and password`;

const names = (id: string, noun: string, example: string) =>
  plain(
    z
      .array(z.string().min(1).max(128), { error: `expected a list of ids of ${noun}, or null for all` })
      .min(1)
      .max(mostNames)
      .nullable()
      .meta({ id, description: `Only events of these ${noun}, and those of none; null: of all`, examples: [[example]] }),
  );

export const webhookChoices = {
  name: credentialChoices.name,
  url: plain(
    z
      .string({ error: urlRule })
      .max(longestUrl, { error: urlRule })
      .refine(isUrl, { error: urlRule })
      .meta({ id: "WebhookUrl", description: "Address of the receiver", examples: ["https://hooks.example.com/drawbridge"] }),
  ),
  format: plain(
    z.enum(webhookFormats, { error: `expected ${listed(webhookFormats, "or")}` }).meta({
      id: "WebhookFormat",
      description:
        "`standard`: Standard Webhooks; `slack`, `teams`: messages; `alertmanager`: a silence for each maintenance, at the URL of an Alertmanager",
    }),
  ),
  events: plain(
    z
      .array(z.enum(eventTypes, { error: `expected ${listed(eventTypes, "or")}` }))
      .min(1)
      .max(eventTypes.length)
      .nullable()
      .meta({ id: "WebhookEvents", description: "Only these events; null: all", examples: [["maintenance.started"]] }),
  ),
  projects: names("WebhookProjects", "projects", "acme-shop"),
  instances: names("WebhookInstances", "instances", "eu-1"),
  platforms: names("WebhookPlatforms", "platforms", "ios"),
};

const disabledMembers = { at: instantMember(instant), reason: plain(text("Why", "The receiver answered 410 Gone")) };

export const webhookMembers = {
  ...webhookChoices,
  /** The secret follows from its number. */
  secret: internal(z.int().min(1)),
  previousUntil: orNull(instantMember(instant), {
    id: "PreviousSecretUntil",
    description: "Until then, deliveries are signed with the previous secret too; null: they are not",
  }),
  createdAt: instantMember(instant),
  disabled: orNull(mapMember(disabledMembers, record("WebhookDisabled", wireShape(disabledMembers))), {
    description: "Nothing is sent since then; null: it is active",
  }),
};
export type Webhook = Stored<typeof webhookMembers>;
export type WebhookRequest = Stored<typeof webhookChoices>;

export function checkWebhook({ name, format, events }: WebhookRequest): Problem[] {
  const problems: Problem[] = [];
  readLine(name, "name", problems, 100);
  if (format === "alertmanager" && events !== null)
    problems.push({ path: "events", message: "is not for alertmanager: its silences follow every maintenance" });
  return problems;
}

function isUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** Null means everywhere in it, or nowhere in particular. */
export interface EventPlace {
  readonly project: string | null;
  readonly instances: readonly string[] | null;
  readonly platforms: readonly string[] | null;
}

export function receives(webhook: Webhook, type: EventType, place: EventPlace): boolean {
  if (webhook.disabled !== null || (webhook.format === "alertmanager" && !type.startsWith("maintenance."))) return false;
  return (webhook.events === null || webhook.events.includes(type)) && isAbout(webhook, place);
}

export function isAbout({ projects, instances, platforms }: WebhookRequest, place: EventPlace): boolean {
  const overlaps = (wanted: readonly string[] | null, given: readonly string[] | null) =>
    wanted === null || given === null || given.some((id) => wanted.includes(id));
  const isProject = projects === null || place.project === null || projects.includes(place.project);
  return isProject && overlaps(instances, place.instances) && overlaps(platforms, place.platforms);
}
