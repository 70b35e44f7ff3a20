/** Address of a feed: the token is in the path, because calendars send no headers. Compared as sent, never decoded. */
import { hasCredentialForm, isChecksumValid } from "drawbridge-rules/credentials/credential-text.ts";

export function feedPath(token: string): string {
  return `/feeds/${token}/calendar.ics`;
}

/** The token in the path; null where nothing can be, whatever tokens there are. */
export function parseFeedPath(path: string): string | null {
  const [, token = ""] = /^\/feeds\/([^/]+)\/calendar\.ics$/.exec(path) ?? [];
  return hasCredentialForm("dbf_", token) && isChecksumValid("dbf_", token) ? token : null;
}
