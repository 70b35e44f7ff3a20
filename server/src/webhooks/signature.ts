/** Signatures of Standard Webhooks. */
import { createHmac } from "node:crypto";
import type { Webhook } from "drawbridge-rules/webhooks/webhook.ts";

interface Signed {
  readonly event: string;
  readonly body: string;
  readonly now: number;
}

/** @throws unavailable */
export type Sign = (id: string, webhook: Webhook, signed: Signed) => Promise<Record<string, string>>;

/** Secrets follow from one of the store: neither the log nor its copies have them. */
export class WebhookSecrets {
  readonly #secret: () => Promise<string>;
  #root: Promise<string> | null = null;

  constructor(secret: () => Promise<string>) {
    this.#secret = secret;
  }

  /** `whsec_…` @throws unavailable */
  async of(id: string, number: number): Promise<string> {
    this.#root ??= this.#secret();
    const root = await this.#root.catch((error: unknown) => {
      this.#root = null;
      throw error;
    });
    return `whsec_${createHmac("sha256", root).update(`${id} ${number}`).digest("base64")}`;
  }

  /** With the previous secret too, until receivers know the new one. */
  readonly sign: Sign = async (id, { secret, previousUntil }, { event, body, now }) => {
    const numbers = previousUntil !== null && now < previousUntil ? [secret, secret - 1] : [secret];
    const timestamp = String(Math.floor(now / 1_000));
    const signatures = numbers.map(async (number) => {
      const key = Buffer.from((await this.of(id, number)).slice("whsec_".length), "base64");
      return `v1,${createHmac("sha256", key).update(`${event}.${timestamp}.${body}`).digest("base64")}`;
    });
    return {
      "webhook-id": event,
      "webhook-timestamp": timestamp,
      "webhook-signature": (await Promise.all(signatures)).join(" "),
    };
  };
}
