import { matchesEtag } from "../../base/http/headers.ts";
import type { AdminAnswer, AdminRequest } from "../request/admin-route.ts";

/** Answer to a GET of an editable resource, with its ETag; 304 if the client already has it. */
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
