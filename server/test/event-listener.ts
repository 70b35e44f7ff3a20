/** A client of the event stream over a real socket, with an independent parser. */
import assert from "node:assert/strict";
import type * as wire from "drawbridge-rules/wire/event.ts";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { until } from "./until.ts";

export interface Listening {
  readonly token?: string | undefined;
  /** Cookie of a session, sent like our own page. */
  readonly cookie?: string | undefined;
  readonly last?: string | undefined;
}

export async function listenTo(url: string, { token, cookie, last }: Listening) {
  const leaving = new AbortController();
  const response = await fetch(url, {
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": "same-origin" }),
      ...(last === undefined ? {} : { "last-event-id": last }),
    },
    signal: leaving.signal,
  });
  const events: EventSourceMessage[] = [];
  /** `retry` in milliseconds. */
  const heard = { comments: 0, retry: null as number | null };
  const parser = createParser({
    onEvent: (event) => void events.push(event),
    onComment: () => void heard.comments++,
    onRetry: (ms) => {
      heard.retry = ms;
    },
    onError: (error) => assert.fail(`not an event stream: ${error.message}`),
  });
  /** Resolves when the stream ends: closed by the server, or cut off. */
  const ended = read(response, (text) => parser.feed(text));
  return {
    status: response.status,
    headers: response.headers,
    events,
    get comments() {
      return heard.comments;
    },
    get retry() {
      return heard.retry;
    },
    ended,
    commits: () => events.filter(({ event }) => event === "commit").map(({ data }) => JSON.parse(data) as wire.CommitEvent),
    until: (count: number) => until(() => events.length >= count),
    leave: () => leaving.abort(),
  };
}

async function read(response: Response, feed: (text: string) => void): Promise<"ended" | "cut"> {
  const decoder = new TextDecoder();
  try {
    for await (const piece of response.body ?? []) feed(decoder.decode(piece, { stream: true }));
    return "ended";
  } catch {
    return "cut";
  }
}
