/** The response that stops a request of an app: 426 or 503 as `application/problem+json`. */
import { type GateAnswer, parseInstant } from "../core/gate-answer.ts";

export interface Refusal {
  readonly status: 426 | 503;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body: string;
}

/** Seconds. Clients that wait longer would miss the early end of a maintenance. */
const maxRetryAfter = 3_600;

/**
 * Null means the request passes.
 * @param retryAfter seconds, if the planned end of the maintenance has passed
 * @param now epoch ms of the server's clock
 */
export function createRefusal(answer: GateAnswer, retryAfter: number, now: number): Refusal | null {
  const { title, message, update_to, store_link } = answer;
  if (answer.update === "forced") return problem(426, "update_required", title, message, {}, { update_to, store_link });
  if (answer.maintenance !== "active") return null;
  const end = parseInstant(answer.window?.end);
  const left = Math.ceil((end - now) / 1_000);
  const seconds = Math.min(left > 0 ? left : retryAfter, maxRetryAfter);
  const headers = { "retry-after": String(seconds) };
  return problem(503, "maintenance", title, message, headers, { end: left > 0 ? answer.window?.end : null });
}

/** For back ends that require a version. */
export function createMissingVersionRefusal(versionHeader: string, platformHeader: string): Refusal {
  const detail = `Send the app's version in \`${versionHeader}\`, such as 2.4.0, and its platform in \`${platformHeader}\`, such as ios.`;
  return problem(426, "version_required", "Version required", detail, {}, {});
}

function problem(
  status: 426 | 503,
  code: string,
  title: string,
  detail: string,
  headers: Readonly<Record<string, string>>,
  extra: Readonly<Record<string, string | null | undefined>>,
): Refusal {
  return {
    status,
    headers: { "content-type": "application/problem+json; charset=utf-8", "cache-control": "no-store", ...headers },
    body: JSON.stringify({ type: `urn:drawbridge:problem:${code}`, title, status, detail, code, ...extra }),
  };
}
