import assert from "node:assert/strict";
import { test } from "node:test";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { readSettings, settings } from "./settings.ts";

const noFile = (path: string): string => assert.fail(`read ${path}`);

function problemsOf(env: Record<string, string>, readFile = noFile, platform?: string): Record<string, string> {
  try {
    readSettings(env, readFile, undefined, platform);
  } catch (error) {
    assert.ok(error instanceof DrawbridgeError && error.code === "invalid");
    return Object.fromEntries(error.problems.map(({ path, message }) => [path, message]));
  }
  return {};
}

const here = { host: "127.0.0.1", port: 8080 };
const database = "postgres://drawbridge:secret@db.example/drawbridge?sslmode=verify-full";

/** A text, its value, and the value if nothing is set. */
const each: Readonly<Record<keyof typeof settings, readonly [text: string, value: unknown, otherwise: unknown]>> = {
  listen: ["127.0.0.1:1001", { host: "127.0.0.1", port: 1001 }, here],
  adminListen: [":1004", { host: "", port: 1004 }, here],
  metricsListen: [":1007", { host: "", port: 1007 }, here],
  sharedPort: ["1", true, false],
  edgeListen: [":1006", { host: "", port: 1006 }, here],
  data: ["/var/lib/drawbridge", "/var/lib/drawbridge", "./data"],
  databaseUrl: [database, database, null],
  objects: ["s3://drawbridge-prod/eu", "s3://drawbridge-prod/eu", null],
  objectsKey: ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", Buffer.from(Array.from({ length: 32 }, (_, i) => i)), null],
  adminToken: ["admin-token-admin-token-admin-token", "admin-token-admin-token-admin-token", null],
  publicUrl: ["https://drawbridge.example/", "https://drawbridge.example", null],
  trustedProxies: ["127.0.0.1, 10.0.0.0/8", ["127.0.0.1", "10.0.0.0/8"], []],
  webhookAllow: ["fd00::/8", ["fd00::/8"], []],
  oidcIssuer: ["https://id.example/realms/acme", "https://id.example/realms/acme", null],
  oidcClientId: ["drawbridge", "drawbridge", null],
  oidcClientSecret: ["client-secret", "client-secret", null],
  oidcPeople: ["anyone", "anyone", "invited"],
  edgeOrigin: ["https://origin.example/", "https://origin.example", null],
  edgeToken: ["edge-token", "edge-token", null],
  keyLimit: ["1000/PT1H", { count: 1_000, period: 3_600_000 }, "none"],
  stopDelay: ["PT5S", 5_000, 0],
  metricsToken: ["metrics-token-metrics-token-metrics", "metrics-token-metrics-token-metrics", null],
  tzdata: ["/usr/share/zoneinfo", "/usr/share/zoneinfo", null],
  url: ["http://127.0.0.1:1005", "http://127.0.0.1:1005", null],
  token: ["command-line-token", "command-line-token", null],
  project: ["acme-shop", "acme-shop", null],
  logLevel: ["trace", "trace", "info"],
  logAddresses: ["off", false, true],
};
const members = Object.keys(settings) as (keyof typeof settings)[];

test("with nothing set, every setting has its default", () => {
  const expected = Object.fromEntries(members.map((member) => [member, each[member][2]]));
  assert.deepEqual(readSettings({ PATH: "/bin", HOME: "/" }, noFile), { ...expected, isDataNamed: false });
});

test("every setting is read from its own name and from no other", () => {
  const env = Object.fromEntries(members.map((member) => [settings[member].name, each[member][0]]));
  const expected = { ...Object.fromEntries(members.map((member) => [member, each[member][1]])), isDataNamed: true };
  assert.deepEqual(readSettings(env, noFile), expected);
  const byFile = Object.fromEntries(Object.keys(env).map((name) => [`${name}_FILE`, name]));
  assert.deepEqual(
    readSettings(byFile, (name) => `${env[name]}\n`),
    expected,
  );
});

test("the admin API is not public by accident", () => {
  for (const [listen, admin] of [
    ["127.0.0.1:8080", { host: "127.0.0.1", port: 8080 }],
    ["127.3.2.1:80", { host: "127.3.2.1", port: 80 }],
    ["[::1]:80", { host: "::1", port: 80 }],
    ["localhost:80", { host: "localhost", port: 80 }],
    ["0.0.0.0:80", { host: "127.0.0.1", port: 8081 }],
    [":80", { host: "127.0.0.1", port: 8081 }],
    ["[::]:80", { host: "127.0.0.1", port: 8081 }],
    ["192.0.2.7:80", { host: "127.0.0.1", port: 8081 }],
    ["127.example:80", { host: "127.0.0.1", port: 8081 }],
  ] as const)
    assert.deepEqual(readSettings({ DRAWBRIDGE_LISTEN: listen }, noFile).adminListen, admin, listen);
});

