/**
 * Every setting of the program, in one table: the environment is read here and nowhere else. All that is wrong with it
 * is said at once, so that a deployment is not repaired one restart at a time.
 */
import { readFileSync } from "node:fs";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { type Address, isLoopback, isSecureOrLocal, parseAddress, printAddress } from "./base/address.ts";
import { parseTrustedProxies, type TrustedProxies } from "./http/client-address.ts";
import { parseRateLimit, type RateLimit, rateForm } from "./limits/rate.ts";
import { databaseUrlForm, parseDatabaseUrl } from "./store/postgres/postgres-address.ts";

export interface Settings {
  readonly listen: Address;
  readonly configListen: Address;
  readonly maintenanceListen: Address;
  readonly adminListen: Address;
  /** Processes that answer reads; 0: this one does. */
  readonly workers: number;
  readonly edgeListen: Address;
  readonly data: string;
  /** Null: the embedded store of `data`. A secret: there is a password in it. */
  readonly databaseUrl: string | null;
  /** Milliseconds. */
  readonly databasePoll: number;
  /** Epoch of a store without projects that may replace one with projects; null: none. */
  readonly emptyStore: string | null;
  readonly adminToken: string | null;
  /** Without a slash at its end; null: the address of the admin listener. */
  readonly publicUrl: string | null;
  /** Empty: none. */
  readonly trustedProxies: TrustedProxies;
  /** Null: people sign in with passwords alone, and the other `oidc` settings are null too. */
  readonly oidcIssuer: string | null;
  readonly oidcClientId: string | null;
  readonly oidcClientSecret: string | null;
  readonly oidcName: string | null;
  readonly oidcPeople: OidcPeople;
  /** Without a slash at its end; null: this is no edge. */
  readonly edgeOrigin: string | null;
  readonly edgeToken: string | null;
  /** For each address, of requests with keys and tokens that are nobody's. */
  readonly unknownKeyLimit: RateLimit;
  /** For each read key. */
  readonly keyLimit: RateLimit;
  /** Milliseconds. */
  readonly stopDelay: number;
  /** Null: only administrators read the metrics. */
  readonly metricsToken: string | null;
  /** Without a slash at its end; null: nothing is sent. */
  readonly otlpUrl: string | null;
  readonly otlpHeaders: Readonly<Record<string, string>> | null;
  readonly url: string | null;
  readonly token: string | null;
  /** Milliseconds. */
  readonly logRetention: number;
  readonly logLevel: LogLevel;
  /** Whether log lines have the client's address. */
  readonly logAddresses: boolean;
}

export type LogLevel = (typeof logLevels)[number];
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export type OidcPeople = (typeof oidcPeople)[number];
const oidcPeople = ["invited", "anyone"] as const;

/** How a value is written. A secret is never repeated in a problem. */
interface Form<T> {
  readonly expected: string;
  readonly secret?: boolean;
  parse(text: string): T | null;
}

interface Setting<T> {
  readonly name: string;
  readonly form: Form<T>;
  /** A value in the setting's own form; null: none, or one that follows from other settings. */
  readonly default: string | null;
  /** What `docs/settings.md` says instead of `default`. */
  readonly otherwise?: string;
  readonly meaning: string;
}

const address: Form<Address> = {
  expected: "host:port, [IPv6]:port or :port (every address), with a port of 0 (any free one) to 65535",
  parse: parseAddress,
};
const directory: Form<string> = { expected: "a directory", parse: (text) => (text.includes("\0") ? null : text) };
const origin: Form<string> = { expected: "an http:// or https:// address without a path", parse: parseOrigin };
/** What is said to an origin, its token too, is for nobody between. */
const secureOrigin: Form<string> = {
  expected: "an https:// address without a path (http:// of this machine alone)",
  parse: (text) => {
    const parsed = parseOrigin(text);
    return parsed !== null && isSecureOrLocal(new URL(parsed)) ? parsed : null;
  },
};
const proxies: Form<TrustedProxies> = {
  expected: "addresses and networks, separated by commas, such as 127.0.0.1,10.0.0.0/8",
  parse: parseTrustedProxies,
};
const issuer: Form<string> = {
  expected: "an https:// address without a query (http:// of this machine alone)",
  parse: parseIssuer,
};
const collector: Form<string> = {
  expected: "an http:// or https:// address without a query, such as http://collector:4318",
  parse: parseCollector,
};
const headerLines: Form<Readonly<Record<string, string>>> = {
  expected: "headers as name=value, separated by commas, with a value's own commas as %2C",
  secret: true,
  parse: parseHeaders,
};
const label: Form<string> = {
  expected: "1 to 60 characters on one line",
  parse: (text) =>
    text.trim() !== "" && text.length <= 60 && text.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? text : null,
};
const logLevel = oneOf(logLevels);
const onOrOff: Form<boolean> = { expected: "on or off", parse: (text) => (text === "on" ? true : text === "off" ? false : null) };
const rate: Form<RateLimit> = { expected: rateForm, parse: parseRateLimit };
const delay: Form<number> = {
  expected: "a time span of at most ten minutes, such as PT5S",
  parse: (text) => {
    const ms = parseDuration(text);
    return ms !== null && ms <= 600_000 ? ms : null;
  },
};
const retention: Form<number> = {
  expected: "a time span of a day or more, such as P400D",
  parse: (text) => {
    const ms = parseDuration(text);
    return ms !== null && ms >= 86_400_000 ? ms : null;
  },
};

