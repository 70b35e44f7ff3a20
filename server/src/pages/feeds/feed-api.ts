/**
 * Feeds over HTTP. Public: the token in the path is the credential, and any invalid token is 404. A feed is printed once per
 * state of its project and minute of the clock, for any number of readers.
 */

import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { LRUCache } from "lru-cache";
import { matchesEtag } from "../../base/http/headers.ts";
import { problemBody, problemType } from "../../base/http/problem.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { mapYielding } from "../../base/yielding-work.ts";
import type { CredentialIndex } from "../../log/credential-index.ts";
import type { Publisher } from "../../log/publisher.ts";
import type { Store } from "../../store/store.ts";
import { calendarParts, calendarType } from "./calendar.ts";
import { CommitTimes } from "./commit-times.ts";
import { buildFeed, type Feed } from "./feed.ts";
import { parseFeedPath } from "./feed-path.ts";

interface FeedServices {
  readonly store: Pick<Store, "head" | "projectRevision" | "history">;
  readonly publisher: Pick<Publisher, "state">;
  readonly tokens: Pick<CredentialIndex<"token">, "isLoaded" | "findActive">;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Scope of a feed token. */
interface FeedScope {
  readonly project: string;
  /** Null: all of the project. */
  readonly instance: string | null;
}

interface FeedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | string | null;
}

interface Written {
  /** Version of the state that the feed was printed from. */
  readonly version: string;
  /** Null: the project or instance no longer exists. */
  readonly body: Buffer | null;
  readonly etag: string;
}

const minute = 60_000;
/** Bytes. */
const kept = 16 * 1024 * 1024;

export class FeedApi {
  readonly #services: FeedServices;
  readonly #times: CommitTimes;
  readonly #written = new LRUCache<string, Written>({
    maxSize: kept,
    sizeCalculation: ({ body, version, etag }, name) => 500 + name.length + version.length + etag.length + (body?.length ?? 0),
  });
  /** Feeds being printed, by name and version: concurrent requests share one. */
  readonly #writing = new Map<string, Promise<Written>>();

  constructor(services: FeedServices) {
    this.#services = services;
    this.#times = new CommitTimes(services.store);
  }

  /** A body is not looked at. */
  async handle(rawRequest: RawRequest, res: ServerResponse): Promise<void> {
    const { status, headers, body } = await this.#answer(rawRequest);
    res.writeHead(status, { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", ...headers });
    res.end(rawRequest.method === "HEAD" || body === null ? undefined : body);
  }

  async #answer({ path, method, ifNoneMatch }: RawRequest): Promise<FeedAnswer> {
    const token = parseFeedPath(path);
    if (token === null) return nothingHere();
    if (method !== "GET" && method !== "HEAD") return problem("method_not_allowed", "Use GET or HEAD.", { Allow: "GET, HEAD" });
    const { tokens, now } = this.#services;
    if (!tokens.isLoaded)
      return problem("not_ready", "The server has not read its store yet. Its status has the reason.", { "Retry-After": "1" });
    const known = tokens.findActive(token, now());
    if (!known) return nothingHere();
    const scope = { project: known.project, instance: known.value.instance };
    try {
      return answerWith(await this.#current(scope), ifNoneMatch);
    } catch (error) {
      if (!(error instanceof DrawbridgeError) || error.code !== "unavailable") throw error;
      return problem("unavailable", "The feed is not available at the moment. Try again later.", { "Retry-After": "60" });
    }
  }

  async #current(scope: FeedScope): Promise<Written> {
    const { store, now } = this.#services;
    // Start of the current minute: a feed depends only on it and on the state.
    const at = Math.floor(now() / minute) * minute;
    const { epoch } = await store.head();
    const version = `${epoch} ${await store.projectRevision(scope.project)} ${at}`;
    const name = JSON.stringify([scope.project, scope.instance]);
    const written = this.#written.get(name);
    if (written?.version === version) return written;
    const work = `${version} ${name}`;
    const writing = this.#writing.get(work) ?? this.#write(scope, at, version);
    this.#writing.set(work, writing);
    try {
      const fresh = await writing;
      this.#written.set(name, fresh);
      return fresh;
    } finally {
      this.#writing.delete(work);
    }
  }

  async #write({ project, instance }: FeedScope, at: number, version: string): Promise<Written> {
    const feed = await buildFeed(await this.#services.publisher.state(project), instance, at, this.#times);
    if (!feed) return { version, body: null, etag: "" };
    const body = Buffer.from(await calendarText(feed));
    return { version, body, etag: `"${hash("sha256", body, "base64url").slice(0, 27)}"` };
  }
}

async function calendarText(feed: Feed): Promise<string> {
  return (await mapYielding(calendarParts(feed), (part) => part)).join("");
}

function answerWith({ body, etag }: Written, ifNoneMatch: string | null): FeedAnswer {
  if (body === null) return nothingHere();
  const shared = { ETag: etag, "Cache-Control": "private, max-age=300" };
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) return { status: 304, headers: shared, body: null };
  return { status: 200, headers: { "Content-Type": calendarType, "Content-Length": body.length, ...shared }, body };
}

/** The same answer for an invalid path and for an unknown, expired or revoked token. */
function nothingHere(): FeedAnswer {
  return problem("not_found", "There is nothing at this address.");
}

function problem(code: ProblemCode, detail: string, own: Readonly<Record<string, string>> = {}): FeedAnswer {
  const body = problemBody(code, detail);
  const headers = { "Content-Type": problemType, "Content-Length": Buffer.byteLength(body), "Cache-Control": "no-store", ...own };
  return { status: problems[code].status, headers, body };
}
