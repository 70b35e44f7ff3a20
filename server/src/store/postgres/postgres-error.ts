/** From PostgreSQL's codes (https://www.postgresql.org/docs/current/errcodes-appendix.html) to a sentence that says what to do. */

import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import pg from "pg";

/**
 * `unavailable` where the server, the network or the rights are at fault; anything else is a defect and comes back as it was.
 * @param place how a sentence about this database begins
 */
export function explain(error: unknown, place: string): unknown {
  if (error instanceof DrawbridgeError) return error;
  const code = sqlState(error);
  const sentence = code === null ? lostSentence(error) : (sentences[code] ?? sentences[code.slice(0, 2)]);
  if (sentence === undefined) return error;
  const detail = code === null ? messageOf(error) : `${messageOf(error)}, SQLSTATE ${code}`;
  return new DrawbridgeError("unavailable", `${place} ${sentence} (${detail})`, [], error);
}

/** @param place how a sentence about this database begins */
export function uncertain(error: unknown, place: string): DrawbridgeError {
  const message = `${place} was lost while it was to keep a change, which may have happened or not: look before doing it again. (${messageOf(error)})`;
  return new DrawbridgeError("unavailable", message, [], error);
}

/** Null where it is not the server that says so. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code !== undefined ? error.code : null;
}

/** Transactions cannot write: it is read only, for this user too, or its disk is full or damaged. Reads do not show that. */
export function isUnwritable(error: unknown): boolean {
  return /^(25006|0A000|42501|53100|58|XX00[12])/.test(sqlState(error) ?? "");
}

/** The transaction was undone for the sake of another one, and may be tried again. */
export function isUndone(error: unknown): boolean {
  return ["40001", "40P01"].includes(sqlState(error) ?? "");
}

/** The connection is of no use any more; whether the last thing that was asked for happened, nobody has said. */
export function isLost(error: unknown): boolean {
  const code = sqlState(error);
  return code === null ? !(error instanceof DrawbridgeError) : /^(57P|08|25P03|25P04)/.test(code);
}

/** It was lost because nobody answered: asking again only takes as long again. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && /timeout/i.test(error.message);
}

/** Errors of the network and of pg itself, which have no code of the server. */
function lostSentence(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (/CERT|SSL|TLS|SIGNATURE|ISSUER/.test(code) || /SSL/.test(error.message)) return tls;
  if (/^SASL|password/.test(error.message)) return refused;
  if (error.message.startsWith("timeout exceeded when trying to connect")) return busy;
  // `syscall`: of connect, of the look-up of a name, of reading and writing.
  if ("syscall" in error || error instanceof AggregateError) return away;
  return /connection|timeout|not queryable|Client was closed/i.test(error.message) ? away : undefined;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (first instanceof Error ? first.message : error.name);
}

const away = "cannot be reached: look whether it runs, and whether this machine may speak to it.";
const refused =
  "does not let this program in: look at the user and the password in DRAWBRIDGE_DATABASE_URL, and at its pg_hba.conf.";
const tls =
  "cannot be reached by TLS: look at sslmode and sslrootcert in DRAWBRIDGE_DATABASE_URL, and at the server's certificate.";
const busy = "has not answered those who asked before, and all connections wait for it: look at what it is doing.";
const space = "has no room any more: make some on its disk. Changes are refused until then.";
const many = "has no connection free: raise max_connections, or run fewer programs beside it.";
const starting = "is starting or stopping: it takes changes again when it is up.";
const slow = "took too long over one statement: look at what else it is doing.";
const readOnly = "is read only, as a standby is: name the primary in DRAWBRIDGE_DATABASE_URL.";
const rights = "refuses this user something: it has to own the tables, or else the database (docs/postgresql.md).";
const held = "is held up: another program keeps a lock. Look into pg_stat_activity for one that is idle in a transaction.";
const damaged = "is damaged, or its disk is: stop what uses it, keep a copy of everything, and put back a backup.";
const gone =
  "has not the tables any more that it had: was it restored, or emptied, beneath a running program? Start this one again.";

/** By code, and by class where a class is one thing. */
const sentences: Readonly<Record<string, string>> = {
  "08": away,
  // A standby says so of a transaction that is to write; nothing else here asks for what a supported version has not.
  "0A000": readOnly,
  "25006": readOnly,
  "25P03": slow,
  "25P04": slow,
  "28": refused,
  "3D000": "does not exist: make it (docs/postgresql.md), or name another one in DRAWBRIDGE_DATABASE_URL.",
  "3F000": "has no schema that this user's search_path names: make one (docs/postgresql.md).",
  "40": "undid this several times for the sake of others: try again.",
  "42501": rights,
  "42P01": gone,
  "42703": gone,
  "53100": space,
  "53200": "needs more memory than there is.",
  "53300": many,
  "53400": many,
  "55000": "accepts no connections now: look whether another database is being put in its place.",
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
