/** Sends events to one receiver, in the format of its webhook. */
import { slackMessage, teamsMessage } from "drawbridge-rules/webhooks/chat-message.ts";
import { type WantedSilence, wantedSilences } from "drawbridge-rules/webhooks/wanted-silences.ts";
import type { Webhook } from "drawbridge-rules/webhooks/webhook.ts";
import type { WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";
import { reconcileSilences } from "./alertmanager.ts";
import type { EventSource } from "./event-source.ts";
import type { Outgoing, OutgoingAnswer } from "./outgoing.ts";
import type { Sign } from "./signature.ts";

interface EventPostServices {
  readonly outgoing: Pick<Outgoing, "send">;
  /** States of the projects, for silences. */
  readonly source: Pick<EventSource, "projects" | "state">;
  readonly sign: Sign;
  /** Epoch ms. */
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

  /** Removes what the receiver of a webhook would keep after its end. Never rejects. */
  async withdraw(id: string, webhook: Webhook): Promise<void> {
    if (webhook.format === "alertmanager") await this.#reconcile(id, webhook, []);
  }

  #reconcile(id: string, webhook: Webhook, wanted: readonly WantedSilence[]): Promise<OutgoingAnswer> {
    const { outgoing, now } = this.#services;
    return reconcileSilences({ id, webhook, wanted, outgoing, now: now() });
  }
}
