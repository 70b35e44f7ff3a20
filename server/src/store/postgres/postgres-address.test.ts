import assert from "node:assert/strict";
import { test } from "node:test";
import { describeDatabase, parseDatabaseUrl } from "./postgres-address.ts";

const plain = {
  host: "db.example",
  port: 5432,
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
    ["postgresql://drawbridge:p@db.example:6432/app", { ...plain, port: 6432 }],
    [
      "postgres://a%40b:p%2F%3A%20%25@[::1]:1/a%2Bb",
      { ...plain, user: "a@b", password: "p/: %", host: "::1", port: 1, database: "a+b" },
    ],
    ["postgres://drawbridge@db.example/app?sslmode=disable", { ...plain, password: null }],
    [
      "postgres://drawbridge:p@%2Frun%2Fpostgresql/app?application_name=node%201",
      { ...plain, host: "/run/postgresql", applicationName: "node 1" },
    ],
    ["postgres://drawbridge:p@db.example/app?sslmode=verify-full&sslrootcert=/run/ca.pem", { ...plain, tls }],
    [
      "postgres://drawbridge:p@db.example/app?sslmode=verify-full&sslrootcert=system",
      { ...plain, tls: { ...tls, rootCertificate: null } },
    ],
  ];
  for (const [text, expected] of cases) assert.deepEqual(parseDatabaseUrl(text), expected, text);
});

test("a text that is no such URL, or contains a parameter that would be ignored, is refused", () => {
  for (const text of [
    "mysql://u@db/app",
    "postgres://db",
    "postgres://u@db",
    "postgres://u@db/",
    "postgres://db/app",
    "postgres://u@/app",
    "postgres://u@db/app/more",
    "postgres://u@db:99999/app",
    "postgres://u:%zz@db/app",
    "postgres://u:%00@db/app",
    "postgres://u@db/app#x",
    "postgres://u@db/app?sslmode=prefer",
    "postgres://u@db/app?sslmode=Require",
    "postgres://u@db/app?ssl=true",
    "postgres://u@db/app?sslrootcert=/run/ca.pem",
    "postgres://u@db/app?sslmode=require&sslcert=/run/c.pem",
    "postgres://u@db/app?options=-c%20fsync=off",
    "host=db user=u",
  ])
    assert.equal(parseDatabaseUrl(text), null, text);
});

test("a place is named without what opens it", () => {
  const placeIn = (text: string) => describeDatabase(parseDatabaseUrl(text) ?? assert.fail(text));
  assert.equal(placeIn("postgres://u:secret@db.example:6432/app"), "The database app on db.example:6432");
  assert.equal(placeIn("postgres://u:secret@[::1]/app"), "The database app on [::1]:5432");
  assert.equal(placeIn("postgres://u:secret@%2Frun%2Fpostgresql/app"), "The database app on /run/postgresql");
});
