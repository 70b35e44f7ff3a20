/** One request to `GET {baseUrl}/gate`. */
import { readBody } from "../core/environment.ts";
import { offline } from "../core/gate-problem.ts";
import { type Reply, readResponse } from "../core/gate-question.ts";
import type { ResolvedOptions } from "./server-gate-options.ts";

/** Milliseconds after which a request is given up. Longer than requests of apps wait: a slow answer is still kept. */
const requestTimeLimit = 2_000;

/** Never rejects. */
export async function requestGate(options: ResolvedOptions, path: string, etag: string | null): Promise<Reply> {
  const { baseUrl, key } = options;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const cancel = options.schedule(requestTimeLimit, abort);
  try {
    const headers = { "x-api-key": key, accept: "application/json", ...(etag === null ? {} : { "if-none-match": etag }) };
    const response = await options.fetch(baseUrl + path, { headers, redirect: "manual", signal: controller.signal });
    const body = await readBody(response, abort);
    return readResponse({ status: response.status, header: (name) => response.headers.get(name), body }, "", baseUrl);
  } catch {
    return { problem: offline(baseUrl) };
  } finally {
    cancel();
  }
}
