/** Defaults from the environment. Each is looked up when it is needed, and does nothing if it is absent. */
import { maxBody } from "./gate-answer.ts";
import type { GateRequest } from "./gate-options.ts";

interface Environment {
  readonly fetch?: (url: string, init: object) => Promise<FetchResponse>;
  readonly TextDecoder?: new () => { decode(part: unknown, options: object): string };
  readonly AbortController?: new () => { readonly signal: unknown; abort(): void };
  readonly setTimeout?: (run: () => void, ms: number) => unknown;
  readonly clearTimeout?: (timer: unknown) => void;
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
  cancel(): Promise<unknown>;
}

const environment = globalThis as unknown as Environment;

/** `no-store`: a response from the environment's cache would have the date of another time. */
export const requestByFetch: GateRequest = (url, headers, timeout, onAbort) => {
  const { fetch, AbortController } = environment;
  if (!fetch) return Promise.reject();
  const controller = AbortController && new AbortController();
  const abort = () => controller?.abort();
  const cancel = scheduleTimeout(timeout, abort);
  onAbort(abort);
  const init = { headers, cache: "no-store", redirect: "manual", credentials: "omit", signal: controller?.signal };
  return fetch(url, init)
    .then((response) =>
      readBody(response, abort).then((body) => ({
        // 0: browsers hide where a redirect leads.
        status: response.status || 302,
        // React Native follows redirects by itself, and does not say so.
        url: response.redirected === false ? undefined : response.url,
        header: (name: string) => response.headers.get(name),
        body,
      })),
    )
    .finally(cancel);
};

/**
 * Stops after the longest body of an answer: an endless one would fill the memory until the time limit. An environment without streams
 * can only refuse a `Content-Length`, and reads other bodies whole. React Native has them in memory, outside of JavaScript, by then.
 */
function readBody(response: FetchResponse, abort: () => void): Promise<string> {
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
      if (done) return read;
      if (read.length <= maxBody) return readFrom(read);
      reader.cancel().catch(() => {});
      return read;
    });
  return readFrom("");
}

export function scheduleTimeout(ms: number, run: () => void): () => void {
  const timer = environment.setTimeout?.(run, ms);
  return () => environment.clearTimeout?.(timer);
}

export function environmentLanguage(): string | undefined {
  return environment.navigator?.language ?? environment.Intl?.DateTimeFormat?.().resolvedOptions().locale;
}