const epoch: Form<string> = {
  expected: "the epoch of a store, such as 8f2c01d94b7e6a35",
  parse: (text) => (/^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : null),
};

const databaseUrl: Form<string> = {
  expected: databaseUrlForm,
  secret: true,
  parse: (text) => (parseDatabaseUrl(text) === null ? null : text),
};
const poll: Form<number> = {
  expected: "a time span of PT0.2S to PT1M, such as PT5S",
  parse: (text) => {
    const tenths = /^PT0\.(\d)S$/.exec(text)?.[1];
    const ms = tenths === undefined ? parseDuration(text) : Number(tenths) * 100;
    return ms !== null && ms >= 200 && ms <= 60_000 ? ms : null;
  },
};

/** In the order of `docs/settings.md`. */
export const settings = {
  listen: {
    name: "DRAWBRIDGE_LISTEN",
    form: address,
    default: "127.0.0.1:8080",
    meaning: "Where the read endpoints, `/healthz` and `/readyz` are served.",
  },
  configListen: {
    name: "DRAWBRIDGE_CONFIG_LISTEN",
    form: address,
    default: null,
    otherwise: "`DRAWBRIDGE_LISTEN`",
    meaning: "An address of its own for `/config`, which is then served only there.",
  },
  maintenanceListen: {
    name: "DRAWBRIDGE_MAINTENANCE_LISTEN",
    form: address,
    default: null,
    otherwise: "`DRAWBRIDGE_LISTEN`",
    meaning: "An address of its own for `/maintenance`, which is then served only there.",
  },
  adminListen: {
    name: "DRAWBRIDGE_ADMIN_LISTEN",
    form: address,
    default: null,
    otherwise:
      "`DRAWBRIDGE_LISTEN` if only this machine can reach that and `DRAWBRIDGE_WORKERS` is not set, else `127.0.0.1:8081`",
    meaning: "Where the admin API is served: never public by accident.",
  },
  workers: {
    name: "DRAWBRIDGE_WORKERS",
    form: wholeNumber(0, 64),
    default: "0",
    meaning: "How many processes answer reads, beside the one that has the store and the admin API; 0: that one does all.",
  },
  edgeListen: {
    name: "DRAWBRIDGE_EDGE_LISTEN",
    form: address,
    default: null,
    otherwise: "`DRAWBRIDGE_ADMIN_LISTEN`",
    meaning: "Where edges follow this server (`/edge/v1/…`). They come from elsewhere, with an edge token.",
  },
  data: {
    name: "DRAWBRIDGE_DATA",
    form: directory,
    default: "./data",
    meaning:
      "The directory of the embedded store, and of the copy that a node or an edge starts from. One process at a time holds it.",
  },
  databaseUrl: {
    name: "DRAWBRIDGE_DATABASE_URL",
    form: databaseUrl,
    default: null,
    otherwise: "the embedded store",
    meaning: "A PostgreSQL that any number of nodes share, instead of the embedded store: `docs/postgresql.md`.",
  },
  databasePoll: {
    name: "DRAWBRIDGE_DATABASE_POLL",
    form: poll,
    default: "PT5S",
    meaning: "How often a node looks for commits of others that PostgreSQL has not told it of.",
  },
  emptyStore: {
    name: "DRAWBRIDGE_EMPTY_STORE",
    form: epoch,
    default: null,
    otherwise: "no store without projects takes the place of one that had some",
    meaning:
      "The epoch of an empty store that this node is to begin with, although it had projects before. The refusal of such a store names it; it can be left set.",
  },
  adminToken: {
    name: "DRAWBRIDGE_ADMIN_TOKEN",
    form: secret(32, 128),
    default: null,
    otherwise: "made at the first start, in `admin-token` in the data directory; needed beside `DRAWBRIDGE_DATABASE_URL`",
    meaning: "An access token that is valid exactly while it is set, and never stored.",
  },
  publicUrl: {
    name: "DRAWBRIDGE_PUBLIC_URL",
    form: origin,
    default: null,
    otherwise: "from `DRAWBRIDGE_ADMIN_LISTEN`",
    meaning: "The address by which people reach the admin API.",
  },
  trustedProxies: {
    name: "DRAWBRIDGE_TRUSTED_PROXIES",
    form: proxies,
    default: null,
    otherwise: "none",
    meaning:
      "The proxies whose X-Forwarded-For is believed. Attempts to sign in, and requests with keys and tokens that are nobody's, are counted by address: without this, everybody behind a proxy is one.",
  },
  oidcIssuer: {
    name: "DRAWBRIDGE_OIDC_ISSUER",
    form: issuer,
    default: null,
    otherwise: "people sign in with passwords alone",
    meaning: "The OpenID Connect provider that people may sign in with, by the name it gives itself.",
  },
  oidcClientId: {
    name: "DRAWBRIDGE_OIDC_CLIENT_ID",
    form: printable(1, 255),
    default: null,
    otherwise: "needed beside `DRAWBRIDGE_OIDC_ISSUER`",
    meaning: "What the provider calls Drawbridge.",
  },
  oidcClientSecret: {
    name: "DRAWBRIDGE_OIDC_CLIENT_SECRET",
    form: secret(1, 512),
    default: null,
    otherwise: "none: a public client",
    meaning: "What Drawbridge shows the provider.",
  },
  oidcName: {
    name: "DRAWBRIDGE_OIDC_NAME",
    form: label,
    default: null,
    otherwise: "the host of the issuer",
    meaning: "What people call the provider: the text of the button.",
  },
  oidcPeople: {
    name: "DRAWBRIDGE_OIDC_PEOPLE",
    form: oneOf(oidcPeople),
    default: "invited",
    meaning: "Who may sign in with the provider for the first time: who has a one-time link, or anyone, who has no role yet.",
  },
  edgeOrigin: {
    name: "DRAWBRIDGE_EDGE_ORIGIN",
    form: secureOrigin,
    default: null,
    otherwise: "this server is no edge",
    meaning: "The server that this one is an edge of: as `serve --edge`.",
  },
  edgeToken: {
    name: "DRAWBRIDGE_EDGE_TOKEN",
    form: secret(1, 512),
    default: null,
    otherwise: "needed by an edge",
    meaning: "What an edge shows its origin: `drawbridge edge-token create` makes one.",
  },
  unknownKeyLimit: {
    name: "DRAWBRIDGE_UNKNOWN_KEY_LIMIT",
    form: rate,
    default: "300/PT1M",
    meaning:
      "How many requests with a read key that is nobody's, or with none, an address may send, and as many with access tokens that are nobody's, before it is answered 429. Whoever has a good one is never counted: see `limits.md`.",
  },
  keyLimit: {
    name: "DRAWBRIDGE_KEY_LIMIT",
    form: rate,
    default: "none",
    meaning:
      "How many requests each read key may be used for before apps with it are answered 429. Apps take that for no answer.",
  },
  stopDelay: {
    name: "DRAWBRIDGE_STOP_DELAY",
    form: delay,
    default: "PT0S",
    meaning:
      "How long a process that was told to stop goes on as before, with `/readyz` at 503, so that load balancers send it nobody new.",
  },
  metricsToken: {
    name: "DRAWBRIDGE_METRICS_TOKEN",
    form: secret(32, 128),
    default: null,
    otherwise: "none: only administrators read `/metrics`",
    meaning:
      "An access token that opens `/metrics` and `/status` and nothing else, valid exactly while it is set, and never stored.",
  },
  otlpUrl: {
    name: "DRAWBRIDGE_OTLP_URL",
    form: collector,
    default: null,
    otherwise: "nothing is sent",
    meaning: "The OpenTelemetry collector that traces and metrics are sent to, as OTLP over HTTP.",
  },
  otlpHeaders: {
    name: "DRAWBRIDGE_OTLP_HEADERS",
    form: headerLines,
    default: null,
    otherwise: "none",
    meaning: "What the collector is shown besides: `name=value,…`, a value percent-encoded where it has to be.",
  },
  url: {
    name: "DRAWBRIDGE_URL",
    form: origin,
    default: null,
    otherwise: "the server that has recorded itself in the data directory",
    meaning: "Of the command line: the server that commands talk to.",
  },
  token: {
    name: "DRAWBRIDGE_TOKEN",
    form: secret(1, 512),
    default: null,
    otherwise: "`admin-token` in the data directory, sent to the server of that directory alone",
    meaning: "Of the command line: its access token.",
  },
  logRetention: {
    name: "DRAWBRIDGE_LOG_RETENTION",
    form: retention,
    default: "P400D",
    meaning: "How long `drawbridge compact` leaves what was superseded in the history.",
  },
  logLevel: {
    name: "DRAWBRIDGE_LOG_LEVEL",
    form: logLevel,
    default: "info",
    meaning: "The least severe entries that are logged.",
  },
  logAddresses: {
    name: "DRAWBRIDGE_LOG_ADDRESSES",
    form: onOrOff,
    default: "on",
    meaning:
      "Whether the log has the address of the client of each admin request and of each refused one: on or off. See `operations.md`.",
  },
} as const satisfies { readonly [K in keyof Settings]: Setting<NonNullable<Settings[K]>> };

