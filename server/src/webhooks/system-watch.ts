/** Events of this process itself are never stored: if it ends first, they never arrive. */
import { setTimeout as sleep } from "node:timers/promises";
import { receives, type Webhook } from "drawbridge-rules/webhooks/webhook.ts";
import type { WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";
import { finishedEvent } from "./event-source.ts";
import { isAccepted, type OutgoingAnswer } from "./outgoing.ts";

/** Sentences by code, such as `store.lost`. */
export type Problems = () => ReadonlyMap<string, string>;

interface SystemWatchServices {
  readonly problems: Problems;
  readonly now: () => number;
  readonly consoleUrl: () => string;
  readonly randomId: () => string;
  readonly webhooks: () => ReadonlyMap<string, Webhook>;
  readonly send: (id: string, webhook: Webhook, event: WebhookEvent) => Promise<OutgoingAnswer>;
}

/** Milliseconds between two looks, and until a problem is sent: most last a moment. */
const lookEvery = 5_000;
const tellAfter = 10_000;
const attempts = 3;
const nowhere = { project: null, instances: null, platforms: null };

export class SystemWatch {
  readonly #services: SystemWatchServices;
  readonly #open = new Map<string, { readonly text: string; readonly since: number; isSent: boolean }>();
  #timer: NodeJS.Timeout | null = null;

  constructor(services: SystemWatchServices) {
    this.#services = services;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#look(), lookEvery).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    const { problems, now } = this.#services;
    const found = problems();
    for (const [code, text] of found) {
      const known = this.#open.get(code) ?? { text, since: now(), isSent: false };
      this.#open.set(code, known);
      if (known.isSent || now() - known.since < tellAfter) continue;
      known.isSent = true;
      this.#send("system.problem", code, text);
    }
    for (const [code, { text, isSent }] of this.#open) {
      if (found.has(code)) continue;
      this.#open.delete(code);
      if (isSent) this.#send("system.recovered", code, `No longer true: ${text}`);
    }
  }

  #send(type: "system.problem" | "system.recovered", problem: string, text: string): void {
    const event = systemEvent(type, problem, text, this.#services);
    const webhooks = this.#services.webhooks();
    for (const [id, webhook] of webhooks) if (receives(webhook, type, nowhere)) void this.#deliver(id, webhook, event);
  }

  async #deliver(id: string, webhook: Webhook, event: WebhookEvent): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      if (isAccepted(await this.#services.send(id, webhook, event))) return;
      await sleep(lookEvery * 3 ** attempt, null, { ref: false });
    }
  }
}

export function systemEvent(
  type: "system.problem" | "system.recovered",
  problem: string,
  text: string,
  { now, consoleUrl, randomId }: Pick<SystemWatchServices, "now" | "consoleUrl" | "randomId">,
): WebhookEvent {
  const details = { problem, best_effort: true } as const;
  const shared = { place: nowhere, page: "/", commit: null };
  const draft = { type, at: now(), about: randomId(), text: text.replace(/\.$/, ""), ...shared, details };
  return finishedEvent(draft, consoleUrl(), draft.at);
}
