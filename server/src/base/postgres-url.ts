export interface DatabaseHost {
  /** A name, an address, or the directory of a Unix socket (`%2Frun%2Fpostgresql` in the URL). */
  readonly host: string;
  readonly port: number;
}

export interface DatabaseAddress {
  /** Each connection uses the first host that can be reached and is suitable. */
  readonly hosts: readonly DatabaseHost[];
  /** `read-write` accepts changes in a session, and `primary` is no standby. */
  readonly target: "any" | "read-write" | "primary";
  readonly user: string;
  readonly password: string | null;
  readonly database: string;
  readonly tls: TlsOptions | null;
  /** Binds the sign-in to the server's certificate (SCRAM-SHA-256-PLUS). */
  readonly channelBinding: "disable" | "prefer" | "require";
  /** Milliseconds. */
  readonly connectTimeout: number;
  readonly applicationName: string;
}

export interface TlsOptions {
  readonly mode: "require" | "verify-ca" | "verify-full";
  readonly rootCertificate: string | null;
  readonly certificate: string | null;
  readonly key: string | null;
}

const tlsModes = ["disable", "require", "verify-ca", "verify-full"] as const;
const bindings = ["disable", "prefer", "require"] as const;
const targets = ["any", "read-write", "primary"] as const;
const parameters = [
  ...["sslmode", "sslrootcert", "sslcert", "sslkey", "channel_binding", "connect_timeout", "target_session_attrs"],
  "application_name",
];

const defaultPort = 5432;
/** Seconds. */
const defaultTimeout = 4;
const maxTimeout = 60;
const maxHosts = 10;

