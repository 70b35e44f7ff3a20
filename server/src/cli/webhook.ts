import { eventTypes, webhookFormats } from "drawbridge-rules/webhooks/event-type.ts";
import { webhookChoices } from "drawbridge-rules/webhooks/webhook.ts";
import type { Delivery, Webhook, WebhookPatch } from "drawbridge-rules/wire/webhook.ts";
import { shellQuote, undoLine } from "./advice.ts";
import { flag, group, list, operand, option, removable, required } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { createdLines, isCredentialId } from "./credential-commands.ts";
import { exitCode } from "./exit-codes.ts";
import { findId } from "./not-found.ts";
import { given, mergePatch, reasonOption, yesOption } from "./options.ts";
import { type Columns, counted, instantText, minuteText, printable } from "./output.ts";
import { listCommand } from "./resource-commands.ts";
import { isDeclined, requirePrompt } from "./review.ts";
import { id, instanceId, oneLine, oneOf, platformName, projectId, type TextForm } from "./text-form.ts";

const address: TextForm<string> = {
  expected: "an http:// or https:// URL, without user and password",
  // Anyone who has the address of a chat channel can write into it.
  secret: true,
  parse: (text) => (webhookChoices.url.wire.safeParse(text).success ? text : null),
};
const serverUrl = "The server itself is that of DRAWBRIDGE_URL.";
const webhook = operand("WEBHOOK", "id or name, from webhook list", oneLine);
const events = list("--event <type>", "only this event; may be repeated", oneOf(eventTypes));
const projects = list("-p, --project <id>", "only events of this project; may be repeated", projectId);
const instances = list("--instance <id>", "only events of this instance; may be repeated", instanceId);
const platforms = list("--platform <name>", "only events of this platform; may be repeated", platformName);

const findWebhook = (text: string, { client }: Context) =>
  findId(text, "webhook", isCredentialId, () => client.listAll("listWebhooks"));

const webhookCreate = command({
  name: "webhook create",
  meaning: "create a webhook (its secret is shown once)",
  args: {
    url: required("--url <url>", "address of the receiver", address),
    name: option("--name <text>", "name that people will recognize; default: the host of the URL", oneLine),
    format: option("--format <format>", "standard (default), slack, teams or alertmanager", oneOf(webhookFormats)),
    ...{ events, projects, instances, platforms },
    options: reasonOption,
  },
  examples: [
    "webhook create --url https://hooks.example.com/drawbridge",
    'webhook create --url https://hooks.slack.com/services/T0/B0/X --format slack --name "Ops channel"',
    "webhook create --url https://hooks.example.com/eu --event maintenance.started --event maintenance.ended --instance eu-1",
    "webhook create --url https://alertmanager.example.com --format alertmanager",
  ],
  notes: `Without --event, it gets all events; alertmanager gets a silence for each maintenance instead. Private addresses must be in\nDRAWBRIDGE_WEBHOOK_ALLOW of the server. ${serverUrl}`,
  async run({ url, name, options, ...choices }, context) {
    const body = { url, name: name ?? new URL(url).hostname, ...given(choices) };
    const made = await context.client.createWebhook({ body, ...options });
    const what = `Created the webhook ${made.id}, "${printable(made.name)}"`;
    context.output.answer({ id: made.id, secret: made.secret }, () => [
      // Other receivers check no signature.
      ...(made.format === "standard" ? createdLines(`${what}, and its secret.`, made.secret, checkedBy) : [`${what}.`]),
      `Test it: ${context.line(`webhook test ${made.id}`)}`,
      undoLine(context, made),
    ]);
  },
});

const checkedBy = "The receiver checks signatures with it.";

const columns: Columns<Webhook> = [
  ["WEBHOOK", ({ id }) => id],
  ["NAME", ({ name }) => name],
  ["FORMAT", ({ format }) => format],
  ["HOST", ({ url }) => new URL(url).host],
  ["STATE", stateText],
  ["WAITING", ({ waiting }) => waiting],
  ["LAST ANSWER", ({ last_answer }) => last_answer ?? "-"],
  ["DELIVERED", ({ last_delivered_at: at }) => (at === null ? "never" : minuteText(at))],
];

function stateText({ disabled, failing_since }: Webhook): string {
  if (disabled !== null) return `disabled ${minuteText(disabled.at)}`;
  return failing_since === null ? "active" : `failing since ${minuteText(failing_since)}`;
}

const webhookList = listCommand({
  name: "webhook list",
  meaning: "list webhooks and whether they answer",
  examples: ["webhook list"],
  member: "webhooks",
  find: (_, { client }) => client.listAll("listWebhooks"),
  none: (_, { line }) => `No webhooks. Create one: ${line("webhook create --url URL")}`,
  columns: () => columns,
  below: (found, { line }) =>
    found.flatMap(({ id, name, disabled }) =>
      disabled === null
        ? []
        : [`${printable(name)}: ${printable(disabled.reason)}. To enable it: ${line(`webhook set ${id} --enable`)}`],
    ),
});

const webhookTest = command({
  name: "webhook test",
  meaning: "send a test event and show the answer",
  args: { webhook },
  examples: ["webhook test WEBHOOK"],
  notes: `Exits with ${exitCode.error} if the receiver did not accept it.`,
  async run({ webhook: text }, context) {
    const answer = await context.client.testWebhook({ webhook: await findWebhook(text, context) });
    context.output.answer(answer, () => [`${answer.delivered ? "Delivered" : "Not delivered"}: ${printable(answer.answer)}`]);
    return answer.delivered ? exitCode.ok : exitCode.error;
  },
});

