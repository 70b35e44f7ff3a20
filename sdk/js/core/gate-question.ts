/** One request to `/gate`: its address and headers, and what a response means. */
import { type GateAnswer, maxBody, parseAnswer, parseEtag, parseJson } from "./gate-answer.ts";
import type { GateOptions, GateRequest, GateResponse } from "./gate-options.ts";
import type { GateProblem } from "./gate-state.ts";

export interface Answered {
  /** Null: 304, the answer with the sent ETag is still the right one. */
  readonly answer: GateAnswer | null;
  readonly etag: string | null;
  /** True if it may outlive this run. */
  readonly isStorable: boolean;
  /** ms for which it needs no new request. */
  readonly maxAge: number;
  /** The server's clock, epoch ms; null if it did not say. */
  readonly serverTime: number | null;
}

export interface Refused {
  readonly problem: GateProblem;
  /** ms to wait before the next request; null if the server did not say. */
  readonly retryAfter: number | null;
}

const defaultMaxAge = 30;
/** Seconds: a longer validity would leave an open app without an answer for days. */
const longestMaxAge = 86_400;
const longestRetryAfter = 3_600_000;

export function questionAddress({ baseUrl, platform, version, instanceId, language }: GateOptions): string {
  const query = { platform, current_version: version, instanceId, lang: language };
  const pairs = Object.entries(query).filter(([, value]) => value);
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`).join("&");
  return `${baseUrl.replace(/\/+$/, "")}/gate?${text}`;
}

/**
 * Never rejects.
 * @param address throws where an option cannot be part of an address
 */
export function ask(
  request: GateRequest,
  schedule: (ms: number, run: () => void) => () => void,
  address: () => string,
  key: string,
  etag: string | null,
  timeout: number,
  onAbort: (abort: () => void) => void,
): Promise<Answered | Refused> {
  const headers: Record<string, string> = { "x-api-key": key };
  if (etag) headers["if-none-match"] = etag;
  return new Promise((resolve) => {
    const cancel = schedule(timeout, () => resolve(refused({ kind: "timeout" })));
    let url = "";
    void new Promise<GateResponse>((sent) => {
      url = address();
      sent(request(url, headers, timeout, onAbort));
    })
      .then((response) => readResponse(response, url))
      .then(resolve, () => resolve(refused({ kind: "offline" })))
      .then(cancel);
  });
}

function readResponse(response: GateResponse, asked: string): Answered | Refused {
  const { status, url, body } = response;
  const header = (name: string) => response.header(name) || "";
  const age = Number(/^\d{1,9}$/.exec(header("age")) ?? 0);
  const date = Date.parse(header("date")) + age * 1000;
  const serverTime = Number.isNaN(date) ? null : date;
  const isRedirected = (status >= 300 && status < 400 && status !== 304) || (url && originOf(url) !== originOf(asked));
  if (isRedirected) return refused({ kind: "rejected", status, code: "redirected" });
  if (status !== 200 && status !== 304) {
    const { code } = (parseJson(body) ?? {}) as { readonly code?: unknown };
    const retryAfter = parseRetryAfter(header("retry-after"), serverTime);
    return refused({ kind: "rejected", status, ...(typeof code === "string" ? { code } : {}) }, retryAfter);
  }
  const answer = status === 200 && body.length <= maxBody ? parseAnswer(parseJson(body)) : null;
  if (!answer && status === 200) return refused({ kind: "malformed" });
  const control = header("cache-control");
  const maxAge = Number(/max-age=(\d+)/i.exec(control)?.[1] ?? defaultMaxAge) - age;
  return {
    answer,
    etag: parseEtag(header("etag")),
    isStorable: !/no-store/i.test(control),
    maxAge: Math.min(Math.max(maxAge, 0), longestMaxAge) * 1000,
    serverTime,
  };
}

function refused(problem: GateProblem, retryAfter: number | null = null): Refused {
  return { problem, retryAfter };
}

/** Seconds or a date, in ms. */
function parseRetryAfter(text: string, serverTime: number | null): number | null {
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - (serverTime ?? Number.NaN);
  return ms > 0 ? Math.min(ms, longestRetryAfter) : null;
}

function originOf(url: string): string | undefined {
  return /^[a-z]+:\/\/[^/?#]*/i
    .exec(url)?.[0]
    .toLowerCase()
    .replace(/:(80|443)$/, "");
}
