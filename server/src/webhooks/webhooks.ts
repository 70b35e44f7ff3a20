import type { ProjectState } from "drawbridge-rules/project/project-state.ts";
import { errorText } from "drawbridge-rules/values/errors.ts";
import type { Webhook } from "drawbridge-rules/webhooks/webhook.ts";
import { type Log, OutageLog } from "../base/log.ts";
import type { Publisher } from "../log/publisher.ts";
import type { OutboxPosition } from "../store/sql/sql-outbox.ts";
import type { Store } from "../store/store.ts";
import type { AddressRules } from "./address-rules.ts";
import { EventPost } from "./event-post.ts";
import { EventSource, type EventSourceServices } from "./event-source.ts";
import { OutboxWorker } from "./outbox-worker.ts";
import { isAccepted, Outgoing } from "./outgoing.ts";
import { describeAnswer, Sender } from "./sender.ts";
import { WebhookSecrets } from "./signature.ts";
import { type Problems, SystemWatch, systemEvent } from "./system-watch.ts";

export interface WebhooksServices extends Omit<EventSourceServices, "store"> {
  readonly store: Store;
  readonly publisher: () => Pick<Publisher, "publish">;
  readonly start: () => OutboxPosition;
  readonly rules: AddressRules;
  readonly problems: Problems;
  readonly log: Pick<Log, "error" | "info">;
  readonly now: () => number;
  readonly random: () => number;
  readonly randomId: () => string;
}

/** A process that has the store alone renews its lease once an hour. */
const sharedLease = 15_000;
const ownLease = 7_200_000;

export class Webhooks {
  readonly #services: WebhooksServices;
  readonly #secrets: WebhookSecrets;
  readonly #outgoing: Outgoing;
  readonly #source: EventSource;
  readonly #post: EventPost;
  readonly #worker: OutboxWorker;
  readonly #system: SystemWatch;
  readonly #outage: OutageLog;
  readonly #senders = new Map<string, Sender>();
  #all: ReadonlyMap<string, Webhook> = new Map();
  #retained = "";

  constructor(services: WebhooksServices) {
    const { store, now, log, randomId } = services;
    const isShared = store.nodes !== undefined;
    this.#services = services;
    this.#secrets = new WebhookSecrets(() => store.secret("webhooks"));
    this.#outgoing = new Outgoing(services.rules);
    this.#source = new EventSource(services);
    this.#post = new EventPost({ outgoing: this.#outgoing, source: this.#source, sign: this.#secrets.sign, now });
    this.#outage = new OutageLog(log, {
      lost: { event: "webhooks.lost", text: "Events cannot be sent to webhooks" },
      back: { event: "webhooks.back", text: "Events are sent to webhooks again" },
    });
    const webhooks = () => this.#all;
    this.#system = new SystemWatch({ ...services, webhooks, send: (...event) => this.#post.sendOne(...event) });
    this.#worker = new OutboxWorker({
      outbox: store.outbox,
      source: this.#source,
      owner: isShared ? randomId() : "alone",
      lease: isShared ? sharedLease : ownLease,
      now,
      sharedNow: async () => (await store.clock?.()) ?? now(),
      start: services.start,
      webhooks,
      onWork: (woken) => this.#work(woken),
      onIdle: () => this.#rest(),
      onProblem: (error) => (error === null ? this.#outage.back(now(), {}) : this.#failed(error)),
    });
  }

  /** @param isAnew the log was read again, and may have gone back */
  follow(webhooks: ReadonlyMap<string, Webhook>, isAnew: boolean): void {
    this.#all = webhooks;
    this.#system.start();
    if (isAnew) this.#worker.forget();
    this.#worker.wake();
  }

  wake(id: string): void {
    this.#senders.get(id)?.wake(true);
  }

  secret(id: string, number: number): Promise<string> {
    return this.#secrets.of(id, number);
  }

  async test(id: string, webhook: Webhook) {
    const text = `Test of the webhook ${webhook.name}: nothing happened`;
    const event = systemEvent("system.recovered", "test", text, this.#services);
    const answer = await this.#post.sendOne(id, webhook, event);
    return { delivered: isAccepted(answer), answer: describeAnswer(answer) };
  }

  /** @param isLast no webhook is left: the rest of their deliveries is deleted */
  async stop(isLast: boolean): Promise<void> {
    this.#system.stop();
    await this.#worker.stop();
    if (isLast) await Promise.all(Array.from(this.#senders.values(), (sender) => sender.end()));
    await this.#rest();
    this.#outgoing.close();
    if (isLast) await this.#services.store.outbox.retain([]).catch(this.#failed);
  }

  readonly #failed = (error: unknown): void => this.#outage.lost(errorText(error), this.#services.now(), {});

  /** While this process has the work. @param woken ids of the webhooks that have new deliveries */
  async #work(woken: ReadonlySet<string>): Promise<void> {
    const { store, now } = this.#services;
    // As of the events, which may be ahead of what this process follows.
    const { webhook } = await this.#source.state("", now());
    const ids = [...webhook.keys()].sort().join(" ");
    if (ids !== this.#retained) await store.outbox.retain([...webhook.keys()]);
    this.#retained = ids;
    for (const [id, sender] of this.#senders) {
      if (webhook.has(id)) continue;
      this.#senders.delete(id);
      void sender.end();
    }
    for (const [id, { value }] of webhook) {
      const sender = this.#senders.get(id) ?? this.#createSender(id, value);
      this.#senders.set(id, sender);
      sender.follow(value);
      // Another process can have stored a replay.
      if (woken.has(id) || (store.nodes !== undefined && woken.size === 0)) sender.wake();
    }
  }

  #createSender(id: string, webhook: Webhook): Sender {
    const { store, now, random } = this.#services;
    const onGone = () => void this.#disable(id);
    return new Sender(id, webhook, { outbox: store.outbox, post: this.#post, now, random, onGone, onFailure: this.#failed });
  }

  async #rest(): Promise<void> {
    const senders = [...this.#senders.values()];
    this.#senders.clear();
    await Promise.all(senders.map((sender) => sender.stop()));
  }

  /** A person can enable the webhook again. */
  async #disable(id: string): Promise<void> {
    const { publisher, now } = this.#services;
    const reason = "The receiver answered 410 Gone";
    const edits = ({ webhook }: ProjectState) => {
      const value = webhook.get(id)?.value;
      if (!value || value.disabled !== null) return [];
      return [{ kind: "webhook", id, value: { ...value, disabled: { at: now(), reason } } } as const];
    };
    await publisher().publish({ project: "", actor: "system", reason, isOwn: true, edits }).catch(this.#failed);
  }
}