test("edges are served where the admin API is, and an origin is on https or on this machine", () => {
  assert.deepEqual(readSettings({ DRAWBRIDGE_ADMIN_LISTEN: ":1004" }, noFile).edgeListen, { host: "", port: 1004 });
  for (const origin of ["https://origin.example", "http://127.0.0.1:8081", "http://[::1]:8081", "http://localhost:1"])
    assert.equal(readSettings({ DRAWBRIDGE_EDGE_ORIGIN: origin }, noFile).edgeOrigin, origin);
  for (const origin of ["http://origin.example", "https://origin.example/path", "https://a:b@origin.example", "origin.example"])
    assert.throws(() => readSettings({ DRAWBRIDGE_EDGE_ORIGIN: origin }, noFile), /1 problem/);
});

test("one line end of a file or a variable is trimmed, and no more", () => {
  const ofFile = (text: string) => readSettings({ DRAWBRIDGE_DATA_FILE: "f" }, () => text).data;
  const ofVariable = (text: string) => readSettings({ DRAWBRIDGE_DATA: text }, noFile).data;
  for (const read of [ofFile, ofVariable])
    assert.deepEqual(["/d\n", "/d\r\n", "/d", " /d \n", "/d\n\n"].map(read), ["/d", "/d", "/d", " /d ", "/d\n"]);
});

test("a caller can have unknown names told apart from problems", () => {
  const told: string[] = [];
  const env = { DRAWBRIDGE_PORT_8080_TCP: "tcp://10.0.0.1:8080", DRAWBRIDGE_ULR: "https://drawbridge.example", HOME: "/" };
  const read = readSettings(env, noFile, (unknown) => told.push(...unknown.map(({ path, message }) => `${path} ${message}`)));
  assert.equal(read.url, null);
  assert.equal(told.length, 2);
  assert.match(told[1] ?? "", /^DRAWBRIDGE_ULR .* DRAWBRIDGE_URL\?$/);
  assert.deepEqual(Object.keys(problemsOf(env)), ["DRAWBRIDGE_PORT_8080_TCP", "DRAWBRIDGE_ULR"]);
  assert.throws(() => readSettings({ ...env, DRAWBRIDGE_URL: "nowhere" }, noFile, () => undefined), /1 problem/);
});

test("all problems are reported together, each under the name of its setting", () => {
  const problems = problemsOf(
    {
      DRAWBRIDGE_LISTEN: "8080",
      DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:65536",
      DRAWBRIDGE_DATA: "",
      DRAWBRIDGE_DATA_FILE: "/run/data",
      DRAWBRIDGE_ADMIN_TOKEN_FILE: "/run/none",
      DRAWBRIDGE_PUBLIC_URL: "https://drawbridge.example/console",
      DRAWBRIDGE_LOG_LEVEL_FILE: "/run/level",
      DRAWBRIDGE_STOP_DELAY: "PT20M",
      DRAWBRIDGE_LISTN: "127.0.0.1:1",
      DRAWBRIDGE_LOGLEVEL: "info",
      DRAWBRIDGE_WORKERS: "4",
      DRAWBRIDGE_ADMIN_TOKENFILE: "x",
    },
    (path) => {
      if (path === "/run/level") return "loud\n";
      throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    },
  );
  const address = "must be host:port, [IPv6]:port or :port (every address), with a port of 0 (any free one) to 65535";
  assert.deepEqual(problems, {
    DRAWBRIDGE_ADMIN_TOKENFILE: "is not a setting. Did you mean DRAWBRIDGE_ADMIN_TOKEN_FILE?",
    DRAWBRIDGE_WORKERS: "is not a setting. To list them: drawbridge help environment",
    DRAWBRIDGE_LISTN: "is not a setting. Did you mean DRAWBRIDGE_LISTEN?",
    DRAWBRIDGE_LOGLEVEL: "is not a setting. Did you mean DRAWBRIDGE_LOG_LEVEL?",
    DRAWBRIDGE_LISTEN: `${address}, not "8080"`,
    DRAWBRIDGE_ADMIN_LISTEN: `${address}, not "127.0.0.1:65536"`,
    DRAWBRIDGE_DATA: "is set together with DRAWBRIDGE_DATA_FILE: set only one of them",
    DRAWBRIDGE_STOP_DELAY: 'must be a duration of at most ten minutes, such as 5s, not "PT20M"',
    DRAWBRIDGE_ADMIN_TOKEN_FILE: 'must be a readable file, not "/run/none" (ENOENT)',
    DRAWBRIDGE_PUBLIC_URL: 'must be an http:// or https:// address without a path, not "https://drawbridge.example/console"',
    DRAWBRIDGE_LOG_LEVEL_FILE: 'must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
  });
});

test("an empty value is a mistake, not an unset one", () =>
  assert.deepEqual(Object.keys(problemsOf({ DRAWBRIDGE_ADMIN_TOKEN: "", DRAWBRIDGE_URL: "" })), [
    "DRAWBRIDGE_ADMIN_TOKEN",
    "DRAWBRIDGE_URL",
  ]));

