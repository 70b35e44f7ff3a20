import { MINUTE } from "drawbridge-rules/values/duration.ts";
import { slackMessage, teamsMessage } from "drawbridge-rules/webhooks/chat-message.ts";
import { type WantedSilence, wantedSilences } from "drawbridge-rules/webhooks/wanted-silences.ts";
import type { Webhook } from "drawbridge-rules/webhooks/webhook.ts";
import type { WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";
import { z } from "zod";
import type { EventSource } from "./event-source.ts";
import { isAccepted, type Outgoing, type OutgoingAnswer, type OutgoingRequest } from "./outgoing.ts";
import type { Sign } from "./signature.ts";

interface Reconciliation {
  readonly id: string;
  /** Its URL is the root of the Alertmanager. */
  readonly webhook: Pick<Webhook, "url">;
  /** Sorted by start: the first ones count. */
  readonly wanted: readonly WantedSilence[];
  readonly outgoing: Pick<Outgoing, "send">;
  readonly now: number;
}

export const alertLabels = {
  project: "drawbridge_project",
  instance: "drawbridge_instance",
  platform: "drawbridge_platform",
} as const;
export const maxSilences = 1_000;
/** Bytes of the list: thousands of silences, expired ones included. */
const longestList = 8 * 2 ** 20;
/** How far the clock of an Alertmanager may be ahead, ms: it refuses an end that has passed there. */
const clockSkew = MINUTE;

const matcher = z.object({ name: z.string(), value: z.string(), isRegex: z.boolean(), isEqual: z.boolean().default(true) });
const silenceForm = z.object({
  id: z.string(),
  createdBy: z.string(),
  comment: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  matchers: z.array(matcher),
  status: z.object({ state: z.string() }),
});
type Silence = z.infer<typeof silenceForm>;

/**
 * Reads all silences (API v2) and corrects what differs: the next call repairs what an outage or a loss of data left. Also
 * creates again what someone expired by hand: it is wanted as long as the maintenance lasts. Never rejects. Returns the
 * first answer that refused something, or that of the list.
 */
export async function reconcileSilences({ id, webhook, wanted, outgoing, now }: Reconciliation): Promise<OutgoingAnswer> {
  const createdBy = `drawbridge/${id}`;
  const ask = (method: OutgoingRequest["method"], path: string, body: object | null, limit?: number) => {
    const url = new URL(webhook.url);
    url.pathname = `${url.pathname.replace(/\/$/, "")}/api/v2/${path}`;
    const request = { method, url: url.href, headers: { "content-type": "application/json" } };
    return outgoing.send({ ...request, body: body && JSON.stringify(body), ...(limit === undefined ? {} : { limit }) });
  };
  // The whole list: its `filter` compares matchers as they are written, and finds no silences of any project.
  const list = await ask("GET", "silences", null, longestList);
  if (!isAccepted(list)) return list;
  const left = readSilences(list.text, createdBy);
  if (left === null) return { ...list, status: null, text: `The answer is no list of silences of at most ${longestList} bytes` };
  let refusal: OutgoingAnswer | null = null;
  for (const silence of wanted.slice(0, maxSilences)) {
    const form = printSilence(silence, createdBy);
    const found = left.get(silence.key) ?? [];
    const best = found.find((one) => isEqual(one, form, now)) ?? found[0];
    const others = found.filter((one) => one !== best);
    left.set(silence.key, others);
    if (best && isEqual(best, form, now)) continue;
    // With the start that it has, Alertmanager changes one that is active in place. Else it replaces it, and the id changes.
    const startsAt = best && hasBegun(best.startsAt, now) && hasBegun(form.startsAt, now) ? best.startsAt : form.startsAt;
    let answer = await ask("POST", "silences", { ...form, startsAt, ...(best ? { id: best.id } : {}) });
    // It lost its data since it was read.
    if (best && answer.status === 404) answer = await ask("POST", "silences", form);
    if (answer.status === null) return answer;
    if (answer.status === 400 && silence.end - now < clockSkew) others.push(...(best ? [best] : []));
    else if (!isAccepted(answer)) refusal ??= { ...answer, text: `${silence.key}: ${answer.text}` };
  }
  for (const silence of [...left.values()].flat()) {
    const answer = await ask("DELETE", `silence/${encodeURIComponent(silence.id)}`, null);
    if (answer.status === null) return answer;
    // A silence that ended or was lost since it was read is no failure. Some versions answer 500.
    if (!isAccepted(answer) && answer.status !== 404 && !/already expired|not found/.test(answer.text)) refusal ??= answer;
  }
  return refusal ?? { ...list, text: "" };
}

/** Without expired ones, by key; null means that the text is no list. */
function readSilences(text: string, createdBy: string): Map<string, Silence[]> | null {
  const list = parseList(text);
  if (list === null) return null;
  const own = list.flatMap((item) => {
    const { data } = silenceForm.safeParse(item);
    const key = data && /\[([^[\]\s]+)\]$/.exec(data.comment)?.[1];
    return key !== undefined && data?.createdBy === createdBy && data.status.state !== "expired" ? [{ key, data }] : [];
  });
  const byKey = Map.groupBy(own, ({ key }) => key);
  return new Map([...byKey].map(([key, found]) => [key, found.map(({ data }) => data)]));
}

function parseList(text: string): readonly unknown[] | null {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

type SilenceForm = Pick<Silence, "createdBy" | "comment" | "startsAt" | "endsAt" | "matchers">;

function printSilence(silence: WantedSilence, createdBy: string): SilenceForm {
  const { key, project, projectName, name, start, end, instances, platforms } = silence;
  const one = { name: alertLabels.project, value: project, isRegex: false, isEqual: true };
  const anyOf = (label: string, ids: readonly string[] | null) =>
    ids === null ? [] : [{ name: label, value: ids.map(escapeRegex).join("|"), isRegex: true, isEqual: true }];
  return {
    createdBy,
    comment: `${name} (${projectName}), by Drawbridge [${key}]`,
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(end).toISOString(),
    matchers: [one, ...anyOf(alertLabels.instance, instances), ...anyOf(alertLabels.platform, platforms)],
  };
}

/** Alertmanager gives a silence that is created late the start of that instant: any start in the past is equal. */
function isEqual(silence: Silence, form: SilenceForm, now: number): boolean {
  const isSameStart = hasBegun(form.startsAt, now)
    ? hasBegun(silence.startsAt, now)
    : Date.parse(silence.startsAt) === Date.parse(form.startsAt);
  const isSameEnd = Date.parse(silence.endsAt) === Date.parse(form.endsAt);
  return isSameStart && isSameEnd && silence.comment === form.comment && matcherText(silence) === matcherText(form);
}

function hasBegun(startsAt: string, now: number): boolean {
  return Date.parse(startsAt) <= now;
}

function matcherText({ matchers }: Pick<Silence, "matchers">): string {
  return JSON.stringify(matchers.map(({ name, value, isRegex, isEqual: is }) => [name, value, isRegex, is].join(" ")).sort());
}

/** For RE2, which Alertmanager anchors at both ends. */
function escapeRegex(text: string): string {
  return text.replaceAll(/[\\.+*?()|[\]{}^$]/g, "\\$&");
}

interface EventPostServices {
  readonly outgoing: Pick<Outgoing, "send">;
  readonly source: Pick<EventSource, "projects" | "state">;
  readonly sign: Sign;
  readonly now: () => number;
}

/** Events that a chat message shows. It says how many more there are. */
const shownInMessage = 5;

export class EventPost {
  readonly #services: EventPostServices;

  constructor(services: EventPostServices) {
    this.#services = services;
  }

  sendOne(id: string, webhook: Webhook, event: WebhookEvent): Promise<OutgoingAnswer> {
    return this.send(id, webhook, [event], JSON.stringify(event));
  }

  /** Never rejects. @param text of the first event: its bytes are signed @throws unavailable */
  async send(id: string, webhook: Webhook, events: readonly WebhookEvent[], text: string): Promise<OutgoingAnswer> {
    const { sign, now } = this.#services;
    const shown = events.length > shownInMessage + 1 ? events.slice(0, shownInMessage) : events;
    const more = events.length - shown.length;
    switch (webhook.format) {
      case "standard":
        return this.#post(webhook, text, await sign(id, webhook, { event: events[0]?.data.id ?? "", body: text, now: now() }));
      case "slack":
        return this.#post(webhook, JSON.stringify(slackMessage(shown, more)));
      case "teams":
        return this.#post(webhook, JSON.stringify(teamsMessage(shown, more)));
      case "alertmanager":
        return this.#silence(id, webhook);
    }
  }

  #post({ url }: Webhook, body: string, signed: Readonly<Record<string, string>> = {}): Promise<OutgoingAnswer> {
    const headers = { "content-type": "application/json", ...signed };
    return this.#services.outgoing.send({ method: "POST", url, headers, body });
  }

  /** Silences follow from maintenance as it is, not from the events. */
  async #silence(id: string, webhook: Webhook): Promise<OutgoingAnswer> {
    const { source, now } = this.#services;
    const states = [];
    for (const project of source.projects) states.push(await source.state(project, now()));
    return this.#reconcile(id, webhook, wantedSilences(states, webhook, now()));
  }

  /** Removes what the receiver would keep after the webhook's end. Never rejects. */
  async withdraw(id: string, webhook: Webhook): Promise<void> {
    if (webhook.format === "alertmanager") await this.#reconcile(id, webhook, []);
  }

  #reconcile(id: string, webhook: Webhook, wanted: readonly WantedSilence[]): Promise<OutgoingAnswer> {
    const { outgoing, now } = this.#services;
    return reconcileSilences({ id, webhook, wanted, outgoing, now: now() });
  }
}
