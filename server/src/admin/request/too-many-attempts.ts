import { problems } from "drawbridge-rules/wire/problem.ts";
import { problemBody, problemType } from "../../base/http/problem.ts";
import type { AdminAnswer } from "./admin-route.ts";

/** @param wait whole seconds */
export function tooManyAttempts(wait: number): AdminAnswer {
  const text = wait === 1 ? "a second" : `${wait} seconds`;
  return {
    status: problems.rate_limited.status,
    body: problemBody("rate_limited", `There were too many failed attempts. Try again in ${text}.`),
    headers: { "content-type": problemType, "retry-after": String(wait) },
  };
}
