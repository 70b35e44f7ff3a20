/** Checks addresses when it connects: a later change of a name gains nothing. Follows no redirects. */
import { lookup } from "node:dns";
import http from "node:http";
import https from "node:https";
import type { LookupFunction } from "node:net";
import { errorText } from "drawbridge-rules/values/errors.ts";
import type { AddressRules } from "./address-rules.ts";

export interface OutgoingAnswer {
  /** Null means that there was none. */
  readonly status: number | null;
  /** Why there was none; otherwise the first KiB of the body. */
  readonly text: string;
  readonly retryAfter: number | null;
}

export interface OutgoingRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly limit?: number;
}

const usualLimit = 1_024;

export function isAccepted({ status }: OutgoingAnswer): boolean {
  return status !== null && status >= 200 && status < 300;
}

export class Outgoing {
  readonly #rules: AddressRules;
  readonly #agents: { readonly "http:": http.Agent; readonly "https:": https.Agent };

  readonly #resolve: typeof lookup;
  readonly #longest: number;

  /** @param longest milliseconds until an answer must be there */
  constructor(
    rules: AddressRules,
    { longest = 10_000, resolve = lookup }: { readonly longest?: number; readonly resolve?: typeof lookup } = {},
  ) {
    this.#rules = rules;
    this.#resolve = resolve;
    this.#longest = longest;
    const options = { keepAlive: true, maxFreeSockets: 8, timeout: longest };
    this.#agents = { "http:": new http.Agent(options), "https:": new https.Agent(options) };
  }

  /** Never rejects. */
  async send({ method, url, headers, body, limit = usualLimit }: OutgoingRequest): Promise<OutgoingAnswer> {
    const problem = this.#rules.ofUrl(url);
    if (problem !== null) return { status: null, text: problem, retryAfter: null };
    for (let isFirst = true; ; isFirst = false) {
      const { promise, resolve, reject } = Promise.withResolvers<OutgoingAnswer>();
      const target = new URL(url);
      const protocol = target.protocol as "http:" | "https:";
      const signal = AbortSignal.timeout(this.#longest);
      const request = (protocol === "https:" ? https : http).request(target, {
        method,
        headers: { "user-agent": "Drawbridge", ...headers },
        agent: this.#agents[protocol],
        lookup: this.#lookup(protocol),
        signal,
      });
      request.on("response", (response) => {
        request.off("error", reject).on("error", () => undefined);
        readAnswer(response, limit, resolve);
      });
      request.on("error", reject);
      request.end(body ?? undefined);
      try {
        return await promise;
      } catch (error) {
        // The receiver closed a connection of an earlier request at the same moment.
        if (isFirst && request.reusedSocket && !signal.aborted) continue;
        // A name with several addresses fails with an error for each.
        const all = error instanceof AggregateError ? error.errors : [error];
        const text = signal.aborted ? `No answer within ${this.#longest / 1_000} s` : all.map(errorText).join(", ");
        return { status: null, text, retryAfter: null };
      }
    }
  }

  close(): void {
    this.#agents["http:"].destroy();
    this.#agents["https:"].destroy();
  }

  #lookup(protocol: string): LookupFunction {
    return (hostname, options, done) => {
      this.#resolve(hostname, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error || first === undefined) return done(error ?? new Error(`${hostname} has no address`), "", 0);
        const allowed = addresses.filter(({ address }) => this.#rules.ofAddress(address, protocol) === null);
        const [usable] = allowed;
        if (usable === undefined) return done(new Error(this.#rules.ofAddress(first.address, protocol) ?? ""), "", 0);
        if (options.all) return done(null, allowed);
        return done(null, usable.address, usable.family);
      });
    };
  }
}

/** The status counts from the moment it arrives, whatever the body does. */
function readAnswer(response: http.IncomingMessage, limit: number, resolve: (answer: OutgoingAnswer) => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  const finish = () => {
    const text = Buffer.concat(pieces).subarray(0, limit).toString();
    resolve({ status: response.statusCode ?? null, text, retryAfter: parseRetryAfter(response.headers["retry-after"]) });
  };
  response.on("data", (piece: Buffer) => {
    pieces.push(piece);
    size += piece.length;
    if (size > limit) response.destroy();
  });
  response.on("error", finish);
  response.on("close", finish);
}

/** `Retry-After` has seconds or a date. */
function parseRetryAfter(text = ""): number | null {
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : null;
}
