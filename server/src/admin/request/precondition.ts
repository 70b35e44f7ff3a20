/** RFC 9110 §8.8.3, §13.1: a client can only overwrite the state it has read. */
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { matchesEtag } from "../../base/http/headers.ts";
import type { AdminAnswer, AdminRequest } from "./admin-route.ts";

export function formatEtag(epoch: string, revision: number): string {
  return `"${epoch}.${revision}"`;
}

/** @param isOptional true for dry runs @throws precondition_required, stale */
export function checkPrecondition(headers: Headers, present: string | null, isOptional: boolean): void {
  const ifMatch = headers.get("if-match");
  const ifNoneMatch = headers.get("if-none-match");
  if (ifMatch === null && ifNoneMatch === null) {
    if (isOptional) return;
    throw new DrawbridgeError(
      "precondition_required",
      "Send If-Match with the ETag that was read, or If-None-Match: * to create a new resource.",
    );
  }
  if (ifNoneMatch !== null) checkAbsent(ifNoneMatch, present);
  if (ifMatch !== null) checkPresent(ifMatch, present);
}

function checkAbsent(ifNoneMatch: string, present: string | null): void {
  if (ifNoneMatch.trim() !== "*") {
    throw new DrawbridgeError("precondition_required", "A change accepts If-None-Match only as `*`, to create a new resource.");
  }
  if (present !== null)
    throw new DrawbridgeError("stale", "The resource already exists. To change it, read it and send its ETag in If-Match.");
}

function checkPresent(ifMatch: string, present: string | null): void {
  if (present === null) throw new DrawbridgeError("stale", "The resource does not exist. Send If-None-Match: * to create it.");
  if (ifMatch.trim() === "*" || strongTags(ifMatch).includes(present)) return;
  throw new DrawbridgeError("stale", "The resource has changed since it was read. Read it again before you change it.");
}

/** If-Match compares strongly: a weak tag never matches. */
function strongTags(list: string): string[] {
  return list
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag.startsWith('"'));
}

export function resourceAnswer(
  { headers }: Pick<AdminRequest, "headers">,
  etag: string,
  body: object | string,
  more: Readonly<Record<string, string>> = {},
): AdminAnswer {
  const known = headers.get("if-none-match");
  if (known !== null && matchesEtag(known, etag)) return { status: 304, body: null, headers: { etag, ...more } };
  return { status: 200, body, headers: { etag, ...more } };
}
