/** Address and credentials of a database: a URL in libpq's form. Refuses parameters that are not known here. */

export interface DatabaseAddress {
  /** A name, an address, or the directory of a Unix socket (`%2Frun%2Fpostgresql` in the URL). */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string | null;
  readonly database: string;
  readonly tls: TlsOptions | null;
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

const modes = ["disable", "require", "verify-ca", "verify-full"] as const;
const parameters = ["sslmode", "sslrootcert", "sslcert", "sslkey", "application_name"];

/** The accepted form, for messages. */
export const databaseUrlForm =
  "postgres://user:password@host:port/database, with nothing after the question mark but sslmode (disable, require, verify-ca or " +
  "verify-full), sslrootcert, sslcert, sslkey and application_name";

/** Null: not in that form; the reason is not reported, since the whole text is a secret. */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const url = URL.parse(text);
  if (url === null || !["postgres:", "postgresql:"].includes(url.protocol) || url.hash !== "") return null;
  if ([...url.searchParams.keys()].some((name) => !parameters.includes(name))) return null;
  const of = (name: string) => url.searchParams.get(name) || null;
  const parts = [url.username, url.password, url.pathname.slice(1), url.hostname].map(decoded);
  if (parts.some((part) => part === null || part.includes("\0"))) return null;
  const [user = "", password = "", database = "", host = ""] = parts as string[];
  const tls = parseTls(of);
  if (tls === undefined || host === "" || user === "" || database === "" || database.includes("/")) return null;
  return {
    host: host.replace(/^\[(.+)\]$/, "$1"),
    port: url.port === "" ? 5432 : Number(url.port),
    user,
    password: password === "" ? null : password,
    database,
    tls,
    applicationName: of("application_name") ?? "drawbridge",
  };
}

/** Names the database in messages, without credentials. */
export function describeDatabase({ host, port, database }: DatabaseAddress): string {
  const address = host.startsWith("/") ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return `The database ${database} on ${address}`;
}

function parseTls(of: (name: string) => string | null): TlsOptions | null | undefined {
  const mode = modes.find((one) => one === (of("sslmode") ?? "disable"));
  const [rootCertificate, certificate, key] = [of("sslrootcert"), of("sslcert"), of("sslkey")];
  if (mode === undefined || (certificate === null) !== (key === null)) return undefined;
  if (mode === "disable") return (rootCertificate ?? certificate) === null ? null : undefined;
  return { mode, rootCertificate: rootCertificate === "system" ? null : rootCertificate, certificate, key };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
