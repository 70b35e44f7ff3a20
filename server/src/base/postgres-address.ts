/** Address and credentials of a database: a URL in libpq's form. Refuses parameters that are not known here. */
import { type DatabaseAddress, type DatabaseHost, readDatabaseUrl, type TlsOptions } from "./postgres-url.ts";

export type { DatabaseAddress, DatabaseHost, TlsOptions };

/** The accepted form, for messages. */
export const databaseUrlForm =
  "postgres://user:password@host:port/database, with several hosts separated by commas, and nothing after the question mark but " +
  "sslmode (disable, require, verify-ca or verify-full), sslrootcert, sslcert, sslkey, channel_binding, connect_timeout, " +
  "target_session_attrs and application_name";

/** Null: not in that form; `databaseUrlProblem` has the reasons. */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const { address, problems } = readDatabaseUrl(text);
  return problems.length === 0 ? address : null;
}

/** Every reason why it is not in that form, continuing the name of the setting. Contains no part of the text that may be secret. */
export function databaseUrlProblem(text: string): string {
  const { problems } = readDatabaseUrl(text);
  return problems.length === 0 ? "" : `${problems.join("; ")}. Expected ${databaseUrlForm}`;
}

/** Names the database in messages, without credentials. */
export function describeDatabase({ hosts, database }: Pick<DatabaseAddress, "hosts" | "database">): string {
  return `The database ${database} on ${hosts.map(describeHost).join(" or ")}`;
}

export function describeHost({ host, port }: DatabaseHost): string {
  return host.startsWith("/") ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