const deliveryColumns: Columns<Delivery> = [
  ["EVENT", ({ event }) => event],
  ["HAPPENED", ({ happened_at }) => minuteText(happened_at)],
  ["TYPE", ({ type }) => type],
  ["STATE", ({ state, next_attempt_at: at }) => (at === null ? state : `${state} until ${minuteText(at)}`)],
  ["ATTEMPTS", ({ attempts }) => attempts],
  ["ANSWER", ({ answer }) => answer ?? "-"],
  ["TEXT", ({ text }) => text],
];

const webhookDeliveries = listCommand({
  name: "webhook deliveries",
  meaning: "list the last 100 deliveries, newest first",
  args: { webhook },
  examples: ["webhook deliveries WEBHOOK"],
  member: "deliveries",
  find: async ({ webhook: text }, context) =>
    (await context.client.listDeliveries({ webhook: await findWebhook(text, context) })).deliveries,
  none: ({ webhook: text }, { line }) => `Nothing was sent yet. Test it: ${line(`webhook test ${shellQuote(text)}`)}`,
  columns: () => deliveryColumns,
});

const webhookReplay = command({
  name: "webhook replay",
  meaning: "send failed deliveries again",
  args: { webhook, event: option("--event <id>", "only this event, also if it was delivered", id) },
  examples: ["webhook replay WEBHOOK", "webhook replay WEBHOOK --event evt_5f2c1e9a7b3d4860a1c2"],
  async run({ webhook: text, event }, context) {
    const answer = await context.client.replayDeliveries({ webhook: await findWebhook(text, context), body: given({ event }) });
    const { replayed } = answer;
    context.output.answer(answer, () => [
      replayed === 0 ? "No delivery has failed." : `Events that will be sent again: ${replayed}.`,
    ]);
  },
});

const webhookRotate = command({
  name: "webhook rotate",
  meaning: "replace the secret, which stays valid for 24 hours",
  args: { webhook, options: reasonOption },
  examples: ["webhook rotate WEBHOOK"],
  async run({ webhook: text, options }, context) {
    const made = await context.client.rotateWebhookSecret({ webhook: await findWebhook(text, context), ...options });
    const { id, secret, previous_until: until } = made;
    context.output.answer({ id, secret, previous_until: until }, () => [
      ...createdLines(`The webhook ${id}, "${printable(made.name)}", has a new secret.`, secret, checkedBy),
      `Deliveries are also signed with the previous secret until ${instantText(until ?? "")}.`,
    ]);
  },
});

const changes = group(
  {
    name: option("--name <text>", "new name", oneLine),
    url: option("--url <url>", "new address", address),
    events: removable(events, "all events"),
    projects: removable(projects, "events of all projects"),
    instances: removable(instances, "events of all instances"),
    platforms: removable(platforms, "events of all platforms"),
    isEnabled: flag("--enable", "send again, after it was disabled"),
  },
  ({ name, url, isEnabled, ...filters }, args): WebhookPatch => {
    const body = mergePatch({ ...given({ name, url }), ...filters, ...(isEnabled ? { disabled: false } : {}) });
    if (Object.keys(body).length === 0 && !args.hasProblems)
      args.problem("expected something to change: --name, --url, --event, --project, --instance, --platform or --enable");
    return body as WebhookPatch;
  },
);

const webhookSet = command({
  name: "webhook set",
  meaning: "change or enable a webhook",
  args: { webhook, body: changes, options: reasonOption },
  examples: ["webhook set WEBHOOK --enable", "webhook set WEBHOOK --event step.due --no-project"],
  notes: `Options not passed stay as they are; lists are replaced. ${serverUrl}`,
  async run({ webhook: text, body, options }, context) {
    const changed = await context.client.patchWebhook({ webhook: await findWebhook(text, context), body, ...options });
    context.output.answer(changed, () => [`Changed the webhook ${changed.id}, "${printable(changed.name)}".`]);
  },
});

const webhookDelete = command({
  name: "webhook delete",
  meaning: "delete a webhook",
  args: { webhook, yes: yesOption, options: reasonOption },
  examples: ["webhook delete WEBHOOK"],
  notes: "What waits for it is never sent.",
  async run({ webhook: text, yes, options }, context) {
    requirePrompt("webhook delete", yes, context);
    const { id, name, waiting } = await context.client.getWebhook({ webhook: await findWebhook(text, context) });
    const lost = waiting === 0 ? "" : ` ${counted(waiting, "event")} for it will not be sent.`;
    if (await isDeclined(yes, () => `Delete ${id}, "${printable(name)}"?${lost}`, context)) return exitCode.error;
    await context.client.deleteWebhook({ webhook: id, ...options });
    context.output.answer({ id }, () => [`Deleted the webhook ${id}, "${printable(name)}".`, undoLine(context, {})]);
    return exitCode.ok;
  },
});

export const webhookCommands = [
  ...[webhookCreate, webhookList, webhookTest, webhookDeliveries, webhookReplay],
  ...[webhookRotate, webhookSet, webhookDelete],
];