const names: readonly string[] = Object.values(settings).map(({ name }) => name);
const known = names.flatMap((name) => [name, `${name}_FILE`]);

/**
 * Reads the settings from `env`, and from the files that NAME_FILE names.
 * Throws `invalid` with every problem: unknown names, what cannot be read, what is not in its form.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, readFile: (path: string) => string): Settings {
  const problems: Problem[] = [...unknownNames(env), ...incompleteProvider(env), ...headersWithoutCollector(env)];
  const read = <T>({ name, form, default: text }: Setting<T>): T | null => {
    const given = givenText(env, name, readFile, problems);
    if (given === null) return text === null ? null : form.parse(text);
    const value = given.text === "" ? null : form.parse(given.text);
    if (value === null) {
      const shown = form.secret ? "" : `, not ${JSON.stringify(given.text)}`;
      problems.push({ path: given.name, message: `is ${form.expected}${shown}` });
    }
    return value;
  };
  const listen = read(settings.listen) ?? nowhere;
  const workers = read(settings.workers) ?? 0;
  const isShared = workers === 0 && isLoopback(listen);
  const adminListen = read(settings.adminListen) ?? (isShared ? listen : { host: "127.0.0.1", port: 8081 });
  const values: Settings = {
    listen,
    configListen: read(settings.configListen) ?? listen,
    maintenanceListen: read(settings.maintenanceListen) ?? listen,
    adminListen,
    workers,
    edgeListen: read(settings.edgeListen) ?? adminListen,
    data: read(settings.data) ?? "",
    databaseUrl: read(settings.databaseUrl),
    databasePoll: read(settings.databasePoll) ?? 0,
    emptyStore: read(settings.emptyStore),
    adminToken: read(settings.adminToken),
    publicUrl: read(settings.publicUrl),
    trustedProxies: read(settings.trustedProxies) ?? [],
    oidcIssuer: read(settings.oidcIssuer),
    oidcClientId: read(settings.oidcClientId),
    oidcClientSecret: read(settings.oidcClientSecret),
    oidcName: read(settings.oidcName),
    oidcPeople: read(settings.oidcPeople) ?? "invited",
    edgeOrigin: read(settings.edgeOrigin),
    edgeToken: read(settings.edgeToken),
    unknownKeyLimit: read(settings.unknownKeyLimit) ?? "none",
    keyLimit: read(settings.keyLimit) ?? "none",
    stopDelay: read(settings.stopDelay) ?? 0,
    metricsToken: read(settings.metricsToken),
    otlpUrl: read(settings.otlpUrl),
    otlpHeaders: read(settings.otlpHeaders),
    url: read(settings.url),
    token: read(settings.token),
    logRetention: read(settings.logRetention) ?? 0,
    logLevel: read(settings.logLevel) ?? "info",
    logAddresses: read(settings.logAddresses) ?? true,
  };
  problems.push(...ownAmongReads(values));
  throwIfAny(problems, "The environment");
  return values;
}

/** Stands for an address that is reported as a problem. */
const nowhere: Address = { host: "127.0.0.1", port: 0 };

