/** One request to `/gate`: its address and headers, and what a response means. */
import { type GateAnswer, maxBody, parseAnswer, parseEtag, parseJson } from "./gate-answer.ts";
import type { GateOptions, GateRequest, GateResponse } from "./gate-options.ts";
import { invalidAnswer, isBusy, offline, refused } from "./gate-problem.ts";
import type { GateProblem } from "./gate-state.ts";

/** Result of a question: a problem with its two members, or the others. */
export interface Reply {
  readonly problem?: GateProblem;
  /** ms to wait before the next request. */
  readonly retryAfter?: number;
  /** True if the same request can only be refused again. */
  readonly isInvalid?: boolean;
  /** Null: 304, the answer with the sent ETag is still the right one. */
  readonly answer?: GateAnswer | null;
  readonly etag?: string | null;
  /** True if it may outlive this run. */
  readonly isStorable?: boolean;
  /** ms for which it needs no new request. */
  readonly maxAge?: number;
  /** The server's clock, epoch ms; NaN if it did not say. */
  readonly serverTime?: number;
}

/** ms. */
const timeout = 10_000;
const defaultMaxAge = 30;
/** Seconds: a longer validity would leave an open app without an answer for days. */
const longestMaxAge = 86_400;

export function questionAddress({ baseUrl, platform, version, instanceId, language }: GateOptions): string {
  const query = { platform, current_version: version, instanceId, lang: language };
  const pairs = Object.entries(query).filter(([, value]) => value);
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value as string)}`).join("&");
  return `${baseUrl.replace(/\/+$/, "")}/gate?${text}`;
}

export interface AskOptions extends GateOptions {
  readonly request: GateRequest;
  readonly schedule: (ms: number, run: () => void) => () => void;
}

/**
 * Never rejects.
 * @param etag null: the whole answer is wanted
 * @param fresh true: not from a cache
 */
export function ask(
  options: AskOptions,
  etag: string | null,
  fresh: boolean,
  onAbort: (abort: () => void) => void,
): Promise<Reply> {
  const { baseUrl, key, request, schedule } = options;
  const headers: Record<string, string> = { "x-api-key": key };
  if (etag) headers["if-none-match"] = etag;
  return new Promise((resolve) => {
    const fail = () => resolve({ problem: offline(baseUrl) });
    const cancel = schedule(timeout, fail);
    let url = "";
    void new Promise<GateResponse>((sent) => {
      url = questionAddress(options);
      sent(request(url, headers, timeout, onAbort, fresh));
    })
      .then((response) => readResponse(response, url, baseUrl))
      .then(resolve, fail)
      .then(cancel);
  });
}

export function readResponse(response: GateResponse, asked: string, baseUrl: string): Reply {
  const { status, url, body } = response;
  const header = (name: string) => response.header(name) || "";
  const age = Number(/^\d{1,9}$/.exec(header("age")) ?? 0);
  const serverTime = Date.parse(header("date")) + age * 1000;
  const isRedirected = (status >= 300 && status < 400 && status !== 304) || (url && originOf(url) !== originOf(asked));
  if (isRedirected) return { problem: refused(baseUrl, status, "redirected") };
  if (status !== 200 && status !== 304) {
    const { code } = (parseJson(body) ?? {}) as { readonly code?: unknown };
    const reason = typeof code === "string" && /^\w{1,64}$/.test(code) ? code : undefined;
    return {
      problem: refused(baseUrl, status, reason),
      retryAfter: parseRetryAfter(header("retry-after"), serverTime),
      isInvalid: !isBusy(status),
    };
  }
  const answer = status === 200 && body.length <= maxBody ? parseAnswer(parseJson(body)) : null;
  if (!answer && status === 200) return { problem: invalidAnswer(baseUrl) };
  const control = header("cache-control");
  const maxAge = Number(/max-age=(\d+)/i.exec(control)?.[1] ?? defaultMaxAge) - age;
  return {
    answer: answer && { ...answer, language: header("content-language") },
    etag: parseEtag(header("etag")),
    isStorable: !/no-store/i.test(control),
    maxAge: Math.min(Math.max(maxAge, 0), longestMaxAge) * 1000,
    serverTime,
  };
}

/** Seconds or a date, in ms. */
function parseRetryAfter(text: string, serverTime: number): number {
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - serverTime;
  return ms > 0 ? ms : 0;
}

function originOf(url: string): string | undefined {
  return /^[a-z]+:\/\/[^/?#]*/i
    .exec(url)?.[0]
    .toLowerCase()
    .replace(/:(80|443)$/, "");
}
