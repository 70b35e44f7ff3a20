import { DrawbridgeError, NotTransient } from "drawbridge-rules/values/errors.ts";
import { type ProblemCode, problems } from "drawbridge-rules/wire/problem.ts";
import { adminProblemBody, problemType, toProblem } from "../../base/http/problem.ts";
import type { AdminServices } from "../admin-services.ts";
import type { AdminAnswer } from "../request/admin-route.ts";
import { authenticateHeader } from "../request/authentication.ts";
import type { RequestRecord } from "../request/request-journal.ts";

export function errorAnswer(
  services: AdminServices,
  error: unknown,
  { method, headers, signal }: Request,
  record: RequestRecord,
  address: string,
): AdminAnswer {
  const { code, status, body } = toProblem(error, record.id);
  record.code = code;
  if (status >= 500) record.reason = reasonOf(error);
  // A client that disconnects in the middle of a body is no defect of the server.
  if (code === "internal_error" && !signal.aborted)
    services.log.error({ event: "admin.failed", err: error, request: record.id, method }, "A request of the admin API failed");
  let wait: number | null = null;
  if (code === "unauthorized" && headers.has("authorization")) {
    const { worthlessTokens } = services;
    wait = worthlessTokens.take(address, services.now());
    record.limit = { name: "invalid-tokens", ...worthlessTokens.standing(address, services.now()), wait: wait ?? 0 };
  } else if (record.route?.permission === "public" && refusals.includes(code))
    wait = services.throttle.refused(address, services.now());
  if (wait !== null) {
    record.code = "rate_limited";
    return tooManyAttempts(wait);
  }
  const own: Record<string, string> = { "content-type": problemType };
  if (code === "unauthorized") own["www-authenticate"] = authenticateHeader(headers);
  if (code === "unavailable" && !(error instanceof NotTransient)) own["retry-after"] = "1";
  return { status, body, headers: own };
}

/** The sentence that the client got, or a pointer to the log: an unexpected message could quote anything. */
function reasonOf(error: unknown): string {
  const isTold = error instanceof DrawbridgeError && error.code !== "internal";
  return isTold ? error.message : "an unexpected error, logged at error with the same request";
}

const refusals: readonly ProblemCode[] = ["bad_request", "invalid", "content_too_large", "unsupported_media_type"];

export function tooManyAttempts(wait: number): AdminAnswer {
  const text = wait === 1 ? "a second" : `${wait} seconds`;
  const detail = `There were too many failed attempts. Try again in ${text}.`;
  return problemAnswer("rate_limited", detail, { "retry-after": String(wait) });
}

export function problemAnswer(code: ProblemCode, detail: string, headers: AdminAnswer["headers"] = {}): AdminAnswer {
  const { status } = problems[code];
  return { status, body: adminProblemBody(code, detail), headers: { "content-type": problemType, ...headers } };
}
