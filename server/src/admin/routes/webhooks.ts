import { fillPath } from "drawbridge-rules/api/paths.ts";
import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { DAY } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { checkWebhook, type Webhook, type WebhookRequest, webhookChoices } from "drawbridge-rules/webhooks/webhook.ts";
import type * as wire from "drawbridge-rules/wire/webhook.ts";
import { replayRequest, webhookPatch, webhookRequest } from "drawbridge-rules/wire/webhook.ts";
import { shortId } from "../../base/short-id.ts";
import type { AdminServices } from "../admin-services.ts";
import { printDelivery, printWebhook, printWebhooks, type WebhookEntry } from "../answer/webhook-wire.ts";
import { readChoices, runCredentialVerb, type VerbRequest } from "../change/credential-change.ts";
import { type AdminAnswer, type AdminRequest, type AdminRoute, ok, route } from "../request/admin-route.ts";
import { paginate } from "../request/page.ts";
import { type FieldsRead, readBodyFields, refuseIfAny } from "../request/request-fields.ts";

const maxWebhooks = 50;
/** Deliveries are signed with the previous secret too. */
const overlap = DAY;

const shared = { permission: "administrator", tag: "Webhooks" } as const;
const verb = { ...shared, usedHeaders: ["idempotency-key"], problems: ["conflict"] } as const;
/** A receiver hears of every change, also after the token that created it was revoked. */
const access = { ...verb, givesAccess: true } as const;
const example = { name: "Ops channel", url: "https://hooks.example.com/drawbridge" };

export function webhookRoutes(services: AdminServices): AdminRoute[] {
  const { outbox } = services.store;
  return [
    route("listWebhooks", {
      ...shared,
      summary: "List webhooks, oldest first",
      answers: { 200: { description: "One page" } },
      handle: async ({ query }) => {
        const { webhook: all } = await services.publisher.state("");
        const entries = [...all].map(([id, { value }]): WebhookEntry => [id, value]);
        const { items, next } = paginate(entries, query, ([id, { createdAt }]) => [createdAt, id]);
        return ok<"listWebhooks">({ webhooks: await printWebhooks(services, items), next });
      },
    }),
    route("getWebhook", {
      ...shared,
      summary: "Get a webhook",
      answers: { 200: { description: "The webhook" } },
      handle: async (request) => {
        const [body = null] = await printWebhooks(services, [await load(services, request)]);
        return { status: 200, body };
      },
    }),
    route("createWebhook", {
      ...access,
      summary: "Create a webhook",
      description: `An installation can have ${maxWebhooks}.`,
      body: { example },
      answers: { 201: { description: "The webhook, and the secret of its signatures", headers: ["location"] } },
      handle: (request) => create(services, request),
    }),
    route("patchWebhook", {
      ...access,
      summary: "Change or enable a webhook",
      answers: { 200: { description: "The webhook after the change" } },
      handle: (request) => change(services, request, (held) => patched(services, request, held)),
    }),
    route("rotateWebhookSecret", {
      ...access,
      summary: "Rotate the secret of a webhook",
      description: "For 24 hours, deliveries are signed with the previous secret too.",
      answers: { 200: { description: "The webhook, and its new secret" } },
      handle: async (request) => withSecret(services, await change(services, request, rotated, true)),
    }),
    route("deleteWebhook", {
      ...verb,
      summary: "Delete a webhook",
      description: "What waits for it is never sent.",
      answers: { 204: { description: "Deleted" } },
      handle: async (request) => ({ ...(await change(services, request, () => null)), status: 204, body: null }),
    }),
    route("testWebhook", {
      ...shared,
      summary: "Send a test to a webhook",
      description: "Sends one event immediately, also to one that is disabled, and waits for the answer.",
      answers: { 200: { description: "Whether it was accepted" } },
      handle: async (request) => ok(await services.webhooks.test(...(await load(services, request)))),
    }),
    route("listDeliveries", {
      ...shared,
      summary: "List the last deliveries of a webhook",
      answers: { 200: { description: "Deliveries, newest first" } },
      handle: async (request) => {
        const [id] = await load(services, request);
        return ok<"listDeliveries">({ deliveries: (await outbox.deliveries(id)).map(printDelivery) });
      },
    }),
    route("replayDeliveries", {
      ...shared,
      summary: "Send deliveries of a webhook again",
      body: { example: {} },
      answers: { 200: { description: "How many are sent again" } },
      problems: ["conflict"],
      handle: async (request) => {
        const [id, { disabled }] = await load(services, request);
        const { fields, problems } = readBodyFields(replayRequest, request.body);
        refuseIfAny(problems, request.body, "the request");
        if (disabled) throw new DrawbridgeError("conflict", "The webhook is disabled. Enable it first: `disabled: false`.");
        const { event = null } = fields;
        const replayed = await outbox.replay(id, event, services.now());
        if (replayed === 0 && event !== null)
          refuseIfAny([{ path: "event", message: "is not among the last deliveries" }], request.body, "the request");
        services.webhooks.wake(id);
        return ok({ replayed });
      },
    }),
  ];
}