/** The settings of this process. */
export function settingsFromProcess(): Settings {
  return readSettings(process.env, (path) => readFileSync(path, "utf8"));
}

/** For a process that is told all it has to know: nothing that is secret is in its environment. */
export function environmentWithoutSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("DRAWBRIDGE_")));
}

function givenText(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  readFile: (path: string) => string,
  problems: Problem[],
): { readonly name: string; readonly text: string } | null {
  const text = env[name];
  const file = env[`${name}_FILE`];
  if (file === undefined) return text === undefined ? null : { name, text };
  if (text !== undefined) {
    problems.push({ path: name, message: `is set, and ${name}_FILE too: set one of them` });
    return null;
  }
  try {
    return { name: `${name}_FILE`, text: readFile(file).replace(/\r?\n$/, "") };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "no reason given";
    problems.push({ path: `${name}_FILE`, message: `is a file that can be read, not ${JSON.stringify(file)} (${code})` });
    return null;
  }
}

function unknownNames(env: Readonly<Record<string, string | undefined>>): Problem[] {
  const problems: Problem[] = [];
  for (const path of Object.keys(env).sort()) {
    if (!path.startsWith("DRAWBRIDGE_") || env[path] === undefined) continue;
    const base = path.replace(/_FILE$/, "");
    if (names.includes(base)) continue;
    problems.push({ path, message: `is no setting. The nearest is ${nearestName(path, known)}` });
  }
  return problems;
}

