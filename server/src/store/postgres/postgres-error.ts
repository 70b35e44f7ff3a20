import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import pg from "pg";

/**
 * `unavailable` with the next step if the server, the network or permissions are at fault
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html); a defect is unchanged.
 * @param place subject of the sentence, naming the database
 */
export function explain(error: unknown, place: string): unknown {
  if (error instanceof DrawbridgeError) return error;
  const code = sqlState(error);
  const sentence = code === null ? lostSentence(error) : (sentences[code] ?? sentences[code.slice(0, 2)]);
  if (sentence === undefined) return error;
  const detail = code === null ? messageOf(error) : `${messageOf(error)}, SQLSTATE ${code}`;
  return new DrawbridgeError("unavailable", `${place} ${sentence} (${detail})`, [], error);
}

export function uncertain(error: unknown, place: string): DrawbridgeError {
  const message = `${place} was lost during a commit, which may have succeeded: check before you repeat the change. (${messageOf(error)})`;
  return new DrawbridgeError("unavailable", message, [], error);
}

/** Null means the error does not come from the server. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code !== undefined ? error.code : null;
}

/** The database is read-only, possibly for this user alone, or its disk is full or damaged. Reads do not show it. */
export function isUnwritable(error: unknown): boolean {
  return /^(25006|0A000|42501|53100|58|XX00[12])/.test(sqlState(error) ?? "");
}

/** Another host would do the same. */
export function isSignInRefused(error: unknown): boolean {
  return /^(28|3D000)/.test(sqlState(error) ?? "");
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("timeout exceeded when trying to connect");
}

/** The host became a standby, or read-only, while it was connected. */
export function isReadOnly(error: unknown): boolean {
  return ["25006", "0A000"].includes(sqlState(error) ?? "");
}

/** The transaction was rolled back in favor of another one, and can be retried. */
export function isUndone(error: unknown): boolean {
  return ["40001", "40P01"].includes(sqlState(error) ?? "");
}

/** The connection is unusable, and it is unknown whether the last statement took effect. */
export function isLost(error: unknown): boolean {
  const code = sqlState(error);
  return code === null ? !(error instanceof DrawbridgeError) : /^(57P|08|25P03|25P04)/.test(code);
}

/** A retry would only take as long again. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

function lostSentence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code) || /SSL/.test(error.message)) return tls;
  if (/^SASL|password/.test(error.message)) return refused;
  if (isBusy(error)) return busy;
  // `syscall` is set for connecting, name resolution, reading and writing.
  if ("syscall" in error || error instanceof AggregateError) return away;
  return /connection|timeout|not queryable|Client was closed/i.test(error.message) ? away : undefined;
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (first instanceof Error ? first.message : error.name);
}

const away = "cannot be reached: check that it runs and that this machine can connect to it.";
const refused = "rejects the sign-in: check the user and the password in DRAWBRIDGE_DATABASE_URL, and its pg_hba.conf.";
const tls = "cannot be reached over TLS: check sslmode and sslrootcert in DRAWBRIDGE_DATABASE_URL, and the server's certificate.";
const busy = "does not answer, and all connections are waiting for it: check what it is doing.";
const space = "is out of disk space: free some. Changes are refused until then.";
const many = "has no free connection: raise max_connections, or run fewer other clients.";
const starting = "is starting or stopping: it accepts changes again when it is running.";
const slow = "took too long to run a statement: check what else it is doing.";
const readOnly =
  "is read-only: it may be a standby. Set DRAWBRIDGE_DATABASE_URL to the primary, or name all hosts and target_session_attrs=read-write.";
const rights = "denies this user a permission: the user must own the tables or the database (/docs/postgresql).";
const held = "is blocked: another program holds a lock. Check pg_stat_activity for a session that is idle in a transaction.";
const damaged = "is damaged, or its disk is: stop everything that uses it, keep a copy of it all, and restore a backup.";
const gone = "no longer has its tables: was it restored or emptied while Drawbridge was running? Restart Drawbridge.";

/** By code, or by class if a whole class means the same. */
const sentences: Readonly<Record<string, string>> = {
  "08": away,
  // A standby reports this for a transaction that writes; supported versions have all other features.
  "0A000": readOnly,
  "25006": readOnly,
  "25P03": slow,
  "25P04": slow,
  "28": refused,
  "3D000": "does not exist: create it (/docs/postgresql), or set DRAWBRIDGE_DATABASE_URL to another one.",
  "3F000": "has no schema in this user's search_path: create one (/docs/postgresql).",
  "40": "rolled this back several times because of concurrent changes: try again.",
  "42501": rights,
  "42P01": gone,
  "42703": gone,
  "53100": space,
  "53200": "is out of memory.",
  "53300": many,
  "53400": many,
  "55000": "accepts no connections at the moment: check whether another database is replacing it.",
  "55P03": held,
  "57014": slow,
  "57P": starting,
  "57P01": starting,
  "57P02": starting,
  "57P03": starting,
  "57P04": "was dropped.",
  "58": damaged,
  XX001: damaged,
  XX002: damaged,
};
