import { createParser } from "eventsource-parser";
import { headComment } from "../replicas/edge-protocol.ts";
import { ContentRefusal } from "../replicas/row-fields.ts";

/** A heartbeat with the head is passed on under this name. */
export const headEvent = ":head";

export interface OriginEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

interface Asked {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the stream is lost: a comment comes every 15 seconds. */
  readonly silence: number;
  readonly longest: number;
  readonly heard: () => void;
  /** Milliseconds that the origin wants between two connections. */
  readonly retry: (ms: number) => void;
}

export class OriginAway extends Error {}

/** The origin is reachable and refuses this edge: retrying soon is pointless. */
export class OriginRefusal extends OriginAway {}

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
    if (own.signal.aborted) throw new OriginAway(`the origin has sent nothing for ${Math.round(asked.silence / 1000)} seconds`);
    throw new OriginAway(`the origin cannot be reached (${reasonOf(error)})`, { cause: error });
  } finally {
    clearTimeout(timer);
    own.abort();
  }
}

/** Null means that the origin cannot be reached. */
export async function postToOrigin(
  { origin, token }: { readonly origin: string; readonly token: string },
  path: string,
  body: string,
  signal: AbortSignal,
): Promise<number | null> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  try {
    // The token is for this origin only: following a redirect would leak it.
    const response = await fetch(`${origin}${path}`, { method: "POST", headers, body, signal, redirect: "error" });
    await response.body?.cancel();
    return response.status;
  } catch {
    return null;
  }
}

async function connected({ url, headers }: Asked, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  const response = await fetch(url, { headers, signal, redirect: "error" });
  const { status, body } = response;
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  if (status === 200 && isStream && body) return body;
  const problem = `the origin answers ${status}${await detailOf(response)}`;
  throw status >= 400 && status < 500 ? new OriginRefusal(problem) : new OriginAway(problem);
}

async function* parsed(body: AsyncIterable<Uint8Array>, asked: Asked, heard: () => void): AsyncGenerator<OriginEvent> {
  const events: OriginEvent[] = [];
  let isTooLong = false;
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: asked.longest,
    onEvent: ({ event = "message", data, id }) => {
      // The parser itself only limits an incomplete event.
      isTooLong ||= data.length > asked.longest;
      events.push({ event, data, id: id ?? null });
    },
    onRetry: asked.retry,
    onComment: (text) => {
      if (text.startsWith(headComment)) events.push({ event: headEvent, data: text.slice(headComment.length), id: null });
    },
    onError: ({ type }) => {
      isTooLong ||= type === "max-buffer-size-exceeded";
    },
  });
  for await (const piece of body) {
    heard();
    asked.heard();
    parser.feed(decoder.decode(piece, { stream: true }));
    if (isTooLong) throw new ContentRefusal(`the origin sent an event that is too large: more than ${asked.longest} characters`);
    yield* events.splice(0);
  }
}

/** Bytes; the rest is ignored. */
const longestRefusal = 10_000;

/** From a problem document (RFC 9457). */
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

/** Content-Length does not bound the body, least of all a compressed one. */
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
