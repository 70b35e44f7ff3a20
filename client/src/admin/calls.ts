/** The three ways of calling: reading, editing what has an ETag, and verbs, which are safe to send twice. */
import type { Guard } from "drawbridge-rules/changes/guard.ts";
import type { ApplyQuery, ChangeQuery } from "drawbridge-rules/wire/change.ts";
import { type AdminAnswer, type AdminOptions, jsonOf, jsonType, type Query, send } from "./transport.ts";

/** What was read, with the ETag that an edit of it sends back. */
export interface Versioned<T> {
  readonly value: T;
  readonly etag: string;
}

/** The ETag that was read, or null: there must not be one yet. */
export type Etag = string | null;

export interface ChangeOptions {
  /** Plans and changes nothing. */
  readonly dryRun?: boolean;
  /** Why; it stands in the history. */
  readonly reason?: string;
  /** Guards to pass by name; needs a reason. */
  readonly override?: readonly Guard[];
  /** `reviewed` of a dry run: then only what was looked at is done, and anything else is refused as `stale`. */
  readonly reviewed?: string;
  /** Given by `Proposals.make` and `amend`: the change is stored and not made. */
  readonly propose?: true | string;
  /** Of what is proposed: sent again within 24 h, it is proposed once. Random unless given. */
  readonly idempotencyKey?: string;
}

export interface ApplyOptions extends ChangeOptions {
  /** Replaces what was changed another way since the last apply. */
  readonly overwrite?: boolean;
  /** Lets windows go that are in force. */
  readonly endRunning?: boolean;
}

export interface VerbOptions {
  /** Why; it stands in the history. */
  readonly reason?: string;
  /** Guards to pass by name; needs a reason. */
  readonly override?: readonly Guard[];
  /** Only of a move. */
  readonly propose?: true | string;
  /** Sent again with the same request within 24 h, the answer is the same and nothing more is made. Random unless given. */
  readonly idempotencyKey?: string;
}

/** A merge patch (RFC 7396): null takes away, what is not named stays. */
export type Merge<T> = { readonly [K in keyof T]?: T[K] | null };

export interface Content {
  readonly type: string;
  readonly text: string;
}

const mergeType = "application/merge-patch+json";

export function json(value: unknown): Content {
  return { type: jsonType, text: JSON.stringify(value) };
}

export function merge(value: unknown): Content {
  return { type: mergeType, text: JSON.stringify(value) };
}

export class Calls {
  readonly #options: AdminOptions;

  constructor(options: AdminOptions) {
    this.#options = options;
  }

  async read<T>(path: readonly string[], query: Query = {}): Promise<T> {
    return jsonOf(await this.#get(path, query));
  }

  async readVersioned<T>(path: readonly string[]): Promise<Versioned<T>> {
    const answer = await this.#get(path, {});
    return { value: jsonOf(answer), etag: answer.etag ?? "" };
  }

  async readText(path: readonly string[], accept: string): Promise<Versioned<string>> {
    const { text, etag } = await this.#get(path, {}, accept);
    return { value: text, etag: etag ?? "" };
  }

  /** Not sent again when the network fails, unless it is proposed: the second would be refused as stale if the first had arrived. */
  async edit<T>(
    method: "PUT" | "PATCH" | "DELETE",
    path: readonly string[],
    content: Content | null,
    etag: Etag,
    options: ApplyOptions,
  ): Promise<T> {
    const isProposed = options.propose !== undefined && options.dryRun !== true;
    const answer = await send(this.#options, {
      method,
      path,
      query: queryOf(options),
      headers: {
        ...(etag === null ? { "if-none-match": "*" } : { "if-match": etag }),
        ...(isProposed ? { "idempotency-key": options.idempotencyKey ?? crypto.randomUUID() } : {}),
      },
      repeatable: options.dryRun === true || isProposed,
      ...(content ? { body: content } : {}),
    });
    return jsonOf(answer);
  }

  async act<T>(path: readonly string[], body: unknown, options: ChangeOptions & VerbOptions = {}): Promise<T> {
    const answer = await send(this.#options, {
      method: "POST",
      path,
      query: queryOf(options),
      headers: { "idempotency-key": options.idempotencyKey ?? crypto.randomUUID() },
      body: json(body),
      repeatable: true,
    });
    return jsonOf(answer);
  }

  /** What is done once: not sent again when the network fails. */
  async once<T>(path: readonly string[], body: unknown): Promise<T> {
    return jsonOf(await send(this.#options, { method: "POST", path, body: json(body), repeatable: false }));
  }

  /** Of what is not in the log, and has no ETag. */
  async remove(path: readonly string[]): Promise<void> {
    await send(this.#options, { method: "DELETE", path, repeatable: false });
  }

  #get(path: readonly string[], query: Query, accept: string = jsonType): Promise<AdminAnswer> {
    return send(this.#options, { method: "GET", path, query, accept, repeatable: true });
  }
}

function queryOf({ dryRun, reason, override, reviewed, propose, overwrite, endRunning }: ApplyOptions): Query {
  return {
    reviewed,
    propose,
    dry_run: dryRun,
    overwrite,
    end_running: endRunning,
    override: override && override.length > 0 ? override.join(",") : undefined,
    reason: reason || undefined,
  } satisfies Record<keyof (ChangeQuery & ApplyQuery), unknown>;
}
