/** Responses of `/gate`, read. */
import { type GateAnswer, maxBody, parseAnswer, parseEtag, parseJson } from "./gate-answer.ts";
import type { GateResponse } from "./gate-options.ts";
import { invalidAnswer, refused } from "./gate-problem.ts";
import type { GateProblem } from "./gate-state.ts";

/** Result of a question: a problem with its two members, or the others. */
export interface Reply {
  readonly problem?: GateProblem;
  /** ms to wait before the next request. */
  readonly retryAfter?: number;
  /** True if the same request can only be refused again. */
  readonly isInvalid?: boolean;
  /** Null means 304, the answer with the sent ETag is still the right one. */
  readonly answer?: GateAnswer | null;
  readonly etag?: string | null;
  /** True if it may outlive this run. */
  readonly isStorable?: boolean;
  /** ms for which it needs no new request. */
  readonly maxAge?: number;
  /** The server's clock, epoch ms; NaN if it did not say. */
  readonly serverTime?: number;
}

const defaultMaxAge = 30;
/** Seconds: a longer validity would leave an open app without an answer for days. */
const longestMaxAge = 86_400;

/** @param asked the address, where the environment follows redirects by itself */
export function readResponse(response: GateResponse, asked: string, baseUrl: string): Reply {
  const { status, url, body } = response;
  const header = (name: string) => response.header(name) || "";
  const age = Number(/^\d{1,9}$/.exec(header("age")) ?? 0);
  const serverTime = Date.parse(header("date")) + age * 1000;
  const isWhole = status === 200;
  const isRedirected = (status >= 300 && status < 400 && status !== 304) || (url && originOf(url) !== originOf(asked));
  if (isRedirected) return { problem: refused(baseUrl, status, "redirected") };
  if (!isWhole && status !== 304) {
    const { code } = (parseJson(body) ?? {}) as { readonly code?: unknown };
    // Seconds or a date.
    const wait = Number(header("retry-after")) * 1000 || Date.parse(header("retry-after")) - serverTime;
    return {
      problem: refused(baseUrl, status, typeof code === "string" && /^\w{1,64}$/.test(code) ? code : ""),
      retryAfter: wait > 0 ? wait : 0,
      // The others ask for another time instead of another request.
      isInvalid: status !== 429 && status !== 503,
    };
  }
  const answer = isWhole && body.length <= maxBody ? parseAnswer(parseJson(body)) : null;
  if (isWhole && !answer) return { problem: invalidAnswer(baseUrl) };
  const control = header("cache-control");
  const maxAge = Number(/max-age=(\d+)/i.exec(control)?.[1] ?? defaultMaxAge) - age;
  return {
    answer: answer && {
      ...answer,
      language: header("content-language"),
      isUnsupported: header("drawbridge-os") === "too_old",
    },
    etag: parseEtag(header("etag")),
    isStorable: !/no-store/i.test(control),
    maxAge: Math.min(Math.max(maxAge, 0), longestMaxAge) * 1000,
    serverTime,
  };
}

function originOf(url: string): string {
  const parts = url.toLowerCase().split("/", 3);
  return parts.join().replace(/:(80|443)$/, "");
}