test("a token that is refused is not repeated", () => {
  const problems = problemsOf({ DRAWBRIDGE_ADMIN_TOKEN: "hunter2-hunter2", DRAWBRIDGE_TOKEN: "hunter2 \n" });
  assert.deepEqual(Object.keys(problems), ["DRAWBRIDGE_ADMIN_TOKEN", "DRAWBRIDGE_TOKEN"]);
  assert.doesNotMatch(JSON.stringify(problems), /hunter2/);
});

test("an admin token has 32 to 128 printable ASCII characters: what the admin API takes", () => {
  const valid = (text: string) => Object.keys(problemsOf({ DRAWBRIDGE_ADMIN_TOKEN: text })).length === 0;
  assert.deepEqual(
    [
      valid("a".repeat(31)),
      valid("~".repeat(32)),
      valid("~".repeat(128)),
      valid("~".repeat(129)),
      valid(`${"a".repeat(32)} b`),
      valid("ä".repeat(32)),
    ],
    [false, true, true, false, false, false],
  );
});

test("an issuer is on https, or on this machine", () => {
  const valid = (text: string) => {
    const problems = problemsOf({ DRAWBRIDGE_OIDC_ISSUER: text, DRAWBRIDGE_OIDC_CLIENT_ID: "drawbridge" });
    return Object.keys(problems).length === 0;
  };
  for (const text of ["https://id.example/a/", "http://localhost:9000", "http://127.0.0.1:9000", "http://[::1]:9"])
    assert.ok(valid(text), text);
  const others = "http://id.example http://127.0.0.1.example https://id.example/? https://me:secret@id.example ldap://id.example";
  for (const text of [...others.split(" "), "id.example"]) assert.ok(!valid(text), text);
});

test("a provider's missing settings, and settings without a provider, are reported with all other problems", () => {
  assert.deepEqual(problemsOf({ DRAWBRIDGE_OIDC_ISSUER: "https://id.example", DRAWBRIDGE_LOG_LEVEL: "loud" }), {
    DRAWBRIDGE_OIDC_CLIENT_ID: "is required with DRAWBRIDGE_OIDC_ISSUER",
    DRAWBRIDGE_LOG_LEVEL: 'must be one of fatal, error, warn, info, debug, trace, silent, not "loud"',
  });
  const useless = "has no effect without DRAWBRIDGE_OIDC_ISSUER";
  const alone = {
    DRAWBRIDGE_OIDC_CLIENT_ID: "drawbridge",
    DRAWBRIDGE_OIDC_CLIENT_SECRET_FILE: "/run/secret",
    DRAWBRIDGE_OIDC_PEOPLE: "anyone",
  };
  const actual = problemsOf(alone, () => "client-secret\n");
  assert.deepEqual(actual, {
    DRAWBRIDGE_OIDC_CLIENT_ID: useless,
    DRAWBRIDGE_OIDC_CLIENT_SECRET: useless,
    DRAWBRIDGE_OIDC_PEOPLE: useless,
  });
});

test("any environment gives settings or one error that lists its problems", () => {
  const name = fc.constantFrom(
    ...Object.values(settings).flatMap((setting) => [setting.name, `${setting.name}_FILE`]),
    "DRAWBRIDGE_",
    "OTHER",
  );
  forAll([fc.dictionary(name, fc.string({ unit: "binary", maxLength: 30 }))], (env) => {
    problemsOf(env, (path) => path);
  });
});

test("processes that share a port each have another address for the admin API, metrics and edges", () => {
  const shared = { DRAWBRIDGE_SHARED_PORT: "1", DRAWBRIDGE_LISTEN: "127.0.0.1:90" };
  const found = (env: Record<string, string>, platform = "linux") => problemsOf({ ...shared, ...env }, noFile, platform);
  assert.match(found({}).DRAWBRIDGE_ADMIN_LISTEN ?? "", /is required with DRAWBRIDGE_SHARED_PORT: .* would reach any/);
  const own = { DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:91" };
  assert.deepEqual(found(own), {});
  for (const name of ["DRAWBRIDGE_ADMIN_LISTEN", "DRAWBRIDGE_METRICS_LISTEN", "DRAWBRIDGE_EDGE_LISTEN"])
    assert.deepEqual(Object.keys(found({ ...own, DRAWBRIDGE_LISTEN: "[::1]:92", [name]: "[::1]:92" })), [name], name);
  // Any free port is another one each time.
  assert.deepEqual(found({ DRAWBRIDGE_LISTEN: "127.0.0.1:0", DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.1:0" }), {});
  for (const platform of ["darwin", "win32"])
    assert.match(found(own, platform).DRAWBRIDGE_SHARED_PORT ?? "", /^requires Linux/, platform);
  assert.deepEqual(found({ DRAWBRIDGE_SHARED_PORT: "0" }, "win32"), {});
  assert.match(found({ DRAWBRIDGE_SHARED_PORT: "yes" }).DRAWBRIDGE_SHARED_PORT ?? "", /must be 1 or 0, not "yes"/);
});
