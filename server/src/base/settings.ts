import { readFileSync } from "node:fs";
import { isSlug, slugRule } from "drawbridge-rules/project/project.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import { type Problem, throwIfAny } from "drawbridge-rules/values/errors.ts";
import { nearestName } from "drawbridge-rules/values/nearest-name.ts";
import { type Address, isLoopback, isSecureOrLocal, parseAddress, printAddress } from "./address.ts";
import { type Networks, parseNetworks } from "./http/client-address.ts";
import { objectsUrlForm, parseObjectsUrl } from "./objects-url.ts";
import { databaseUrlForm, databaseUrlProblem, parseDatabaseUrl } from "./postgres-url.ts";
import { parseRateLimit, type RateLimit, rateForm } from "./rate.ts";

export type LogLevel = (typeof logLevels)[number];
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export type OidcPeople = (typeof oidcPeople)[number];
const oidcPeople = ["invited", "anyone"] as const;

/** Problems never repeat a secret. */
export interface Form<T> {
  readonly expected: string;
  readonly secret?: boolean;
  /** Replaces `expected` unless empty. */
  readonly problem?: (text: string) => string;
  parse(text: string): T | null;
}

export interface Setting<T> {
  readonly name: string;
  readonly form: Form<T>;
  /** In the setting's own form. Absent means none, or one derived from other settings. */
  readonly default?: string;
  /** Replaces `default` in `docs/settings.md`. */
  readonly otherwise?: string;
  readonly meaning: string;
  readonly page?: string;
}

const address: Form<Address> = {
  expected: "host:port, [IPv6]:port or :port (every address), with a port of 0 (any free one) to 65535",
  parse: parseAddress,
};
const directory: Form<string> = { expected: "a directory", parse: (text) => (text.includes("\0") ? null : text) };
const slug: Form<string> = { expected: `a project's id: ${slugRule}`, parse: (text) => (isSlug(text) ? text : null) };
const origin: Form<string> = { expected: "an http:// or https:// address without a path", parse: parseOrigin };
/** HTTPS, so that no third party reads the token and the data. */
const secureOrigin: Form<string> = {
  expected: "an https:// address without a path (http:// of this machine alone)",
  parse: (text) => {
    const parsed = parseOrigin(text);
    return parsed !== null && isSecureOrLocal(new URL(parsed)) ? parsed : null;
  },
};
const proxies: Form<Networks> = {
  expected: "addresses and networks, separated by commas, such as 127.0.0.1,10.0.0.0/8",
  parse: parseNetworks,
};
const issuer: Form<string> = {
  expected: "an https:// address without a query (http:// of this machine alone)",
  parse: parseIssuer,
};
const logLevel = oneOf(logLevels);
const onOrOff: Form<boolean> = { expected: "on or off", parse: (text) => (text === "on" ? true : text === "off" ? false : null) };
const oneOrZero: Form<boolean> = { expected: "1 or 0", parse: (text) => (text === "1" ? true : text === "0" ? false : null) };
const rate: Form<RateLimit> = { expected: rateForm, parse: parseRateLimit };
const delay: Form<number> = {
  expected: "a duration of at most ten minutes, such as 5s",
  parse: (text) => {
    const ms = parseDuration(text);
    return ms !== null && ms <= 600_000 ? ms : null;
  },
};

const databaseUrl: Form<string> = {
  expected: databaseUrlForm,
  secret: true,
  problem: databaseUrlProblem,
  parse: (text) => (parseDatabaseUrl(text) === null ? null : text),
};
const objectsUrl: Form<string> = {
  expected: objectsUrlForm,
  // Other programs accept credentials in such a URL.
  secret: true,
  parse: (text) => (parseObjectsUrl(text) === null ? null : text),
};
const encryptionKey: Form<Buffer> = {
  expected: "32 random bytes in base64, as printed by openssl rand -base64 32",
  secret: true,
  parse: (text) => (/^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, "base64") : null),
};