/** The address means nothing if there are problems. */
function readDatabaseUrl(text: string): { readonly address: DatabaseAddress; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const note = (problem: string) => void (problems.includes(problem) || problems.push(problem));
  const rest = withoutScheme(text, note);
  const { credentials, place } = splitCredentials(rest, note);
  const [, hosts = "", path = "", query = "", fragment] = /^([^/?#]*)([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(place) ?? [];
  if (fragment !== undefined) note("has a # after the host: remove it, or write %23");
  const [, user = "", password = ""] = /^([^:]*):?(.*)$/s.exec(credentials ?? "") ?? [];
  if (user === "") note("names no user: write user:password@ before the host");
  const read = readParameters(query, note);
  const address: DatabaseAddress = {
    hosts: readHosts(hosts, note),
    user: decode(user, "user", note),
    password: password === "" ? null : decode(password, "password", note),
    database: readDatabase(path, note),
    tls: readTls(read, note),
    channelBinding: oneOf(read, "channel_binding", bindings, note) ?? "disable",
    target: oneOf(read, "target_session_attrs", targets, note) ?? "any",
    connectTimeout: readTimeout(read("connect_timeout"), note) * 1_000,
    applicationName: read("application_name") ?? "drawbridge",
  };
  if (address.channelBinding === "require" && address.tls === null)
    note("has channel_binding=require without TLS: add sslmode=require, or a stricter one");
  return { address, problems };
}

type Note = (problem: string) => void;
type Read = (name: string) => string | null;

function withoutScheme(text: string, note: Note): string {
  const [, quoted = text] = /^\s*["'](.*?)["']?\s*$/s.exec(text) ?? [];
  if (quoted !== text) note("has quotes around it: remove them");
  const [, url = quoted] = /^jdbc:(.*)$/is.exec(quoted) ?? [];
  if (url !== quoted) note("begins with jdbc:, which is Java's form: remove it, and write user:password@ before the host");
  const [, rest] = /^postgres(?:ql)?:\/\/(.*)$/is.exec(url) ?? [];
  if (rest === undefined) note("does not begin with postgres:// or postgresql://");
  return rest ?? url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
}

/** The last @ before the query ends the credentials; without one, a raw character ended the host too early. */
function splitCredentials(rest: string, note: Note): { readonly credentials: string | null; readonly place: string } {
  const [authority = ""] = /^[^/?#]*/.exec(rest) ?? [];
  const isCut = !authority.includes("@") && authority.includes(":");
  const beforeQuery = rest.slice(authority.length).startsWith("/") ? (rest.split("?", 1)[0] ?? "") : rest;
  const at = (isCut ? beforeQuery : authority).lastIndexOf("@");
  if (at < 0) return { credentials: null, place: rest };
  const credentials = rest.slice(0, at);
  for (const character of "/?#@")
    if (credentials.includes(character))
      note(`has a ${character} in the user or the password: write it as ${encodeURIComponent(character)}`);
  return { credentials, place: rest.slice(at + 1) };
}

function readHosts(text: string, note: Note): DatabaseHost[] {
  const hosts = text.split(",");
  if (hosts.length > maxHosts) note(`names more than ${maxHosts} hosts`);
  return hosts.slice(0, maxHosts).map((each) => {
    const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(each) ?? [];
    const host = decode(name.replace(/^\[(.+)\]$/s, "$1"), "host", note);
    if (host === "") note("names no host");
    else if (!/^[^\s[\]@:]+$|^[0-9a-fA-F:.]+(%.+)?$|^\//.test(host)) note("names a host that is no name and no address");
    const number = port === undefined || port === "" ? defaultPort : Number(/^\d{1,5}$/.exec(port)?.[0] ?? 0);
    if (number < 1 || number > 65_535) note("has a port that is no number from 1 to 65535");
    return { host, port: number };
  });
}

function readDatabase(path: string, note: Note): string {
  const name = path.slice(1);
  if (name === "") note("names no database: write /database after the host");
  else if (/^[^/]+\/+$/.test(name)) note("has a / after the database: remove it");
  const database = decode(name, "database", note);
  if (/\/./s.test(database)) note("has a / in the name of the database");
  return database;
}

function readParameters(query: string, note: Note): Read {
  // A + is a plus: libpq decodes percent-encoding alone.
  const given = new Map<string, string>();
  for (const part of query.split("&").filter((each) => each !== "")) {
    const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    if (parameters.includes(name)) {
      if (given.has(name)) note(`has ${name} twice: keep one`);
      given.set(name, decode(value, name, note));
    } else
      note(
        /^[a-z_]{1,40}$/i.test(name) && !query.includes("@")
          ? `has the unknown parameter ${name}: remove it`
          : "has an unknown parameter",
      );
  }
  return (name) => given.get(name) || null;
}

const otherModes: Readonly<Record<string, string>> = {
  allow: "it may send everything unencrypted",
  prefer: "it may send everything unencrypted",
  "no-verify": "require does not verify the certificate either",
};

function readTls(read: Read, note: Note): TlsOptions | null {
  const given = read("sslmode");
  const mode = tlsModes.find((one) => one === (given ?? "disable"));
  const why = otherModes[given ?? ""];
  if (mode === undefined)
    note(
      `has ${why === undefined ? "an unknown sslmode" : `sslmode=${given}, which is not supported (${why})`}: use disable, require, verify-ca or verify-full`,
    );
  const [rootCertificate, certificate, key] = [read("sslrootcert"), read("sslcert"), read("sslkey")];
  if ((certificate === null) !== (key === null)) note("has sslcert or sslkey without the other: add it");
  if (mode === undefined) return null;
  if (mode !== "disable")
    return { mode, rootCertificate: rootCertificate === "system" ? null : rootCertificate, certificate, key };
  if ((rootCertificate ?? certificate) !== null) note("has a certificate without TLS: add sslmode=verify-full");
  return null;
}

function oneOf<W extends string>(read: Read, name: string, words: readonly W[], note: Note): W | null {
  const given = read(name);
  const found = words.find((word) => word === given) ?? null;
  if (given !== null && found === null)
    note(`has an unsupported ${name}: use ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);
  return found;
}

/** In seconds. */
function readTimeout(given: string | null, note: Note): number {
  const seconds = given === null ? defaultTimeout : /^\d{1,5}$/.test(given) ? Number(given) : 0;
  if (seconds < 1 || seconds > maxTimeout)
    note(`has a connect_timeout that is no whole number of seconds from 1 to ${maxTimeout}`);
  return seconds;
}

function decode(text: string, part: string, note: Note): string {
  try {
    const decoded = decodeURIComponent(text);
    if (decoded.includes("\0")) note(`has %00 in the ${part}`);
    return decoded;
  } catch {
    note(`has a % in the ${part} that is not followed by two hexadecimal digits: write it as %25`);
    return "";
  }
}

export const databaseUrlForm =
  "postgres://user:password@host:port/database, with several hosts separated by commas, and nothing after the question mark but " +
  "sslmode (disable, require, verify-ca or verify-full), sslrootcert, sslcert, sslkey, channel_binding, connect_timeout, " +
  "target_session_attrs and application_name";

/** `databaseUrlProblem` has the reasons of null. */
export function parseDatabaseUrl(text: string): DatabaseAddress | null {
  const { address, problems } = readDatabaseUrl(text);
  return problems.length === 0 ? address : null;
}

/** Repeats nothing that may be secret, and continues the name of the setting. */
export function databaseUrlProblem(text: string): string {
  const { problems } = readDatabaseUrl(text);
  return problems.length === 0 ? "" : `${problems.join("; ")}. Expected ${databaseUrlForm}`;
}

export function describeDatabase({ hosts, database }: Pick<DatabaseAddress, "hosts" | "database">): string {
  return `The database ${database} on ${hosts.map(describeHost).join(" or ")}`;
}

export function describeHost({ host, port }: DatabaseHost): string {
  return host.startsWith("/") ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
