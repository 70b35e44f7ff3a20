import { isInstanceId } from "../project/instance.ts";
import type { Problem } from "../values/errors.ts";
import { below, listed, readLine } from "../values/fields.ts";
import { isPlatformName, platformNameRule } from "../versions/platform.ts";
import { checksumHolds, hasCredentialForm } from "./credential.ts";

export type Endpoint = "config" | "maintenance";
const endpoints: readonly Endpoint[] = ["config", "maintenance"];

/**
 * What testers are told instead of the present: how it is at a frozen instant (epoch ms), or how it would be without any
 * window. Everything else of their key, its expiry too, goes by the real clock.
 */
export type Rehearsal = { readonly at: number } | { readonly ignoreMaintenance: true };

/** What an app sends in `x-api-key`. Its text is nowhere: only its SHA-256, and its last four characters. */
export interface ReadKey {
  readonly name: string;
  /** SHA-256 of the text, hex. */
  readonly hash: string;
  readonly last4: string;
  readonly imported: boolean;
  /** Imported, and by its form a mistyped key of ours: the checksum must not turn it away. */
  readonly mistyped: boolean;
  /** What the key opens; null: everything. */
  readonly endpoints: readonly Endpoint[] | null;
  readonly platforms: readonly string[] | null;
  readonly instances: readonly string[] | null;
  /** Epoch ms. */
  readonly createdAt: number;
  /** From this instant on it opens nothing; null: never. */
  readonly expiresAt: number | null;
  /** One-way: no rollback, import or rotation makes it null again. */
  readonly revokedAt: number | null;
  /** Id of the key that took over at a rotation. */
  readonly replacedBy: string | null;
  /** Null: it is told how things are. One that rehearses always expires. */
  readonly rehearsal: Rehearsal | null;
}

export type ReadKeyState = "active" | "expired" | "revoked";

export function readKeyState(key: ReadKey, now: number): ReadKeyState {
  if (key.revokedAt !== null) return "revoked";
  return key.expiresAt !== null && now >= key.expiresAt ? "expired" : "active";
}

/** 16 to 128 printable ASCII characters without spaces or commas: a repeated header arrives joined by a comma. */
export function isKeyText(text: string): boolean {
  return /^[\x21-\x2b\x2d-\x7e]{16,128}$/.test(text);
}

export const keyTextRule = "16 to 128 printable ASCII characters without spaces or commas";

/** Has the form of a key made here and the wrong checksum: unless somebody imported just that, it is nobody's. */
export function isMistyped(text: string): boolean {
  return hasCredentialForm("dbr_", text) && !checksumHolds("dbr_", text);
}

const mostNames = 1_000;
const day = 24 * 60 * 60 * 1_000;
/** A tester's key that is forgotten in a build must not show it another world for ever. Ms. */
const longestRehearsal = 30 * day;

export interface ReadKeyRequest {
  readonly name: string;
  readonly endpoints: readonly Endpoint[] | null;
  readonly platforms: readonly string[] | null;
  readonly instances: readonly string[] | null;
  readonly expiresAt: number | null;
  readonly rehearsal: Rehearsal | null;
}

/** What may be asked of a new key. Whether the platforms and instances exist is for the plan to say. */
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
      message: "expected an instant at most 30 days ahead: a key that rehearses ends by itself",
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
  if (names.length === 0 || names.length > mostNames) {
    problems.push({ path, message: `expected 1 to ${mostNames} names, or leave it out for all` });
  }
  const given = new Set<string>();
  for (const [index, name] of names.entries()) {
    if (!accepts(name)) problems.push({ path: below(path, index), message: `expected ${rule}` });
    else if (given.has(name)) problems.push({ path: below(path, index), message: "is given twice" });
    given.add(name);
  }
}
