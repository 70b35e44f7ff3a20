/** The response that a behavior of a scenario describes; faults of the connection are up to the transport. */
import { createHash } from "node:crypto";
import type { Behavior, Kit } from "./scenario.ts";

export interface BehaviorAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * @param now epoch ms of the server's clock, without the behavior's own difference
 * @param other origin of another server, for redirects
 */
export function answerBehavior(
  kit: Kit,
  behavior: Behavior,
  { now, ifNoneMatch, other }: { readonly now: number; readonly ifNoneMatch: string | undefined; readonly other: string },
): BehaviorAnswer {
  const { status = 200, maxAge = 30, clock = 0, pad = 0 } = behavior;
  const body = bodyText(kit, behavior).padEnd(pad);
  const isAnswer = status === 200;
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
  const headers = withoutNull({
    date: new Date(now + clock * 1000).toUTCString(),
    "content-type": isAnswer ? "application/json; charset=utf-8" : "application/problem+json",
    ...(isAnswer ? { etag } : {}),
    "cache-control": isAnswer ? (maxAge === null ? null : `private, max-age=${maxAge}`) : "no-store",
    ...behavior.headers,
  });
  const replaced = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace("{other}", other)]));
  const isKnown = isAnswer && replaced.etag !== undefined && replaced.etag === ifNoneMatch;
  return isKnown ? { status: 304, headers: replaced, body: "" } : { status, headers: replaced, body };
}

function bodyText(kit: Kit, behavior: Behavior): string {
  const { answer = "open", status = 200, code = "error" } = behavior;
  if (behavior.body !== undefined) return behavior.body;
  if (status === 304) return "";
  if (status !== 200)
    return JSON.stringify({ type: "about:blank", title: "Error", status, detail: "As the scenario says.", code });
  const known = kit.answers[answer];
  if (!known) throw new Error(`There is no answer "${answer}".`);
  const fields = Object.entries({ ...known, ...behavior.with }).filter(([, value]) => value !== "(absent)");
  return JSON.stringify(Object.fromEntries(fields));
}

function withoutNull(headers: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null));
}
