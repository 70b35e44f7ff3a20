import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../test/for-all.ts";
import { databaseUrlProblem, describeDatabase, parseDatabaseUrl } from "./postgres-url.ts";

const plain = {
  hosts: [{ host: "db.example", port: 5432 }],
  target: "any",
  channelBinding: "disable",
  connectTimeout: 4_000,
  user: "drawbridge",
  password: "p",
  database: "app",
  tls: null,
  applicationName: "drawbridge",
};

test("a URL of a database is taken apart, and what is encoded in it is decoded", () => {
  const tls = { mode: "verify-full", rootCertificate: "/run/ca.pem", certificate: null, key: null };
  const cases: [string, object][] = [
    ["postgres://drawbridge:p@db.example/app", plain],
    ["postgresql://drawbridge:p@db.example:6432/app", { ...plain, hosts: [{ host: "db.example", port: 6432 }] }],
    [
      "postgres://a%40b:p%2F%3A%20%25@[::1]:1/a%2Bb",
      { ...plain, user: "a@b", password: "p/: %", hosts: [{ host: "::1", port: 1 }], database: "a+b" },
    ],
    ["postgres://drawbridge@db.example/app?sslmode=disable", { ...plain, password: null }],
    [
      "postgres://drawbridge:p@%2Frun%2Fpostgresql/app?application_name=node%201",
      { ...plain, hosts: [{ host: "/run/postgresql", port: 5432 }], applicationName: "node 1" },
    ],
    ["postgres://drawbridge:p@db.example/app?sslmode=verify-full&sslrootcert=/run/ca.pem", { ...plain, tls }],
    [
      "postgres://drawbridge:p@db.example/app?sslmode=verify-full&sslrootcert=system",
      { ...plain, tls: { ...tls, rootCertificate: null } },
    ],
  ];
  for (const [text, expected] of cases) assert.deepEqual(parseDatabaseUrl(text), expected, text);
  const several = "postgres://drawbridge:p@one:1,[::2]:2,%2Frun,four/app?target_session_attrs=read-write&connect_timeout=10";
  assert.deepEqual(parseDatabaseUrl(several), {
    ...plain,
    hosts: [
      { host: "one", port: 1 },
      { host: "::2", port: 2 },
      { host: "/run", port: 5432 },
      { host: "four", port: 5432 },
    ],
    target: "read-write",
    connectTimeout: 10_000,
  });
  const neon = parseDatabaseUrl("postgresql://drawbridge:p@db.example/app?sslmode=require&channel_binding=require");
  assert.deepEqual(neon, { ...plain, tls: { ...tls, mode: "require", rootCertificate: null }, channelBinding: "require" });
});