export const settings = {
  listen: {
    name: "DRAWBRIDGE_LISTEN",
    form: address,
    default: "127.0.0.1:8080",
    meaning: "Address of the read endpoints, `/healthz` and `/readyz`.",
  },
  adminListen: {
    name: "DRAWBRIDGE_ADMIN_LISTEN",
    form: address,
    otherwise: "`DRAWBRIDGE_LISTEN` if it is loopback, otherwise `127.0.0.1:8081`",
    meaning: "Address of the admin API, the console and these pages: never public by accident.",
  },
  metricsListen: {
    name: "DRAWBRIDGE_METRICS_LISTEN",
    form: address,
    otherwise: "`DRAWBRIDGE_ADMIN_LISTEN`",
    meaning:
      "Address of `/metrics`, which is then served only there, and of `/status`, for monitoring without access to the admin API.",
  },
  sharedPort: {
    name: "DRAWBRIDGE_SHARED_PORT",
    form: oneOrZero,
    default: "0",
    meaning:
      "1: several edges, or nodes on PostgreSQL, of this machine listen at the same address for reads. Linux only; requires a `DRAWBRIDGE_ADMIN_LISTEN` for each.",
    page: "deploying",
  },
  edgeListen: {
    name: "DRAWBRIDGE_EDGE_LISTEN",
    form: address,
    otherwise: "`DRAWBRIDGE_ADMIN_LISTEN`",
    meaning: "Address at which edges follow this server (`/edge/v1/…`), with an edge token, usually from other networks.",
  },
  data: {
    name: "DRAWBRIDGE_DATA",
    form: directory,
    default: "./data",
    meaning:
      "Directory of the embedded store, and of the replica from which a node or an edge can start. Only one process can use it at a time.",
  },
  databaseUrl: {
    name: "DRAWBRIDGE_DATABASE_URL",
    form: databaseUrl,
    otherwise: "the embedded store",
    meaning: "PostgreSQL database shared by any number of nodes.",
    page: "postgresql",
  },
  objects: {
    name: "DRAWBRIDGE_OBJECTS",
    form: objectsUrl,
    otherwise: "no object store",
    meaning:
      "Object store to which a server ships every change, and from which it restores an empty data directory. Nodes and edges start and follow from it while their database or origin is away.",
  },
  objectsKey: {
    name: "DRAWBRIDGE_OBJECTS_KEY",
    form: encryptionKey,
    otherwise: "objects are not encrypted",
    meaning: "Key by which everything in the object store is encrypted. Keep a copy: nothing can be read without it.",
  },
  adminToken: {
    name: "DRAWBRIDGE_ADMIN_TOKEN",
    form: secret(32, 128),
    otherwise: "created at the first start, in `admin-token` in the data directory; required with `DRAWBRIDGE_DATABASE_URL`",
    meaning: "Access token that is valid while it is set, and never stored.",
  },
  publicUrl: {
    name: "DRAWBRIDGE_PUBLIC_URL",
    form: origin,
    otherwise: "derived from `DRAWBRIDGE_ADMIN_LISTEN`",
    meaning: "URL at which people reach the admin API.",
  },
  trustedProxies: {
    name: "DRAWBRIDGE_TRUSTED_PROXIES",
    form: proxies,
    otherwise: "none",
    meaning:
      "Proxies whose X-Forwarded-For is trusted. Failed attempts are counted by client address: without this setting, all clients behind a proxy count as one.",
    page: "behind-a-proxy",
  },
  webhookAllow: {
    name: "DRAWBRIDGE_WEBHOOK_ALLOW",
    form: proxies,
    otherwise: "public addresses alone",
    meaning: "Networks that webhooks can reach beside the public internet, where http:// is accepted too.",
    page: "webhooks",
  },
  oidcIssuer: {
    name: "DRAWBRIDGE_OIDC_ISSUER",
    form: issuer,
    otherwise: "people sign in with passwords alone",
    meaning: "Issuer URL of the OpenID Connect provider with which people can sign in.",
    page: "single-sign-on",
  },
  oidcClientId: {
    name: "DRAWBRIDGE_OIDC_CLIENT_ID",
    form: printable(1, 255),
    otherwise: "required with `DRAWBRIDGE_OIDC_ISSUER`",
    meaning: "Client id of Drawbridge at the provider.",
  },
  oidcClientSecret: {
    name: "DRAWBRIDGE_OIDC_CLIENT_SECRET",
    form: secret(1, 512),
    otherwise: "none: a public client",
    meaning: "Client secret of Drawbridge at the provider.",
  },
  oidcPeople: {
    name: "DRAWBRIDGE_OIDC_PEOPLE",
    form: oneOf(oidcPeople),
    default: "invited",
    meaning:
      "People who may sign in with the provider for the first time: those with a one-time link, or anyone; new people have no role.",
  },
  edgeOrigin: {
    name: "DRAWBRIDGE_EDGE_ORIGIN",
    form: secureOrigin,
    otherwise: "this server is no edge",
    meaning: "Origin that this server follows as an edge; same as `serve --edge`.",
    page: "edges",
  },
  edgeToken: {
    name: "DRAWBRIDGE_EDGE_TOKEN",
    form: secret(1, 512),
    otherwise: "required for an edge",
    meaning: "Token of an edge for its origin, created with `drawbridge token create --kind edge`.",
  },
  keyLimit: {
    name: "DRAWBRIDGE_KEY_LIMIT",
    form: rate,
    default: "none",
    meaning: "Maximum requests with each read key before its apps get 429, which apps treat as no answer.",
  },
  stopDelay: {
    name: "DRAWBRIDGE_STOP_DELAY",
    form: delay,
    default: "0s",
    meaning:
      "How long a stopping process continues as before, with `/readyz` at 503, so that load balancers send it no new clients.",
  },
  metricsToken: {
    name: "DRAWBRIDGE_METRICS_TOKEN",
    form: secret(32, 128),
    otherwise: "none: only administrators read `/metrics`",
    meaning: "Access token for `/metrics` and `/status` only, valid while it is set, and never stored.",
  },
  url: {
    name: "DRAWBRIDGE_URL",
    form: origin,
    otherwise: "the server recorded in the data directory",
    meaning: "URL of the server.",
  },
  token: {
    name: "DRAWBRIDGE_TOKEN",
    form: secret(1, 512),
    otherwise: "`admin-token` in the data directory, sent only to that directory's server",
    meaning: "Access token. Without `DRAWBRIDGE_URL`, it requires `DRAWBRIDGE_DATA`: `./data` may be a stranger's.",
  },
  project: {
    name: "DRAWBRIDGE_PROJECT",
    form: slug,
    otherwise: "none; commands that only read take the only project there is",
    meaning: "Project of commands without `--project`.",
  },
  tzdata: {
    name: "DRAWBRIDGE_TZDATA",
    form: directory,
    otherwise: "the data of the runtime",
    meaning:
      "Directory with time zone data (TZif files, such as `/usr/share/zoneinfo` or PyPI's package `tzdata`), read at the start. Edges use that of their origin.",
    page: "maintenance",
  },
  logLevel: {
    name: "DRAWBRIDGE_LOG_LEVEL",
    form: logLevel,
    default: "info",
    meaning: "Lowest severity that is logged.",
  },
  logAddresses: {
    name: "DRAWBRIDGE_LOG_ADDRESSES",
    form: onOrOff,
    default: "on",
    meaning: "Logs client addresses with admin requests and refused requests.",
    page: "operations",
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

type Table = typeof settings;
type Parsed<S> = S extends { readonly form: Form<infer T> } ? T : never;
type Values = {
  readonly [Name in keyof Table]: Parsed<Table[Name]> | (Table[Name] extends { readonly default: string } ? never : null);
};

/** Time spans are milliseconds, and URLs have no trailing slash. */
export interface Settings extends Values {
  readonly adminListen: Address;
  readonly metricsListen: Address;
  readonly edgeListen: Address;
  readonly trustedProxies: Networks;
  readonly webhookAllow: Networks;
  /** False means `data` is the default, which is relative to the working directory. */
  readonly isDataNamed: boolean;
}

const names: readonly string[] = Object.values(settings).map(({ name }) => name);
const known = names.flatMap((name) => [name, `${name}_FILE`]);

type Environment = Readonly<Record<string, string | undefined>>;

/** @param onUnknown gets unknown names, which are problems without it @throws invalid */
export function readSettings(
  env: Environment,
  readFile: (path: string) => string,
  onUnknown?: (unknown: readonly Problem[]) => void,
  platform: string = process.platform,
): Settings {
  const unknown = unknownNames(env);
  if (unknown.length > 0) onUnknown?.(unknown);
  const problems: Problem[] = [...(onUnknown ? [] : unknown), ...incompleteProvider(env)];
  const read = <T>({ name, form, default: text }: Setting<T>): T | null => {
    const given = givenText(env, name, readFile, problems);
    if (given === null) return text === undefined ? null : form.parse(text);
    const value = given.text === "" ? null : form.parse(given.text);
    if (value === null) {
      const shown = form.secret ? "" : `, not ${JSON.stringify(given.text)}`;
      problems.push({ path: given.name, message: form.problem?.(given.text) || `must be ${form.expected}${shown}` });
    }
    return value;
  };
  const values = Object.fromEntries(
    Object.entries<Setting<unknown>>(settings).map(([name, setting]) => [name, read(setting)]),
  ) as unknown as Values;
  const listen = values.listen ?? nowhere;
  const adminListen = values.adminListen ?? (isLoopback(listen) ? listen : { host: "127.0.0.1", port: 8081 });
  const found: Settings = {
    ...values,
    listen,
    adminListen,
    metricsListen: values.metricsListen ?? adminListen,
    edgeListen: values.edgeListen ?? adminListen,
    trustedProxies: values.trustedProxies ?? [],
    webhookAllow: values.webhookAllow ?? [],
    isDataNamed: [settings.data.name, `${settings.data.name}_FILE`].some((name) => env[name] !== undefined),
  };
  if (found.sharedPort) problems.push(...sharedPortProblems(found, values.adminListen !== null, platform));
  throwIfAny(problems, "The environment");
  return found;
}

const nowhere: Address = { host: "127.0.0.1", port: 0 };

export function settingsFromProcess(onUnknown?: (unknown: readonly Problem[]) => void): Settings {
  return readSettings(process.env, (path) => readFileSync(path, "utf8"), onUnknown);
}

function givenText(
  env: Environment,
  name: string,
  readFile: (path: string) => string,
  problems: Problem[],
): { readonly name: string; readonly text: string } | null {
  const text = env[name];
  const file = env[`${name}_FILE`];
  if (file === undefined) return text === undefined ? null : { name, text: withoutLineEnd(text) };
  if (text !== undefined) {
    problems.push({ path: name, message: `is set together with ${name}_FILE: set only one of them` });
    return null;
  }
  try {
    return { name: `${name}_FILE`, text: withoutLineEnd(readFile(file)) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "no reason given";
    problems.push({ path: `${name}_FILE`, message: `must be a readable file, not ${JSON.stringify(file)} (${code})` });
    return null;
  }
}

/** Editors and `echo` write one line end, and Kubernetes makes variables of whole files. */
function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, "");
}

function unknownNames(env: Environment): Problem[] {
  const problems: Problem[] = [];
  for (const path of Object.keys(env).sort()) {
    if (!path.startsWith("DRAWBRIDGE_") || env[path] === undefined) continue;
    const base = path.replace(/_FILE$/, "");
    if (names.includes(base)) continue;
    // The common prefix is not evidence of a typing error.
    const near = nearestName(path, known, (path.length - "DRAWBRIDGE_".length) / 3);
    problems.push({
      path,
      message: `is not a setting. ${near ? `Did you mean ${near}?` : "To list them: drawbridge help environment"}`,
    });
  }
  return problems;
}

/** An issuer and a client id require each other. */
function incompleteProvider(env: Environment): Problem[] {
  const isSet = (name: string) => env[name] !== undefined || env[`${name}_FILE`] !== undefined;
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcPeople } = settings;
  if (isSet(oidcIssuer.name)) {
    return isSet(oidcClientId.name) ? [] : [{ path: oidcClientId.name, message: `is required with ${oidcIssuer.name}` }];
  }
  const useless = [oidcClientId, oidcClientSecret, oidcPeople].filter(({ name }) => isSet(name));
  return useless.map(({ name }) => ({ path: name, message: `has no effect without ${oidcIssuer.name}` }));
}

