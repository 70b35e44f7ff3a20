import { matchesEtag } from "../../catalog/etag-match.ts";
import type { AdminAnswer, AdminRequest } from "./admin-route.ts";

/** What a GET of something that can be edited answers: with its tag, and 304 to whoever has it already. */
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
