/** The query names the headers, which proxies send on as they are. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RawRequest } from "../base/http/raw-request.ts";
import { bytesOf, textOf } from "./catalog/finished-answer.ts";
import { answerRead, type CountedReadApi, type ReadAnswer } from "./read-api.ts";

export const forwardAuthPath = "/auth/gate";

/** Seconds: the default and the maximum of the middlewares. */
const defaultRetryAfter = 60;
const maxRetryAfter = 3_600;

/** Answers 204, 426 or 503; an error of the key or the server stays one. */
export function handleForwardAuth(api: CountedReadApi, request: RawRequest, req: IncomingMessage, res: ServerResponse): void {
  const question = readQuestion(request, req.headers);
  const begun = api.counts.begin();
  const answer = question ? answerRead(api, question, req) : passed;
  api.counts.answered("gate", answer.status, answer.code, begun);
  const { status, headers, body } = decide(answer, api.now());
  res.writeHead(status, headers as string[]);
  if (request.method === "HEAD" || body === null) res.end();
  else res.end(body, "latin1");
}

const passed: ReadAnswer = { status: 204, headers: ["Cache-Control", "no-store"], body: null };

/** Null means the request names no version or no platform, so it passes. */
function readQuestion(request: RawRequest, headers: IncomingMessage["headers"]): RawRequest | null {
  const set = new URLSearchParams(request.query);
  const sent = (name: string, usual = "") => String(headers[(set.get(`${name}_header`) ?? usual).toLowerCase()] ?? "").trim();
  const version = sent("version", "x-app-version");
  const platform = sent("platform", "x-app-platform") || set.get("platform");
  if (version === "" || !platform) return null;
  const asked = { platform, current_version: version, os: sent("os", "x-app-os"), lang: set.get("lang") ?? "" };
  const query = new URLSearchParams({ ...asked, instanceId: sent("instance") || (set.get("instanceId") ?? "") });
  const acceptLanguage = sent("language", "accept-language") || null;
  return { ...request, method: "GET", path: "/api/v1/gate", query: String(query), acceptLanguage, ifNoneMatch: null };
}

function decide(answer: ReadAnswer, now: number): ReadAnswer {
  // No version, or none that is readable: as in the middlewares.
  if (answer.status === 400) return passed;
  if (answer.status !== 200 || answer.body === null) return answer;
  const { update, update_to, maintenance, title, message, store_link, window } = JSON.parse(textOf(answer.body));
  if (update === "forced") return refused(426, "update_required", { title, message, update_to, store_link });
  if (maintenance !== "active") return passed;
  const left = Math.ceil((Date.parse(window.end) - now) / 1_000);
  const retryAfter = String(Math.min(left > 0 ? left : defaultRetryAfter, maxRetryAfter));
  const { end } = left > 0 ? window : { end: null };
  return refused(503, "maintenance", { title, message, end }, ["Retry-After", retryAfter]);
}

/** As the middlewares refuse. The header is the JSON in ASCII: nginx has only that of a sub-request, and no other error has it. */
function refused(
  status: 426 | 503,
  code: string,
  { title, message, ...members }: Readonly<Record<string, unknown>>,
  headers: readonly string[] = [],
): ReadAnswer {
  const type = `urn:drawbridge:problem:${code}`;
  const json = JSON.stringify({ type, title, status, detail: message, code, ...members });
  const escaped = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const own = ["Content-Type", "application/problem+json; charset=utf-8", "Cache-Control", "no-store", ...headers];
  const body = bytesOf(json);
  return { status, headers: [...own, "Content-Length", String(body.length), "drawbridge-problem", escaped], body };
}
