/** Defaults from the environment. Each is looked up when it is needed, and does nothing if it is absent. */
import { maxBody } from "./gate-answer.ts";
import type { GateRequest } from "./gate-options.ts";
import type { GateProblem } from "./gate-state.ts";

interface Environment {
  readonly fetch?: (url: string, init: object) => Promise<FetchResponse>;
  readonly TextDecoder?: new () => { decode(part: unknown, options: object): string };
  readonly AbortController?: new () => { readonly signal: unknown; abort(): void };
  readonly setTimeout?: (run: () => void, ms: number) => unknown;
  readonly clearTimeout?: (timer: unknown) => void;
  readonly console?: { warn(text: string): void };
  readonly document?: unknown;
  readonly navigator?: { readonly language?: string };
  readonly Intl?: { DateTimeFormat?(): { resolvedOptions(): { readonly locale?: string } } };
}

interface FetchResponse {
  readonly status: number;
  readonly url?: string;
  readonly redirected?: boolean;
  readonly headers: { get(name: string): string | null };
  readonly body?: { getReader?(): BodyReader } | null;
  text(): Promise<string>;
}

interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
}

const environment = globalThis as unknown as Environment;

/** Replaced by bundlers, and set by React Native as its `__DEV__` says; absent elsewhere. */
declare const process: { readonly env: { readonly NODE_ENV?: string } };

/**
 * In a page, the browser's cache has the answer and its ETag: any other cache mode and a validator of our own would cost a second
 * request, since browsers remember no preflight for them. Elsewhere the client has both.
 */
export const requestByFetch: GateRequest = (url, headers, _timeout, onAbort, fresh) => {
  const { fetch, AbortController, document } = environment as Environment & Required<Pick<Environment, "fetch">>;
  const controller = AbortController && new AbortController();
  const abort = () => controller?.abort();
  onAbort(abort);
  const { "if-none-match": _, ...others } = headers;
  return fetch(url, {
    headers: document ? others : headers,
    cache: document ? (fresh ? "reload" : "default") : "no-store",
    redirect: "manual",
    credentials: "omit",
    signal: controller?.signal,
  }).then((response) =>
    readBody(response, abort).then((body) => ({
      // 0: browsers hide where a redirect leads.
      status: response.status || 302,
      // React Native follows redirects by itself, and does not say so.
      url: response.redirected === false ? undefined : response.url,
      header: (name: string) => response.headers.get(name),
      body,
    })),
  );
};

/**
 * Stops after the longest body of an answer: an endless one would fill the memory until the time limit. An environment without streams
 * can only refuse a `Content-Length`, and reads other bodies whole. React Native has them in memory, outside of JavaScript, by then.
 */
export function readBody(response: FetchResponse, abort: () => void): Promise<string> {
  if (Number(response.headers.get("content-length")) > maxBody) {
    abort();
    return Promise.resolve("");
  }
  const decoder = environment.TextDecoder && new environment.TextDecoder();
  const reader = decoder && response.body?.getReader?.();
  if (!reader) return response.text();
  const readFrom = (text: string): Promise<string> =>
    reader.read().then(({ done, value }) => {
      const read = text + decoder.decode(value, { stream: !done });
      if (!done && read.length <= maxBody) return readFrom(read);
      if (!done) abort();
      return read;
    });
  return readFrom("");
}

/** A timer of the gate does not keep a Node program from its end. */
export function scheduleTimeout(ms: number, run: () => void): () => void {
  const timer = environment.setTimeout?.(run, ms) as { unref?(): void } | undefined;
  timer?.unref?.();
  return () => environment.clearTimeout?.(timer);
}

const warnings: string[] = [];

/** Writes to the console in development, each message once. */
export function warn(problem: GateProblem): void {
  try {
    if (process.env.NODE_ENV !== "production" && !warnings.includes(problem.message)) {
      warnings.push(problem.message);
      environment.console?.warn(`Drawbridge: ${problem.message}`);
    }
  } catch {
    // No `process`: nothing says that this is development.
  }
}

export function environmentLanguage(): string | undefined {
  return environment.navigator?.language ?? environment.Intl?.DateTimeFormat?.().resolvedOptions().locale;
}
