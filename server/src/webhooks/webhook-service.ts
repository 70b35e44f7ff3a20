/** Nothing of their work is loaded before there is a webhook. */
import { storedValue } from "drawbridge-rules/project/stored-value.ts";
import type { Webhook } from "drawbridge-rules/webhooks/webhook.ts";
import type { Networks } from "../base/http/client-address.ts";
import type { OutboxPosition } from "../store/sql/sql-outbox.ts";
import type { Change, Head, Row } from "../store/store.ts";
import { AddressRules } from "./address-rules.ts";
import type { Webhooks, WebhooksServices } from "./webhooks.ts";

type ReadChange = Pick<Change, "kind" | "id" | "value"> & Partial<Pick<Row, "revision">>;

/** From the first webhook until a process looks for its events. */
const longestBeginning = 600_000;

interface WebhookServiceServices extends Omit<WebhooksServices, "start" | "rules"> {
  readonly allow: Networks;
}

export class WebhookService {
  readonly #services: WebhookServiceServices;
  readonly #rules: AddressRules;
  readonly #known = new Map<string, Webhook>();
  /** By webhook, of the commit that wrote it. */
  readonly #revisions = new Map<string, number>();
  /** Revision that this process follows. */
  #head = 0;
  #working: Promise<Webhooks> | null = null;
  /** Before the store was read, it is not known what is to be sent. */
  #isLoaded = false;

  constructor(services: WebhookServiceServices) {
    this.#services = services;
    this.#rules = new AddressRules(services.allow);
  }

  load(rows: readonly Row[], head: Head): void {
    this.#known.clear();
    this.#revisions.clear();
    this.#read(rows, head);
    this.#isLoaded = true;
    this.#follow(true);
  }

  apply(changes: readonly ReadChange[], head: Head): void {
    this.#read(changes, head);
    if (this.#isLoaded) this.#follow(false);
  }

  #read(changes: readonly ReadChange[], { revision }: Head): void {
    this.#head = revision;
    for (const { kind, id, value, revision: own = revision } of changes) {
      if (kind !== "webhook") continue;
      this.#known.delete(id);
      this.#revisions.delete(id);
      if (value === null) continue;
      this.#known.set(id, storedValue("webhook", value));
      this.#revisions.set(id, own);
    }
  }

  #follow(isAnew: boolean): void {
    if (this.#known.size > 0) {
      void this.#work().then((work) => work.follow(this.#known, isAnew));
    } else if (this.#working !== null) {
      const working = this.#working;
      this.#working = null;
      void working.then((work) => work.stop(true));
    }
  }

  /** Events begin at the first webhook; in a restored or copied store, now. */
  readonly #start = (): OutboxPosition => {
    const now = this.#services.now();
    const first = Math.min(...Array.from(this.#known.values(), ({ createdAt }) => createdAt));
    if (first < now - longestBeginning) return { revision: this.#head, at: now, conditions: [] };
    return { revision: Math.min(...this.#revisions.values()), at: first, conditions: [] };
  };

  /** `whsec_…`. Never stored: it follows from a secret of the store. @throws unavailable */
  async secret(id: string, number: number): Promise<string> {
    return (await this.#work()).secret(id, number);
  }

  async test(id: string, webhook: Webhook): Promise<{ readonly delivered: boolean; readonly answer: string }> {
    return (await this.#work()).test(id, webhook);
  }

  /** Why nothing can be sent to this URL, as far as the URL says. */
  problem(url: string): string | null {
    return this.#rules.ofUrl(url);
  }

  list(): ReadonlyMap<string, Webhook> {
    return this.#known;
  }

  /** For deliveries that another part of the program stored. */
  wake(id: string): void {
    void this.#working?.then((work) => work.wake(id));
  }

  async stop(): Promise<void> {
    await (await this.#working)?.stop(false);
  }

  #work(): Promise<Webhooks> {
    this.#working ??= import("./webhooks.ts").then(
      (loaded) => new loaded.Webhooks({ ...this.#services, rules: this.#rules, start: this.#start }),
    );
    return this.#working;
  }
}
