/** Update links: every blocked version needs one. A block without one is a dead end for its users. */
import type { ProblemSink } from "../values/errors.ts";
import { listed } from "../values/fields.ts";

export const noLinks: Readonly<Record<"android" | "apple", string | null>> = { android: null, apple: null };

/** Web links and the schemes of app stores; others (`javascript:`, `file:` …) could run or read something on a phone. */
export const schemes = ["https://", "market://", "itms-apps://", "appmarket://", "amzn://", "samsungapps://", "mimarket://"];
export const longestLink = 2048;

export function readLink(value: unknown, path: string, problems: ProblemSink): string | null {
  if (typeof value === "string" && isLink(value)) return value;
  problems.push({
    path,
    message: `expected a link of at most ${longestLink} ASCII characters that begins with ${listed(schemes, "or")}`,
  });
  return null;
}

function isLink(text: string): boolean {
  if (text.length > longestLink || !/^[\x21-\x7e]+$/.test(text) || !URL.canParse(text)) return false;
  return schemes.some((scheme) => text.toLowerCase().startsWith(scheme));
}

/**
 * Says why a link may not lead to the place it appears to: it has a name before `@` that reads as a host, or a backslash, which
 * browsers read as a slash and other programs do not. Null: the link is fine.
 */
export function linkProblem(text: string): string | null {
  const [, authority = ""] = /^[^:]*:[/\\]*([^/\\?#]*)/.exec(text) ?? [];
  if (authority.includes("@"))
    return "expected a link without a user name or password: remove everything before the host, including @";
  if (text.includes("\\")) return "expected a link without a backslash: write / or %5C";
  return null;
}
