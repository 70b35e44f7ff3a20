import { fillPath } from "drawbridge-rules/api/paths.ts";
import type { CommitEvent, PositionEvent } from "drawbridge-rules/wire/event.ts";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { AdminError, isUnreachable } from "./admin-error.ts";
import { type AdminOptions, openStream } from "./transport.ts";

/** `ready`: no later commit will be missed. `resync`: commits were missed and are gone, so reload everything shown. */
export type ServerEvent = { readonly id: string } & (
  | (PositionEvent & { readonly type: "ready" | "resync" })
  | (CommitEvent & { readonly type: "commit" })
);

export interface EventOptions {
  readonly after?: string;
  readonly signal?: AbortSignal;
  /** @param wait milliseconds until the next attempt */
  readonly onBreak?: (error: unknown, wait: number) => void;
}

/** Milliseconds. The server sends something every 15 seconds, so a connection silent for this long is dead. */
const silence = 45_000;
const defaultRetry = 3_000;
const longestRetry = 60_000;

/** @throws AdminError: no permission */
export async function* events(
  options: AdminOptions,
  project: string | null,
  { after, signal, onBreak }: EventOptions = {},
): AsyncGenerator<ServerEvent, void, undefined> {
  let last = after ?? null;
  let retry = defaultRetry;
  for (let failures = 0; !signal?.aborted; ) {
    let broken: unknown = null;
    const connection = new AbortController();
    try {
      const ends = AbortSignal.any([connection.signal, ...(signal ? [signal] : [])]);
      const onRetry = (asked: number) => {
        retry = asked;
      };
      for await (const event of connected(options, project, last, { signal: ends, onRetry })) {
        failures = 0;
        last = event.id ?? last;
        const known = parsed(event);
        if (known) yield known;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isPassing(error)) throw error;
      broken = error;
      failures++;
    } finally {
      connection.abort();
    }
    const wait = waitFor(broken, failures, retry);
    onBreak?.(broken, wait);
    await pause(wait, signal);
  }
}

async function* connected(
  options: AdminOptions,
  project: string | null,
  last: string | null,
  { signal, onRetry }: { readonly signal: AbortSignal; readonly onRetry: (ms: number) => void },
): AsyncGenerator<EventSourceMessage, void, undefined> {
  const path = project === null ? fillPath("getEvents", {}) : fillPath("getProjectEvents", { project });
  const headers: Record<string, string> = last === null ? {} : { "last-event-id": last };
  const request = { method: "GET", path, headers, accept: "text/event-stream", repeatable: true } as const;
  const { body } = await openStream(options, request, signal);
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const received: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => void received.push(event), onRetry });
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* received.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A newer server sends events that this client does not know. */
function parsed({ event, data, id = "" }: EventSourceMessage): ServerEvent | null {
  if (event !== "ready" && event !== "resync" && event !== "commit") return null;
  return { type: event, id, ...JSON.parse(data) } as ServerEvent;
}

function isPassing(error: unknown): boolean {
  if (error instanceof AdminError) return error.status >= 500 || error.status === 429;
  return isUnreachable(error) || error instanceof TypeError || (error instanceof Error && error.name === "SilentError");
}

function waitFor(error: unknown, failures: number, retry: number): number {
  const asked = error instanceof AdminError && error.retryAfter !== null ? error.retryAfter * 1_000 : 0;
  const grown = Math.min(retry * 2 ** Math.max(0, failures - 1), longestRetry);
  // Spreads reconnects, so that the clients of one server do not return in the same millisecond.
  return Math.max(asked, grown) * (0.5 + Math.random() / 2);
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error("the server has said nothing for too long");
    error.name = "SilentError";
    timer = setTimeout(() => reject(error), silence);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    }
  });
}
