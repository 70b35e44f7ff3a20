/** One connection to an origin: its events as they come, until it ends or says nothing for too long. */
import { createParser } from "eventsource-parser";
import { ContentRefusal } from "../snapshot/content-refusal.ts";
import { digestsComment } from "./edge-text.ts";

/** Event name under which a heartbeat with digests is passed on. */
export const digestsEvent = ":digests";

export interface OriginEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

export interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which it is gone: a comment comes every 15 seconds. */
  readonly silence: number;
  /** Characters of one event. */
  readonly longest: number;
  /** Of each piece that comes, also of one that says nothing. */
  readonly heard: () => void;
  /** Milliseconds that the origin wants between two connections. */
  readonly retry: (ms: number) => void;
}

/** The origin cannot be followed now, and why: for people. */
export class OriginAway extends Error {
  /** It is there, and does not want this edge: asking again soon is of no use. */
  readonly isUnwanted: boolean;

  constructor(message: string, { cause, isUnwanted = false }: { readonly cause?: unknown; readonly isUnwanted?: boolean } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "OriginAway";
    this.isUnwanted = isUnwanted;
  }
}

/** @throws OriginAway, ContentRefusal */
export async function* originEvents(asked: Asked): AsyncGenerator<OriginEvent, void, undefined> {
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(), asked.silence);
  const signal = AbortSignal.any([asked.signal, own.signal]);
  try {
    const body = await connected(asked, signal);
    yield* parsed(body, asked, () => timer.refresh());
  } catch (error) {
    if (error instanceof ContentRefusal || error instanceof OriginAway) throw error;
    if (own.signal.aborted) throw new OriginAway(`the origin has said nothing for ${Math.round(asked.silence / 1000)} seconds`);
    throw new OriginAway(`the origin cannot be reached (${reasonOf(error)})`, { cause: error });
  } finally {
    clearTimeout(timer);
    own.abort();
  }
}

async function connected({ url, headers }: Asked, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  // Its token is for this origin, and for nobody it names.
  const response = await fetch(url, { headers, signal, redirect: "error" });
  const { status, body } = response;
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (status === 200 && isStream && body) return body;
  throw new OriginAway(`the origin answers ${status}${await detailOf(response)}`, { isUnwanted: status >= 400 && status < 500 });
}

async function* parsed(body: AsyncIterable<Uint8Array>, asked: Asked, heard: () => void): AsyncGenerator<OriginEvent> {
  const events: OriginEvent[] = [];
  let isTooLong = false;
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: asked.longest,
    onEvent: ({ event = "message", data, id }) => {
      // Its own bound is of what has not ended yet.
      isTooLong ||= data.length > asked.longest;
      events.push({ event, data, id: id ?? null });
    },
    onRetry: asked.retry,
    onComment: (text) => {
      if (text.startsWith(digestsComment))
        events.push({ event: digestsEvent, data: text.slice(digestsComment.length), id: null });
    },
    onError: ({ type }) => {
      isTooLong ||= type === "max-buffer-size-exceeded";
    },
  });
  for await (const piece of body) {
    heard();
    asked.heard();
    parser.feed(decoder.decode(piece, { stream: true }));
    if (isTooLong) throw new ContentRefusal(`what the origin says is too large: more than ${asked.longest} letters in one event`);
    yield* events.splice(0);
  }
}

/** Bytes of the body of a refusal: what there is beyond them is not read. */
const longestRefusal = 10_000;

/** What the origin says of it, where it is a problem (RFC 9457). */
async function detailOf(response: Response): Promise<string> {
  try {
    const { detail } = JSON.parse(await beginningOf(response)) as { readonly detail?: unknown };
    return typeof detail === "string" ? `: ${detail.slice(0, 200)}` : "";
  } catch {
    return "";
  } finally {
    await response.body?.cancel().catch(() => undefined);
  }
}

/** A length that is told says nothing of what comes, least of all where that is compressed. */
async function beginningOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    pieces.push(piece);
    size += piece.length;
    if (size > longestRefusal) break;
  }
  return Buffer.concat(pieces).toString("utf8");
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { readonly cause?: { readonly code?: string; readonly message?: string } };
  return cause?.code ?? cause?.message ?? message;
}
