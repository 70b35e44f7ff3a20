/** Each request has an id and a log line, without its token, query, body or path as sent. */

import { randomUUID } from "node:crypto";
import type { ProblemCode } from "drawbridge-rules/wire/problem.ts";
import type { LoggedAddress } from "../../base/http/client-address.ts";
import type { Log } from "../../base/log.ts";
import { other, type Sample } from "../../base/metrics.ts";
import type { AdminRoute } from "./admin-route.ts";

export class RequestRecord {
  readonly id: string;
  readonly method: string;
  readonly begun = performance.now();
  route: Pick<AdminRoute, "path" | "operationId" | "isQuiet" | "permission" | "limitsAttempts"> | null = null;
  /** "": not authenticated. */
  actor = "";
  code: ProblemCode | null = null;
  guessed: string | null = null;
  limit: RateLimitStanding | null = null;
  reason: string | null = null;

  constructor(id: string, method: string) {
    this.id = id;
    this.method = knownMethods.includes(method) ? method : other;
  }
}

interface JournalServices {
  readonly log: Log;
  readonly isTrusted?: (peer: string) => boolean;
  /** Absent means no address is logged. The address is only in the log line, never in a metric. */
  readonly loggedAddress?: LoggedAddress;
}

const knownMethods: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
export const statusClasses = ["2xx", "3xx", "4xx", "5xx"] as const;
const idForm = /^[A-Za-z0-9._:/+=@-]{1,128}$/;
const requestIdHeader = "x-request-id";

export class RequestJournal {
  readonly #services: JournalServices;
  /** By operation, in each by status class. */
  readonly #counts = new Map<string, Float64Array>([[other, new Float64Array(statusClasses.length)]]);
  readonly #problems = new Map<ProblemCode, number>();
  readonly #signIns = { succeeded: 0, failed: 0, throttled: 0 };

  constructor(services: JournalServices) {
    this.#services = services;
  }

  /** Creates the series of each operation in advance. */
  knows(operationIds: readonly string[]): void {
    for (const id of operationIds) this.#counts.set(id, new Float64Array(statusClasses.length));
  }

  /** @param peer address at the other end of the connection; "" if unknown */
  async keep(
    request: Pick<Request, "method" | "headers">,
    peer: string,
    answer: (record: RequestRecord) => Promise<Response>,
  ): Promise<Response> {
    const { isTrusted = () => false, loggedAddress = () => ({}) } = this.#services;
    const id = isTrusted(peer) ? request.headers.get(requestIdHeader) : null;
    const record = new RequestRecord(id !== null && idForm.test(id) ? id : randomUUID(), request.method);
    const response = await answer(record);
    response.headers.set(requestIdHeader, record.id);
    this.#ended(record, response.status, loggedAddress(peer, request.headers.get("x-forwarded-for")));
    return response;
  }

  ofProblem(code: ProblemCode): number {
    return this.#problems.get(code) ?? 0;
  }

  samples(): Sample[] {
    return [...this.#counts].flatMap(([operation, counts]) =>
      statusClasses.map((name, i) => ({ labels: [operation, name], value: counts[i] ?? 0 })),
    );
  }

  signInSamples(): Sample[] {
    return Object.entries(this.#signIns).map(([outcome, value]) => ({ labels: [outcome], value }));
  }

  #ended(record: RequestRecord, status: number, address: ReturnType<LoggedAddress>): void {
    const { id, method, begun, route, actor, code, reason } = record;
    const ms = performance.now() - begun;
    const path = route?.path ?? other;
    const counts = this.#counts.get(route?.operationId ?? other);
    const slot = Math.floor(status / 100) - 2;
    if (counts && slot in counts) (counts[slot] as number)++;
    if (code !== null) this.#problems.set(code, this.ofProblem(code) + 1);
    if (route?.operationId === "signIn") this.#countSignIn(status);
    const { log } = this.#services;
    const asked = {
      event: "admin.request",
      request: id,
      method,
      route: path,
      status,
      ms: Math.round(ms * 10) / 10,
      actor,
    } as const;
    const fields = { ...asked, ...address, ...(code ? { code } : {}), ...(reason ? { reason } : {}) };
    if (status >= 500) log.warn?.(fields, "Admin request");
    else if (route?.isQuiet) log.debug?.(fields, "Admin request");
    else log.info?.(fields, "Admin request");
  }

  #countSignIn(status: number): void {
    if (status === 200) this.#signIns.succeeded++;
    else if (status === 401) this.#signIns.failed++;
    else if (status === 429) this.#signIns.throttled++;
  }
}

export interface RateLimitStanding {
  readonly name: "attempts" | "invalid-tokens";
  readonly quota: number;
  readonly window: number;
  readonly left: number;
  readonly wait: number;
}

export function rateLimitHeaders({ name, quota, window, left, wait }: RateLimitStanding): Readonly<Record<string, string>> {
  const reset = wait > 0 ? `;t=${wait}` : "";
  return { "ratelimit-policy": `"${name}";q=${quota};w=${window}`, ratelimit: `"${name}";r=${left}${reset}` };
}
