import { isInstanceId } from "../project/instance.ts";
import type { Problem } from "../values/errors.ts";
import { joinPath, listed, readLine } from "../values/fields.ts";
import { isPlatformName, platformNameRule } from "../versions/platform.ts";
import type { Credential } from "./credential.ts";
import { hasCredentialForm, isChecksumValid } from "./credential-text.ts";

export type Endpoint = "config" | "maintenance";
const endpoints: readonly Endpoint[] = ["config", "maintenance"];

/**
 * Simulated time for testers: answers are computed at a frozen instant (epoch ms), or as if there were no windows. The key itself,
 * its expiry included, follows the real clock.
 */
export type Rehearsal = { readonly at: number } | { readonly ignoreMaintenance: true };

/** Sent by apps in `x-api-key`. */
export interface ReadKey extends Credential {
  readonly imported: boolean;
  /** Imported with the form of a Drawbridge key but a wrong checksum, so the checksum must not reject it. */
  readonly mistyped: boolean;
  /** Endpoints that the key may call; null: all. */
  readonly endpoints: readonly Endpoint[] | null;
  readonly platforms: readonly string[] | null;
  readonly instances: readonly string[] | null;
  /** Id of the key that replaced it in a rotation. */
  readonly replacedBy: string | null;
  /** Null: answers describe the present. A key that rehearses always expires. */
  readonly rehearsal: Rehearsal | null;
}

/** 16 to 128 printable ASCII characters without spaces or commas: a repeated header arrives joined by a comma. */
export function isKeyText(text: string): boolean {
  return /^[\x21-\x2b\x2d-\x7e]{16,128}$/.test(text);
}

export const keyTextRule = "16 to 128 printable ASCII characters without spaces or commas";

/** Checks for the form of a Drawbridge key with a wrong checksum: unless exactly this text was imported, no such key exists. */
export function isMistyped(text: string): boolean {
  return hasCredentialForm("dbr_", text) && !isChecksumValid("dbr_", text);
}

const maxNames = 1_000;
const day = 24 * 60 * 60 * 1_000;
/** Milliseconds. A tester's key left in a build must not simulate another time permanently. */
const longestRehearsal = 30 * day;

/** Members that a request for a key chooses. */
export type ReadKeyRequest = Pick<ReadKey, "name" | "endpoints" | "platforms" | "instances" | "expiresAt" | "rehearsal">;

/** Validates a request for a new key. The plan checks that its platforms and instances exist. */
export function checkReadKeyRequest(request: ReadKeyRequest, now: number): Problem[] {
  const problems: Problem[] = [];
  readLine(request.name, "name", problems, 100);
  checkScope(
    request.endpoints,
    "endpoints",
    problems,
    (name) => endpoints.some((known) => known === name),
    listed(endpoints, "or"),
  );
  checkScope(request.platforms, "platforms", problems, isPlatformName, platformNameRule);
  checkScope(request.instances, "instances", problems, isInstanceId, "an instance id of 1 to 128 characters");
  if (request.expiresAt !== null && request.expiresAt <= now) {
    problems.push({ path: "expires_at", message: "expected an instant in the future, or none for a key that does not expire" });
  }
  if (request.rehearsal !== null && (request.expiresAt === null || request.expiresAt > now + longestRehearsal)) {
    problems.push({
      path: "expires_at",
      message: "expected an instant at most 30 days ahead: a rehearsal key must expire",
    });
  }
  return problems;
}

function checkScope(
  names: readonly string[] | null,
  path: string,
  problems: Problem[],
  accepts: (name: string) => boolean,
  rule: string,
): void {
  if (names === null) return;
  if (names.length === 0 || names.length > maxNames) {
    problems.push({ path, message: `expected 1 to ${maxNames} names, or leave it out for all` });
  }
  const given = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (!accepts(name)) problems.push({ path: joinPath(path, index), message: `expected ${rule}` });
    else if (given.has(name)) problems.push({ path: joinPath(path, index), message: "is listed twice" });
    given.add(name);
  }
}
