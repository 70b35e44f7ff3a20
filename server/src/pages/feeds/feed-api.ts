/** The token in the path is the credential. A feed is printed once per state and minute. */
import type { ServerResponse } from "node:http";
import { hasCredentialForm, isChecksumValid } from "drawbridge-rules/credentials/credential-text.ts";
import { MINUTE, SECOND } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import { foldLines, ICalCalendar, ICalEvent, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { LRUCache } from "lru-cache";
import { sendProblem } from "../../base/http/problem.ts";
import type { RawRequest } from "../../base/http/raw-request.ts";
import { mapYielding } from "../../base/yielding-work.ts";
import type { CredentialIndex } from "../../log/credential-index.ts";
import type { Publisher } from "../../log/publisher.ts";
import type { Store } from "../../store/store.ts";
import { etagOf, type HeaderMap, sendFile } from "../built-files.ts";
import { buildFeed, CommitTimes, type Feed, type FeedEntry } from "./feed.ts";

interface FeedServices {
  readonly store: Pick<Store, "head" | "projectRevision" | "history">;
  readonly publisher: Pick<Publisher, "state">;
  readonly tokens: Pick<CredentialIndex<"token">, "isLoaded" | "findActive">;
  readonly now: () => number;
}

interface FeedScope {
  readonly project: string;
  readonly instance: string | null;
}

interface FeedQuestion extends FeedScope {
  readonly at: number;
}

interface Written {
  /** Null means the project or instance no longer exists. */
  readonly body: Buffer | null;
  readonly etag: string;
}

const kept = 16 * 1024 * 1024;

export class FeedApi {
  readonly #services: FeedServices;
  readonly #times: CommitTimes;
  /** Concurrent requests share one printing, and versions that have passed make room. */
  readonly #written = new LRUCache<string, Written, FeedQuestion>({
    maxSize: kept,
    sizeCalculation: ({ body, etag }, name) => 500 + name.length + etag.length + (body?.length ?? 0),
    fetchMethod: (_name, _stale, { context }) => this.#write(context),
    ignoreFetchAbort: true,
  });

  constructor(services: FeedServices) {
    this.#services = services;
    this.#times = new CommitTimes(services.store);
  }

  async handle(rawRequest: RawRequest, res: ServerResponse): Promise<void> {
    const { path, method } = rawRequest;
    const refuse = (code: ProblemCode, detail: string, headers: HeaderMap = {}) =>
      sendProblem(res, method, code, detail, { ...ownHeaders, ...headers });
    // An invalid path gets the same answer as an unknown, expired or revoked token.
    const refuseUnknown = () => refuse("not_found", "There is nothing at this address.");
    const token = parseFeedPath(path);
    if (token === null) return refuseUnknown();
    if (method !== "GET" && method !== "HEAD") return refuse("method_not_allowed", "Use GET or HEAD.", { Allow: "GET, HEAD" });
    const { tokens, now } = this.#services;
    if (!tokens.isLoaded)
      return refuse("not_ready", "The server has not read its store yet. Its status has the reason.", { "Retry-After": "1" });
    const known = tokens.findActive(token, now());
    if (!known) return refuseUnknown();
    try {
      const { body, etag } = await this.#current({ project: known.project, instance: known.value.instance });
      if (body === null) return refuseUnknown();
      const caching = { "Cache-Control": "private, max-age=300" };
      sendFile(res, rawRequest, { type: calendarType, content: body, etag }, { ...ownHeaders, ...caching });
    } catch (error) {
      if (!(error instanceof DrawbridgeError) || error.code !== "unavailable") throw error;
      refuse("unavailable", "The feed is not available at the moment. Try again later.", { "Retry-After": "60" });
    }
  }

  async #current(scope: FeedScope): Promise<Written> {
    const { store, now } = this.#services;
    // A feed depends only on the minute and on the state.
    const at = Math.floor(now() / MINUTE) * MINUTE;
    const { epoch } = await store.head();
    const name = JSON.stringify([scope, epoch, await store.projectRevision(scope.project), at]);
    return this.#written.forceFetch(name, { context: { ...scope, at } });
  }

  async #write({ project, instance, at }: FeedQuestion): Promise<Written> {
    const feed = await buildFeed(await this.#services.publisher.state(project), instance, at, this.#times);
    if (!feed) return { body: null, etag: "" };
    const body = Buffer.from((await mapYielding(calendarParts(feed), (part) => part)).join(""));
    return { body, etag: etagOf(body) };
  }
}

const ownHeaders = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };

/** The token is in the path, since calendars send no headers. Compared as sent. */
export function feedPath(token: string): string {
  return `/feeds/${token}/calendar.ics`;
}

export function parseFeedPath(path: string): string | null {
  const [, token = ""] = /^\/feeds\/([^/]+)\/calendar\.ics$/.exec(path) ?? [];
  return hasCredentialForm("dbf_", token) && isChecksumValid("dbf_", token) ? token : null;
}

const calendarType = "text/calendar; charset=utf-8";

/** Seconds: a hold moves its end no oftener. */
const refresh = 15 * 60;

/** In parts: a thousand events take a fifth of a second. */
export function* calendarParts({ projectName, project, instance, entries }: Feed): Generator<string> {
  const calendar = new ICalCalendar({
    prodId: { company: "Drawbridge", product: "Maintenance" },
    name: escaped(plain(instance ? `${projectName}: ${instance.name}` : projectName)),
    ttl: refresh,
  });
  // §3.1: every line ends, the last one too.
  const frame = `${calendar.toString()}\r\n`;
  const end = frame.lastIndexOf("END:VCALENDAR");
  yield frame.slice(0, end);
  for (const entry of entries) yield foldLines(new ICalEvent(eventOf(entry, project, projectName), calendar).toString());
  yield frame.slice(end);
}

function eventOf(
  { name, summary, start, end, sequence, updated, isCanceled, description }: FeedEntry,
  id: string,
  title: string,
) {
  return {
    id: `${name}@${id}`,
    sequence,
    // §3.8.7.2: without a METHOD, when the event was last revised.
    stamp: new Date(updated),
    lastModified: new Date(updated),
    // §3.3.5 has only whole seconds: the event is never shorter than the maintenance.
    start: new Date(Math.floor(start / SECOND) * SECOND),
    end: new Date(Math.ceil(end / SECOND) * SECOND),
    summary: plain(`${title}: ${summary}`),
    description: plain(description),
    status: isCanceled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    // Does not mark the reader as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
  };
}

/** §3.1: TEXT holds no control characters but the tab; a line end is escaped. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "");
}

/** §3.3.11 */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");
}