/** An issuer and a client id are of no use alone, and nothing else about a provider is without them. */
function incompleteProvider(env: Readonly<Record<string, string | undefined>>): Problem[] {
  const isSet = (name: string) => env[name] !== undefined || env[`${name}_FILE`] !== undefined;
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcName, oidcPeople } = settings;
  if (isSet(oidcIssuer.name)) {
    return isSet(oidcClientId.name) ? [] : [{ path: oidcClientId.name, message: `is needed beside ${oidcIssuer.name}` }];
  }
  const useless = [oidcClientId, oidcClientSecret, oidcName, oidcPeople].filter(({ name }) => isSet(name));
  return useless.map(({ name }) => ({ path: name, message: `is of no use without ${oidcIssuer.name}` }));
}

function headersWithoutCollector(env: Readonly<Record<string, string | undefined>>): Problem[] {
  const isSet = (name: string) => env[name] !== undefined || env[`${name}_FILE`] !== undefined;
  const { otlpUrl, otlpHeaders } = settings;
  if (!isSet(otlpHeaders.name) || isSet(otlpUrl.name)) return [];
  return [{ path: otlpHeaders.name, message: `is of no use without ${otlpUrl.name}` }];
}

/** An address is answered by one process or by several. Any free port is never the same one twice. */
function ownAmongReads({ workers, adminListen, edgeListen, listen, configListen, maintenanceListen }: Settings): Problem[] {
  if (workers === 0) return [];
  const reads = new Set([listen, configListen, maintenanceListen].filter(({ port }) => port !== 0).map(printAddress));
  const own = [
    [settings.adminListen, printAddress(adminListen)],
    [settings.edgeListen, printAddress(edgeListen)],
  ] as const;
  return own.flatMap(([{ name }, address], index) => {
    // One that follows from another setting is mended there.
    if (!reads.has(address) || (index > 0 && address === own[0][1])) return [];
    const message = `is an address of its own beside ${settings.workers.name}, since other processes answer the reads of ${address}`;
    return [{ path: name, message }];
  });
}

function oneOf<Word extends string>(words: readonly Word[]): Form<Word> {
  return { expected: `one of ${words.join(", ")}`, parse: (text) => words.find((word) => word === text) ?? null };
}

function wholeNumber(least: number, most: number): Form<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    parse: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null),
  };
}

/** A bearer token cannot carry spaces (RFC 6750 §2.1), so no token has any. */
function secret(least: number, most: number): Form<string> {
  return { ...printable(least, most), secret: true };
}

function printable(least: number, most: number): Form<string> {
  return {
    expected: `${least} to ${most} printable ASCII characters without spaces`,
    parse: (text) => (/^[!-~]*$/.test(text) && text.length >= least && text.length <= most ? text : null),
  };
}

function parseOrigin(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  const bare = url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "" && url.password === "";
  return bare ? url.origin : null;
}

/** OpenID Connect Discovery §3: https, without a query or a fragment. What is said to it must stay between the two. */
function parseIssuer(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !isSecureOrLocal(url) || /[?#]/.test(text)) return null;
  return url.username === "" && url.password === "" ? text : null;
}

function parseCollector(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (/[?#]/.test(text) || url.username !== "" || url.password !== "") return null;
  return url.href.replace(/\/+$/, "");
}

/** As OpenTelemetry has them in its own settings. Null: one of them is none. */
function parseHeaders(text: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const part of text.split(",")) {
    const [, name = "", encoded = ""] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([ -~]*?)\s*$/.exec(part) ?? [];
    const value = decoded(encoded);
    if (name === "" || value === null || !/^[ -~]+$/.test(value)) return null;
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