/** A request to a shared address reaches any of its processes. Port 0 never names the same port twice. */
function sharedPortProblems(values: Settings, hasAdminListen: boolean, platform: string): Problem[] {
  const { adminListen, metricsListen, edgeListen, listen } = values;
  const { name: shared } = settings.sharedPort;
  const { name: admin } = settings.adminListen;
  if (platform !== "linux")
    return [{ path: shared, message: "requires Linux: elsewhere, unset it and run one process per port" }];
  const why = `with ${shared}: a request for the metrics or the admin API of this process would reach any of those that share it`;
  if (!hasAdminListen) return [{ path: admin, message: `is required ${why}. Set an address of its own, such as 127.0.0.1:8081` }];
  const reads = listen.port === 0 ? null : printAddress(listen);
  const own = [
    [admin, printAddress(adminListen)],
    [settings.metricsListen.name, printAddress(metricsListen)],
    [settings.edgeListen.name, printAddress(edgeListen)],
  ] as const;
  return own.flatMap(([path, address], index) => {
    // Reported for the setting that it is derived from.
    if (address !== reads || (index > 0 && address === own[0][1])) return [];
    return [{ path, message: `must be another address than that of reads, ${address}, ${why}` }];
  });
}

function oneOf<Word extends string>(words: readonly Word[]): Form<Word> {
  return { expected: `one of ${words.join(", ")}`, parse: (text) => words.find((word) => word === text) ?? null };
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

/** OpenID Connect Discovery §3: HTTPS, without a query or a fragment. */
function parseIssuer(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !isSecureOrLocal(url) || /[?#]/.test(text)) return null;
  return url.username === "" && url.password === "" ? text : null;
}