const wrong: readonly (readonly [text: string, reason: RegExp])[] = [
  ["mysql://u@db/app", /^does not begin with postgres:\/\/ or postgresql:\/\/\./],
  ["jdbc:postgresql://u@db/app", /^begins with jdbc:, which is Java's form: remove it/],
  ['"postgres://u@db/app"', /^has quotes around it: remove them\./],
  ["postgres://db", /^names no user: .*; names no database: write \/database after the host\./],
  ["postgres://u@db", /^names no database/],
  ["postgres://db/app?application_name=a@b", /^names no user/],
  ["postgres://u@/app", /^names no host\./],
  ["postgres://u@db/app/", /^has a \/ after the database: remove it\./],
  ["postgres://u@db/app/more", /^has a \/ in the name of the database/],
  ["postgres://u@db:99999/app", /^has a port that is no number from 1 to 65535/],
  ["postgres://u@db:x,db:5432/app", /^has a port/],
  ["postgres://u:hunter2#x@db/app", /^has a # in the user or the password: write it as %23\./],
  ["postgres://u:hunter2/x@db/app", /^has a \/ in the user or the password: write it as %2F\./],
  ["postgres://u:hunter2?x@db/app", /^has a \? in the user or the password: write it as %3F\./],
  ["postgres://u:hunter2@x@db/app", /^has a @ in the user or the password: write it as %40\./],
  ["postgres://u:hunter2#/@x@db/app", /has a \/ in .*; has a # in .*; has a @ in the user or the password/],
  ["postgres://u:hunter2%zz@db/app", /^has a % in the password .*: write it as %25\./],
  ["postgres://u:hunter2%00@db/app", /^has %00 in the password/],
  ["postgres://u@db/app#x", /^has a # after the host/],
  [
    "postgres://u@db/app?sslmode=prefer",
    /^has sslmode=prefer, which is not supported .*: use disable, require, verify-ca or verify-full\./,
  ],
  ["postgres://u@db/app?sslmode=no-verify", /^has sslmode=no-verify, .*require does not verify the certificate either/],
  ["postgres://u@db/app?sslmode=Require", /^has an unknown sslmode: use disable, require/],
  ["postgres://u@db/app?ssl=true", /^has the unknown parameter ssl: remove it\./],
  ["postgres://u@db/app?sslrootcert=/run/ca.pem", /^has a certificate without TLS: add sslmode=verify-full/],
  ["postgres://u@db/app?sslmode=require&sslcert=/run/c.pem", /^has sslcert or sslkey without the other/],
  [
    "postgres://u@db/app?options=-c%20fsync=off&pgbouncer=true",
    /unknown parameter options: .*; has the unknown parameter pgbouncer: /,
  ],
  ["postgres://u@db/app?channel_binding=require", /^has channel_binding=require without TLS: add sslmode=require/],
  ["postgres://u@db/app?channel_binding=on", /^has an unsupported channel_binding: use disable, prefer or require\./],
  ["postgres://u@db/app?connect_timeout=0", /^has a connect_timeout that is no whole number of seconds from 1 to 60/],
  [
    "postgres://u@a,b/app?target_session_attrs=standby",
    /^has an unsupported target_session_attrs: use any, read-write or primary\./,
  ],
  ["postgres://u@db/app?sslmode=require&sslmode=disable", /^has sslmode twice: keep one/],
  ["", /^does not begin with postgres:/],
];

test("each wrong part is named, all of them together, with the accepted form and without anything secret", () => {
  for (const [text, reason] of wrong) {
    assert.equal(parseDatabaseUrl(text), null, text);
    const problem = databaseUrlProblem(text);
    assert.match(problem, reason, text);
    assert.match(problem, /\. Expected postgres:\/\/user:password@host:port\/database, with several hosts/);
    assert.ok(!problem.includes("hunter2"), problem);
  }
});

test("no URL makes the parser throw, and its problems repeat no part of it but names of parameters", () => {
  const part = fc.oneof(fc.string({ unit: "binary", maxLength: 8 }), fc.constantFrom(..."/?#@:%,[]&=".split(""), "%41", "5432"));
  const secret = fc.constantFrom("s3cretW0rd", "Zq9zQ");
  forAll([fc.array(part, { maxLength: 12 }), secret, fc.nat(12)], 1_000, (parts, word, at) => {
    const text = `postgres://${[...parts.slice(0, at), word, ...parts.slice(at)].join("")}`;
    const problem = databaseUrlProblem(text);
    assert.equal(parseDatabaseUrl(text) === null, problem !== "");
    assert.ok(!problem.includes(word), problem);
  });
});

test("a place is named without what opens it", () => {
  const placeIn = (text: string) => describeDatabase(parseDatabaseUrl(text) ?? assert.fail(text));
  assert.equal(placeIn("postgres://u:secret@db.example:6432/app"), "The database app on db.example:6432");
  assert.equal(placeIn("postgres://u:secret@[::1]/app"), "The database app on [::1]:5432");
  assert.equal(placeIn("postgres://u:secret@a,b:1/app"), "The database app on a:5432 or b:1");
  assert.equal(placeIn("postgres://u:secret@%2Frun%2Fpostgresql/app"), "The database app on /run/postgresql");
});
