/** Address and credentials of a database: a URL in libpq's form. Refuses parameters that are not known here. */
import { readDatabaseUrl } from "./postgres-url.ts";

export interface DatabaseHost {
  /** A name, an address, or the directory of a Unix socket (`%2Frun%2Fpostgresql` in the URL). */
  readonly host: string;
  readonly port: number;
}

export interface DatabaseAddress {
  /** At least one. Each connection uses the first that can be reached and is suitable. */
  readonly hosts: readonly DatabaseHost[];
  /** Suitable hosts: all, those that accept changes in a session, or those that are no standby. */
  readonly target: "any" | "read-write" | "primary";
  readonly user: string;
  readonly password: string | null;
  readonly database: string;
  readonly tls: TlsOptions | null;
  /** Whether the sign-in is bound to the server's certificate: never, if the server offers it, or always (SCRAM-SHA-256-PLUS). */
  readonly channelBinding: "disable" | "prefer" | "require";
  /** Milliseconds until a host that does not respond counts as unreachable. */
  readonly connectTimeout: number;
  /** Name of this program in PostgreSQL's own views. */
  readonly applicationName: string;
}

export interface TlsOptions {
  /** Verification of the server's certificate: none, its issuer, or also the name in it. */
  readonly mode: "require" | "verify-ca" | "verify-full";
  /** File with trusted root certificates; null: Node's own. */
  readonly rootCertificate: string | null;
  /** Files of the client certificate and its key. */
  readonly certificate: string | null;
  readonly key: string | null;
}

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
