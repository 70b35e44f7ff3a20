/** Texts of operators are escaped: in Slack none is a mention or a link, in Teams none is Markdown. */

import { listNames } from "../describe/reader.ts";
import { shortened } from "../describe/sentence.ts";
import { formatSpan, formatZonedInstant } from "../describe/times.ts";
import type { WebhookEvent } from "../wire/webhook-event.ts";

/** Characters, unescaped. Slack takes 3,000 of a section and 2,000 of a field; `&amp;` counts as five. */
const longestSentence = 500;
const longestFact = 300;
const openText = "Open in Drawbridge";

/** @param more number of events beside these */
export function slackMessage(events: readonly WebhookEvent[], more: number): object {
  const sentences = events.map(({ data }) => shortened(data.text, longestSentence));
  const rest = more > 0 ? [moreText(more)] : [];
  const [event] = events;
  const blocks = event && events.length === 1 && more === 0 ? slackEvent(event) : events.map(slackLine);
  return {
    text: [...sentences, ...rest].map(escapeSlack).join("\n"),
    blocks: [...blocks, ...rest.map((text) => ({ type: "context", elements: [mrkdwn(text)] }))],
  };
}

function slackEvent(event: WebhookEvent): object[] {
  const fields = facts(event).map(([title, value]) => ({ ...mrkdwn(value), text: `*${title}*\n${escapeSlack(value)}` }));
  return [
    { type: "section", text: mrkdwn(shortened(event.data.text, longestSentence)) },
    { type: "section", fields },
    { type: "actions", elements: [slackButton(openText, event)] },
  ];
}

function slackLine(event: WebhookEvent): object {
  const text = mrkdwn(shortened(event.data.text, longestSentence));
  return { type: "section", text, accessory: slackButton("Open", event) };
}

function slackButton(text: string, { data: { id, url } }: WebhookEvent): object {
  return { type: "button", text: { type: "plain_text", text }, url, action_id: id };
}

/** `verbatim`: names of channels and people in a text are no mentions. */
function mrkdwn(text: string) {
  return { type: "mrkdwn", text: escapeSlack(text), verbatim: true };
}

function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A card as the Workflows of Teams create them. @param more number of events beside these */
export function teamsMessage(events: readonly WebhookEvent[], more: number): object {
  const [event] = events;
  const rest = more > 0 ? [teamsText({ text: moreText(more), isSubtle: true })] : [];
  const content = event && events.length === 1 && more === 0 ? teamsEvent(event) : { body: [...events.map(teamsLine), ...rest] };
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    ...content,
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card }],
  };
}

function teamsEvent(event: WebhookEvent): object {
  const set = { type: "FactSet", facts: facts(event).map(([title, value]) => ({ title, value: escapeMarkdown(value) })) };
  const sentence = teamsText({ text: shortened(event.data.text, longestSentence), size: "medium", weight: "bolder" });
  return { body: [sentence, set], actions: [teamsLink(event, openText)] };
}

function teamsLine(event: WebhookEvent): object {
  return teamsText({ text: shortened(event.data.text, longestSentence), selectAction: teamsLink(event) });
}

function teamsLink({ data: { url } }: WebhookEvent, title?: string): object {
  return { type: "Action.OpenUrl", ...(title === undefined ? {} : { title }), url };
}

/** The one text in which Teams reads no Markdown. */
function teamsText(run: object): object {
  return { type: "RichTextBlock", inlines: [{ type: "TextRun", ...run }] };
}

function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\\`*_{}[\]()<>~|&!]/g, "\\$&")
    .replace(/^[#+=-]/, "\\$&")
    .replace(/^(\d+)([.)]\s)/, "$1\\$2");
}

function moreText(more: number): string {
  return `and ${more.toLocaleString("en")} more`;
}

/** In UTC. At most ten, as many as Slack shows. */
function facts({ timestamp, data }: WebhookEvent): [title: string, value: string][] {
  const clock = { zone: "UTC", now: Date.parse(timestamp) };
  const { start = null, end = null, instances = null, platforms = null } = "maintenance" in data ? data.maintenance : {};
  const found: [string, string | null | undefined][] = [
    ["Project", data.project],
    ["By", data.actor?.name],
    ["Reason", data.reason],
    ["Maintenance", start !== null && end !== null ? formatSpan(start, end, clock) : null],
    ["Covers", instances || platforms ? listNames(instances ?? platforms ?? []) : null],
    ["Time", formatZonedInstant(timestamp, clock)],
    ["Late", data.late ? "It could not be sent when it happened" : null],
  ];
  return found.flatMap(([title, value]) => (value ? [[title, shortened(value, longestFact)] as [string, string]] : []));
}
