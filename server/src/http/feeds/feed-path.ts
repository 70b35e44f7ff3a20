/** Address of a feed: the token is in the path, because calendars send no headers. Compared as sent, never decoded. */
import { hasCredentialForm, isChecksumValid } from "drawbridge-rules/credentials/credential-text.ts";

export const feedFiles = ["calendar.ics", "maintenance.atom"] as const;
export type FeedFile = (typeof feedFiles)[number];

interface FeedAddress {
  readonly token: string;
  readonly file: FeedFile;
}

export function feedPath(token: string, file: FeedFile): string {
  return `/feeds/${token}/${file}`;
}

/** Null where nothing can be, whatever tokens there are. */
export function parseFeedPath(path: string): FeedAddress | null {
  const [, token = "", name] = /^\/feeds\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const file = feedFiles.find((known) => known === name);
  if (!file || !hasCredentialForm("dbf_", token) || !isChecksumValid("dbf_", token)) return null;
  return { token, file };
}
