/** Defaults of what an environment can lack: each is looked up when it is needed, and does nothing where it is absent. */
import type { GateRequest } from "./gate-options.ts";

interface Environment {
  readonly fetch?: (url: string, init: object) => Promise<FetchResponse>;
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
  text(): Promise<string>;
}

const environment = globalThis as unknown as Environment;

/** `no-store`: a response from the environment's cache would have the date of another time. */
export const requestByFetch: GateRequest = (url, headers, timeout) => {
  const { fetch, AbortController } = environment;
  if (!fetch) return Promise.reject();
  const abort = AbortController && new AbortController();
  const cancel = scheduleTimeout(timeout, () => abort?.abort());
  const init = { headers, cache: "no-store", redirect: "manual", credentials: "omit", signal: abort?.signal };
  return fetch(url, init)
    .then((response) =>
      response.text().then((body) => ({
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

export function scheduleTimeout(ms: number, run: () => void): () => void {
  const timer = environment.setTimeout?.(run, ms);
  return () => environment.clearTimeout?.(timer);
}

export function environmentLanguage(): string | undefined {
  return environment.navigator?.language ?? environment.Intl?.DateTimeFormat?.().resolvedOptions().locale;
}
