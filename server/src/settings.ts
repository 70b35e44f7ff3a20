/**
 * Every setting of the program, in one table: the environment is read here and nowhere else. All that is wrong with it
 * is said at once, so that a deployment is not repaired one restart at a time.
 */
import { readFileSync } from "node:fs";
import { parseDuration } from "./domain/duration.ts";
import { type Problem, throwIfAny } from "./domain/errors.ts";
import { nearestName } from "./domain/nearest-name.ts";
import { type Address, isLoopback, isSecureOrLocal, parseAddress } from "./http/address.ts";
import { parseTrustedProxies, type TrustedProxies } from "./http/client-address.ts";
import { databaseUrlForm, parseDatabaseUrl } from "./store/postgres/postgres-address.ts";

export interface Settings {
  readonly listen: Address;
  readonly configListen: Address;
  readonly maintenanceListen: Address;
  readonly adminListen: Address;
  readonly data: string;
  /** Null: the embedded store of `data`. A secret: there is a password in it. */
  readonly databaseUrl: string | null;
  /** Milliseconds. */
  readonly databasePoll: number;
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
  readonly url: string | null;
  readonly token: string | null;
  /** Milliseconds. */
  readonly logRetention: number;
  readonly logLevel: LogLevel;
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
const proxies: Form<TrustedProxies> = {
  expected: "addresses and networks, separated by commas, such as 127.0.0.1,10.0.0.0/8",
  parse: parseTrustedProxies,
};
const issuer: Form<string> = {
  expected: "an https:// address without a query (http:// of this machine alone)",
  parse: parseIssuer,
};
const label: Form<string> = {
  expected: "1 to 60 characters on one line",
  parse: (text) =>
    text.trim() !== "" && text.length <= 60 && text.isWellFormed() && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text) ? text : null,
};
const logLevel = oneOf(logLevels);
const retention: Form<number> = {
  expected: "a time span of a day or more, such as P400D",
  parse: (text) => {
    const ms = parseDuration(text);
    return ms !== null && ms >= 86_400_000 ? ms : null;
  },
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
    otherwise: "`DRAWBRIDGE_LISTEN` if only this machine can reach that, else `127.0.0.1:8081`",
    meaning: "Where the admin API is served: never public by accident.",
  },
  data: {
    name: "DRAWBRIDGE_DATA",
    form: directory,
    default: "./data",
    meaning: "The directory of the embedded store. One process at a time holds it.",
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
      "The proxies before the admin API whose X-Forwarded-For is believed. Attempts to sign in are counted by address: without this, everybody behind a proxy is one.",
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
  url: {
    name: "DRAWBRIDGE_URL",
    form: origin,
    default: null,
    otherwise: "the server of this machine",
    meaning: "Of the command line: the server that commands talk to.",
  },
  token: {
    name: "DRAWBRIDGE_TOKEN",
    form: secret(1, 512),
    default: null,
    otherwise: "`admin-token` in the data directory",
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
} as const satisfies { readonly [K in keyof Settings]: Setting<NonNullable<Settings[K]>> };

const names: readonly string[] = Object.values(settings).map(({ name }) => name);
const known = names.flatMap((name) => [name, `${name}_FILE`]);

/**
 * Reads the settings from `env`, and from the files that NAME_FILE names.
 * Throws `invalid` with every problem: unknown names, what cannot be read, what is not in its form.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, readFile: (path: string) => string): Settings {
  const problems: Problem[] = [...unknownNames(env), ...incompleteProvider(env)];
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
  const values: Settings = {
    listen,
    configListen: read(settings.configListen) ?? listen,
    maintenanceListen: read(settings.maintenanceListen) ?? listen,
    adminListen: read(settings.adminListen) ?? (isLoopback(listen) ? listen : { host: "127.0.0.1", port: 8081 }),
    data: read(settings.data) ?? "",
    databaseUrl: read(settings.databaseUrl),
    databasePoll: read(settings.databasePoll) ?? 0,
    adminToken: read(settings.adminToken),
    publicUrl: read(settings.publicUrl),
    trustedProxies: read(settings.trustedProxies) ?? [],
    oidcIssuer: read(settings.oidcIssuer),
    oidcClientId: read(settings.oidcClientId),
    oidcClientSecret: read(settings.oidcClientSecret),
    oidcName: read(settings.oidcName),
    oidcPeople: read(settings.oidcPeople) ?? "invited",
    url: read(settings.url),
    token: read(settings.token),
    logRetention: read(settings.logRetention) ?? 0,
    logLevel: read(settings.logLevel) ?? "info",
  };
  throwIfAny(problems, "The environment");
  return values;
}

/** Stands for an address that is reported as a problem. */
const nowhere: Address = { host: "127.0.0.1", port: 0 };

/** The settings of this process. */
export function settingsFromProcess(): Settings {
  return readSettings(process.env, (path) => readFileSync(path, "utf8"));
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

/** OpenID Connect Discovery §3: https, without a query or a fragment. What is said to it must stay between the two. */
function parseIssuer(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || !isSecureOrLocal(url) || /[?#]/.test(text)) return null;
  return url.username === "" && url.password === "" ? text : null;
}
