/** One request to `GET {baseUrl}/gate`. */
import { type GateAnswer, parseAnswer, parseEtag, parseJson } from "../core/gate-answer.ts";
import type { GateProblem } from "./gate-problem.ts";
import { printError } from "./problem-reports.ts";
import type { ResolvedOptions } from "./server-gate-options.ts";

export type GateResult = GateSuccess | GateFailure;

export interface GateSuccess {
  readonly kind: "answer";
  /** Null: the answer with the ETag that was sent is still the one. */
  readonly answer: GateAnswer | null;
  readonly etag: string | null;
  /** Milliseconds that the answer is fresh; null: it must not be kept. */
  readonly maxAge: number | null;
  /** The server's clock, epoch ms; null: it did not say. */
  readonly serverTime: number | null;
}

export interface GateFailure {
  /** `refused`: Drawbridge rejects only this question. `failed`: any other failure. */
  readonly kind: "refused" | "failed";
  readonly problem: GateProblem;
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
export const lateWords = "does not answer in time";
const meanwhile = "meanwhile, answers in memory decide, and other requests pass.";

/** Never rejects. */
export async function requestGate(options: ResolvedOptions, question: string, etag: string | null): Promise<GateResult> {
  const controller = new AbortController();
  const cancel = options.schedule(requestTimeLimit, () => controller.abort());
  try {
    const headers = { "x-api-key": options.key, accept: "application/json", ...(etag === null ? {} : { "if-none-match": etag }) };
    const response = await options.fetch(options.baseUrl + question, { headers, redirect: "manual", signal: controller.signal });
    const body = await readBody(response);
    return body === null ? invalid(options) : readResult(options, response, body, etag);
  } catch (error) {
    return offline(options, controller.signal.aborted ? lateWords : `cannot be reached (${printError(error)})`);
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

function readResult(options: ResolvedOptions, { status, headers }: Response, body: string, etag: string | null): GateResult {
  if (status === 304 && etag !== null) return { kind: "answer", answer: null, ...readFreshness(headers), etag };
  if (status !== 200 && status !== 304) return readRejection(options, status, headers, body);
  const answer = parseAnswer(parseJson(body));
  if (!answer) return invalid(options);
  return { kind: "answer", answer, ...readFreshness(headers), etag: parseEtag(headers.get("etag")) };
}

function readRejection(options: ResolvedOptions, status: number, headers: Headers, body: string): GateFailure {
  const reason = status < 400 ? "redirected" : readCode(body);
  const details = { code: "refused", status, ...(reason === undefined ? {} : { reason }) } as const;
  const answered = `${options.baseUrl} answers ${status} ${reason ?? ""}`.trimEnd();
  if (questionCodes.includes(`${status} ${reason}`)) {
    const message = `${answered}: check what apps send, \`instance\` and the scope of \`key\`; meanwhile, such requests pass.`;
    return { kind: "refused", problem: { ...details, message }, retryAfter: 0 };
  }
  const retry = headers.get("retry-after") ?? "";
  const wait = /^\d{1,9}$/.test(retry) ? Number(retry) * 1_000 : Date.parse(retry) - options.now();
  const message = `${answered}: check \`baseUrl\` (it ends in /api/v1), \`key\` and the server; ${meanwhile}`;
  return { kind: "failed", problem: { ...details, message }, retryAfter: Number.isNaN(wait) ? 0 : Math.max(0, wait) };
}

function readFreshness(headers: Headers) {
  const control = headers.get("cache-control") ?? "";
  // Spent in a cache between the server and here.
  const age = Number(/^\d{1,9}$/.exec(headers.get("age") ?? "") ?? 0) * 1_000;
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(control)?.[1];
  const maxAge = (seconds === undefined ? defaultMaxAge : Number(seconds) * 1_000) - age;
  const date = Date.parse(headers.get("date") ?? "") + age;
  return {
    maxAge: /(?:^|[\s,])no-store/i.test(control) ? null : Math.min(Math.max(maxAge, 0), longestMaxAge),
    serverTime: Number.isNaN(date) ? null : date,
  };
}

/** @param what continues the address */
export function offline({ baseUrl }: ResolvedOptions, what: string): GateFailure {
  const message = `${baseUrl} ${what}: check the address, the network and the server; ${meanwhile}`;
  return { kind: "failed", problem: { code: "offline", message }, retryAfter: 0 };
}

function invalid({ baseUrl }: ResolvedOptions): GateFailure {
  const message = `${baseUrl} sends something else than answers of Drawbridge: check for a proxy or a sign-in page; ${meanwhile}`;
  return { kind: "failed", problem: { code: "invalid_answer", message }, retryAfter: 0 };
}

/** Code of a problem of the read API, such as `unknown_api_key`. */
function readCode(body: string): string | undefined {
  const code = (parseJson(body) as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" && /^[a-z_]{1,64}$/.test(code) ? code : undefined;
}
