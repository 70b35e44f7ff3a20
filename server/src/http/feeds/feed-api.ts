/**
 * The feeds on HTTP. Public: the token in the path is the credential, and whatever is wrong with it, there is nothing there.
 * A feed is written once for each state of its project and minute of the clock, however many read it.
 */

import { hash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { LRUCache } from "lru-cache";
import { inTurns } from "../../base/work-in-turns.ts";
import { matchesEtag } from "../../catalog/etag-match.ts";
import type { Publisher } from "../../publisher.ts";
import type { Store } from "../../store/store.ts";
import { problemBody, problemType } from "../problem.ts";
import type { Received } from "../received.ts";
import { atomType, printAtom } from "./atom.ts";
import { calendarParts, calendarType } from "./calendar.ts";
import { CommitTimes } from "./commit-times.ts";
import { type Feed, feedOf } from "./feed.ts";
import { type FeedFile, parseFeedPath } from "./feed-path.ts";
import type { FeedScope, FeedTokenRing } from "./feed-token-ring.ts";

export interface FeedWorkings {
  readonly store: Pick<Store, "head" | "projectRevision" | "history">;
  readonly publisher: Pick<Publisher, "state">;
  readonly tokens: Pick<FeedTokenRing, "isLoaded" | "find">;
  /** Epoch ms. */
  readonly now: () => number;
}

interface FeedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer | string | null;
}

interface Written {
  /** Of what it was written from. */
  readonly version: string;
  /** Null: there is no such project or instance any more. */
  readonly body: Buffer | null;
  readonly etag: string;
}

const minute = 60_000;
/** Bytes. */
const kept = 16 * 1024 * 1024;

export class FeedApi {
  readonly #workings: FeedWorkings;
  readonly #times: CommitTimes;
  readonly #written = new LRUCache<string, Written>({
    maxSize: kept,
    sizeCalculation: ({ body, version, etag }, name) => 500 + name.length + version.length + etag.length + (body?.length ?? 0),
  });
  /** What is being written, by name and version: whoever asks meanwhile waits for the same. */
  readonly #writing = new Map<string, Promise<Written>>();

  constructor(workings: FeedWorkings) {
    this.#workings = workings;
    this.#times = new CommitTimes(workings.store);
  }

  /** A body is not looked at. */
  async handle(received: Received, res: ServerResponse): Promise<void> {
    const { status, headers, body } = await this.#answer(received);
    res.writeHead(status, { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", ...headers });
    res.end(received.method === "HEAD" || body === null ? undefined : body);
  }

  async #answer({ path, method, ifNoneMatch }: Received): Promise<FeedAnswer> {
    const address = parseFeedPath(path);
    if (!address) return nothingHere();
    if (method !== "GET" && method !== "HEAD")
      return problem("method_not_allowed", "Ask with GET or HEAD.", { Allow: "GET, HEAD" });
    const { tokens, now } = this.#workings;
    if (!tokens.isLoaded)
      return problem("not_ready", "The server has not read its store yet. Its status says why.", { "Retry-After": "1" });
    const scope = tokens.find(address.token, now());
    if (!scope) return nothingHere();
    try {
      return answerWith(await this.#current(scope, address.file), address.file, ifNoneMatch);
    } catch (error) {
      if (!(error instanceof DrawbridgeError) || error.code !== "unavailable") throw error;
      return problem("unavailable", "The feed cannot be read at the moment.", { "Retry-After": "60" });
    }
  }

  async #current(scope: FeedScope, file: FeedFile): Promise<Written> {
    const { store, now } = this.#workings;
    // The whole minute that the clock is in: what a feed says depends on nothing else but the state.
    const at = Math.floor(now() / minute) * minute;
    const { epoch } = await store.head();
    const version = `${epoch} ${await store.projectRevision(scope.project)} ${at}`;
    const name = JSON.stringify([file, scope.project, scope.instance]);
    const written = this.#written.get(name);
    if (written?.version === version) return written;
    const work = `${version} ${name}`;
    const writing = this.#writing.get(work) ?? this.#write(scope, file, epoch, at, version);
    this.#writing.set(work, writing);
    try {
      const fresh = await writing;
      this.#written.set(name, fresh);
      return fresh;
    } finally {
      this.#writing.delete(work);
    }
  }

  async #write({ project, instance }: FeedScope, file: FeedFile, epoch: string, at: number, version: string): Promise<Written> {
    const feed = await feedOf(await this.#workings.publisher.state(project), instance, at, this.#times);
    if (!feed) return { version, body: null, etag: "" };
    const body = Buffer.from(file === "calendar.ics" ? await calendarText(feed) : printAtom(feed, epoch, at));
    return { version, body, etag: `"${hash("sha256", body, "base64url").slice(0, 27)}"` };
  }
}

async function calendarText(feed: Feed): Promise<string> {
  return (await inTurns(calendarParts(feed), (part) => part)).join("");
}

function answerWith({ body, etag }: Written, file: FeedFile, ifNoneMatch: string | null): FeedAnswer {
  if (body === null) return nothingHere();
  const shared = { ETag: etag, "Cache-Control": "private, max-age=300" };
  if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, etag)) return { status: 304, headers: shared, body: null };
  const type = file === "calendar.ics" ? calendarType : atomType;
  return { status: 200, headers: { "Content-Type": type, "Content-Length": body.length, ...shared }, body };
}

/** The same for a path that is none and for a token that is unknown, expired or revoked. */
function nothingHere(): FeedAnswer {
  return problem("not_found", "There is nothing at this address.");
}

function problem(code: ProblemCode, detail: string, own: Readonly<Record<string, string>> = {}): FeedAnswer {
  const body = problemBody(code, detail);
  const headers = { "Content-Type": problemType, "Content-Length": Buffer.byteLength(body), "Cache-Control": "no-store", ...own };
  return { status: problems[code].status, headers, body };
}