/** @throws not_found */
function find({ webhook }: ProjectState, { params }: AdminRequest): WebhookEntry {
  const id = params.webhook ?? "";
  const held = webhook.get(id);
  if (!held) throw new DrawbridgeError("not_found", "There is no such webhook.");
  return [id, held.value];
}

async function load({ publisher }: AdminServices, request: AdminRequest): Promise<WebhookEntry> {
  return find(await publisher.state(""), request);
}

/** @throws invalid, conflict, unavailable */
async function create(services: AdminServices, request: VerbRequest): Promise<AdminAnswer> {
  const { fields, problems } = readBodyFields(webhookRequest, request.body);
  const wanted = readWanted(services, request, { fields: { format: "standard", ...fields }, problems });
  const id = shortId("w_", services.randomBytes);
  const created = (now: number): Webhook => ({ ...wanted, secret: 1, previousUntil: null, createdAt: now, disabled: null });
  const answer = await runCredentialVerb(services, request, {
    pathTo: (webhook) => fillPath("getWebhook", { webhook }),
    answer: (now) => ({ ...printWebhook(id, created(now)), secret: 1 }),
    edits: ({ webhook }, now) => {
      if (webhook.size >= maxWebhooks)
        throw new DrawbridgeError("conflict", `There are ${maxWebhooks} webhooks, which is the maximum. Delete one first.`);
      return [{ kind: "webhook", id, value: created(now) }];
    },
  });
  return withSecret(services, answer);
}

/** @throws invalid */
function patched(services: AdminServices, request: VerbRequest, held: Webhook): Webhook {
  const read = readBodyFields(webhookPatch, request.body);
  const disabled = read.fields.disabled === false ? null : held.disabled;
  return { ...held, ...readWanted(services, request, read, held), disabled };
}

function rotated(held: Webhook, now: number): Webhook {
  return { ...held, secret: held.secret + 1, previousUntil: now + overlap };
}

/** @param held whose members stay where the request omits them. @throws invalid */
function readWanted(
  { webhooks, now }: AdminServices,
  { body }: VerbRequest,
  read: FieldsRead<wire.WebhookRequest>,
  held?: Webhook,
): WebhookRequest {
  const refused = read.fields.url === undefined ? null : webhooks.problem(read.fields.url);
  const unsendable = refused === null ? [] : [{ path: "url", message: refused }];
  const check = (wanted: WebhookRequest) => [...checkWebhook(wanted), ...unsendable];
  return readChoices(body, read, { choices: webhookChoices, check, held, what: "the webhook" }, now());
}

/** @param edit null deletes it @param hasSecret whether the answer has its number @throws not_found, invalid */
async function change(
  services: AdminServices,
  request: VerbRequest,
  edit: (held: Webhook, now: number) => Webhook | null,
  hasSecret = false,
): Promise<AdminAnswer> {
  const id = request.params.webhook ?? "";
  let value: Webhook | null = null;
  return runCredentialVerb(services, request, {
    answer: () => value && { ...printWebhook(id, value), ...(hasSecret ? { secret: value.secret } : {}) },
    edits: (state, now) => {
      value = edit(find(state, request)[1], now);
      return [{ kind: "webhook", id, value }];
    },
  });
}

/** Replaces the secret's number: a repeated answer has the secret of its own number. @throws unavailable */
async function withSecret({ webhooks }: AdminServices, answer: AdminAnswer): Promise<AdminAnswer> {
  const body = answer.body as { readonly id: string; readonly secret: number };
  return { ...answer, body: { ...body, secret: await webhooks.secret(body.id, body.secret) } };
}
