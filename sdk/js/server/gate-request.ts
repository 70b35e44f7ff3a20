/** One request to `GET {baseUrl}/gate`. */
import { type GateAnswer, parseAnswer, parseJson } from "../core/gate-answer.ts";
import type { GateProblem } from "./gate-problem.ts";
import type { ResolvedOptions } from "./server-gate-options.ts";

export type GateResult = GateSuccess | GateFailure;

export interface GateSuccess {
  readonly kind: "answer";
  /** Null: the answer with the ETag that was sent is still the one. */
  readonly answer: GateAnswer | null;
  readonly etag: string | null;
  /** Milliseconds that the answer is fresh; null: it must not be kept. */
  readonly maxAge: number | null;
  /** Milliseconds that the server's clock is ahead. */
  readonly clockOffset: number;
}

export interface GateFailure {
  /** `refused`: Drawbridge rejects only this question. `failed`: any other failure. */
  readonly kind: "refused" | "failed";
  readonly problem: Omit<GateProblem, "retryIn">;
  /** Milliseconds of `Retry-After`. */
  readonly retryAfter: number;
}

/** Milliseconds after which a request is given up. Longer than requests of apps wait: a slow answer is still kept. */
const requestTimeLimit = 2_000;
const maxBodyBytes = 65_536;
/** Milliseconds an answer is fresh at most, and without `max-age`. */
const longestMaxAge = 3_600_000;
const defaultMaxAge = 30_000;
/** Rejections that concern the question, not the key or the server. */
const questionCodes = ["400 invalid_version", "400 unknown_platform", "403 key_not_allowed", "404 unknown_instance"];

/** Never rejects. */
export async function requestGate(options: ResolvedOptions, question: string, etag: string | null): Promise<GateResult> {
  const controller = new AbortController();
  const cancel = options.schedule(requestTimeLimit, () => controller.abort());
  try {
    const headers = { "x-api-key": options.key, accept: "application/json", ...(etag === null ? {} : { "if-none-match": etag }) };
    const response = await options.fetch(options.baseUrl + question, { headers, redirect: "manual", signal: controller.signal });
    const body = await readBody(response);
    return body === null ? failed({ kind: "malformed" }) : readResult(response, body, etag, options.now());
  } catch {
    return failed({ kind: controller.signal.aborted ? "timeout" : "offline" });
  } finally {
    cancel();
  }
}

/** Null: too long. */
async function readBody(response: Response): Promise<string | null> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > maxBodyBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function readResult({ status, headers }: Response, body: string, etag: string | null, now: number): GateResult {
  if (status === 304 && etag !== null) return { kind: "answer", answer: null, ...readFreshness(headers, now), etag };
  if (status !== 200) return readRejection(status, headers, body, now);
  const answer = parseAnswer(parseJson(body));
  if (!answer) return failed({ kind: "malformed" });
  return { kind: "answer", answer, ...readFreshness(headers, now), etag: headers.get("etag") };
}

function readRejection(status: number, headers: Headers, body: string, now: number): GateFailure {
  const code = status >= 300 && status < 400 ? "redirected" : readCode(body);
  const problem = { kind: "rejected", status, ...(code === undefined ? {} : { code }) } as const;
  if (questionCodes.includes(`${status} ${code}`)) return { kind: "refused", problem, retryAfter: 0 };
  const retry = headers.get("retry-after") ?? "";
  const wait = /^\d{1,9}$/.test(retry) ? Number(retry) * 1_000 : Date.parse(retry) - now;
  return failed(problem, Number.isNaN(wait) ? 0 : Math.max(0, wait));
}

function readFreshness(headers: Headers, now: number) {
  const control = headers.get("cache-control") ?? "";
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1];
  const maxAge = seconds === undefined ? defaultMaxAge : Math.min(Number(seconds) * 1_000, longestMaxAge);
  const date = Date.parse(headers.get("date") ?? "");
  return {
    maxAge: /(?:^|[\s,])no-store/i.test(control) ? null : maxAge,
    clockOffset: Number.isNaN(date) ? 0 : date - now,
  };
}

function failed(problem: Omit<GateProblem, "retryIn">, retryAfter = 0): GateFailure {
  return { kind: "failed", problem, retryAfter };
}

/** Code of a problem of the read API, such as `unknown_api_key`. */
function readCode(body: string): string | undefined {
  const code = (parseJson(body) as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" && /^[a-z_]{1,64}$/.test(code) ? code : undefined;
}
