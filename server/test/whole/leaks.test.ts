/** Every route is called by many requesters, correctly and wrongly; answers, the log at trace and the log of the store are searched. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { hashCredential } from "../../src/base/hash.ts";
import { openLog } from "../../src/base/log.ts";
import { readSettings } from "../../src/base/settings.ts";
import type { RunningServer } from "../../src/start/running-server.ts";
import { startServer } from "../../src/start/server.ts";
import { openSqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/store/store.ts";
import { credentialNamed, noon, ours } from "../permission-names.ts";
import { fillStore, openLink, password, people, sessionOf } from "../permission-world.ts";
import { exchange } from "../raw-socket.ts";
import { exampleRequest, routeExamples } from "../route-examples.ts";
import { runSeed } from "../run-seed.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directory = temporaryDirectories()();
const environment = "of-the-environment-0123456789abcdef";
const settings = readSettings(
  { DRAWBRIDGE_DATA: directory, DRAWBRIDGE_LISTEN: "127.0.0.1:0", DRAWBRIDGE_ADMIN_TOKEN: environment },
  () => "",
);

/** Everything that any client received or could read. */
const seen: { readonly where: string; readonly text: string }[] = [];
/** Texts that were made on the way, each with the answer that made it. */
const made = new Map<string, string>();
/** Secrets from before: their holders know them, and the program must not reveal them. */
const held = new Map<string, string>([
  ["the environment's token", environment],
  ["a password", password],
  ["a new password", "another one than every one of them has"],
  ["a wrong password", "an unknown password"],
  ["a link", openLink],
  ...people.map((id): [string, string] => [`the session of ${id}`, sessionOf(id).id]),
  ...["t_administrator", "t_everything", "t_ours", "t_ours_owner", "t_ours_viewer", "t_ours_revoked", "t_theirs_owner"].map(
    (id): [string, string] => [id, credentialNamed("dba_", id)],
  ),
  ...["ours", "theirs"].map((project): [string, string] => [`key of ${project}`, credentialNamed("dbr_", `k_${project}`)]),
  ...["ours", "theirs"].map((project): [string, string] => [`feed of ${project}`, credentialNamed("dbf_", `f_${project}`)]),
]);
const passwordHashes = new Set<string>();

let server: RunningServer;

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openSqliteStore({ directory });
  try {
    await work(store);
    for (const id of people) passwordHashes.add((await store.accounts.password(id)) ?? "");
  } finally {
    await store.close();
  }
}

before(async () => {
  await withStore(fillStore);
  const log = openLog("trace", { write: (line) => void seen.push({ where: "the log", text: line }) });
  server = await startServer(settings, { demo: false, log, version: "test", now: () => noon });
  seen.push({ where: "the banner", text: server.banner.join("\n") });
});

after(() => server.stop());

async function send(where: string, method: string, path: string, init: RequestInit): Promise<void> {
  const response = await fetch(server.urls.admin + path, { method, redirect: "manual", ...init });
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  const text = `${response.status}\n${headers.join("\n")}\n${await response.text()}`;
  seen.push({ where, text });
  for (const [secret] of text.matchAll(/\b(?:dba|dbr|dbf|dbl)_[0-9A-Za-z]{36}\b/g)) made.set(secret, where);
  const session = /^set-cookie: drawbridge=([\w-]{43});/m.exec(text)?.[1];
  if (session) made.set(session, where);
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const signedIn = (id: string) => ({
  cookie: `drawbridge=${sessionOf(id).id}`,
  origin: server.urls.admin,
  "sec-fetch-site": "same-origin",
});

/** Reads first and deletions last; requesters who are signed out or erased on the way are refused from then on. */
const order = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const last = ["sessions/end", "session/password", "disable", "erase", "sign-out", "redeem"];

function rank(route: string): number {
  const isLast = last.some((end) => route.endsWith(end)) || route === "DELETE /admin/v1/session";
  return order.indexOf(route.split(" ")[0] ?? "") + (isLast ? order.length : 0);
}

async function askEverything(): Promise<void> {
  const asking: [string, () => Record<string, string>][] = [
    ["an administrator's token", () => bearer(credentialNamed("dba_", "t_administrator"))],
    ["the environment's token", () => bearer(environment)],
    ["an owner", () => signedIn("u_ours_owner")],
    ["a viewer's token", () => bearer(credentialNamed("dba_", "t_ours_viewer"))],
    ["a revoked token", () => bearer(credentialNamed("dba_", "t_ours_revoked"))],
    ["a person without a role", () => signedIn("u_stray")],
    ["no credential", () => ({})],
  ];
  // Both administrators, and one of the others at each route: the seeds of runs get to all.
  const isAsking = (place: number, route: number) => place < 2 || place - 2 === (route + runSeed) % (asking.length - 2);
  for (const [index, route] of Object.keys(routeExamples)
    .sort((a, b) => rank(a) - rank(b))
    .entries()) {
    const { method, path, body, headers } = exampleRequest(route, ours);
    for (const [who, credentials] of asking.filter((_, place) => isAsking(place, index))) {
      const init = { headers: { ...headers, ...credentials() }, ...(body === undefined ? {} : { body }) };
      await send(`${route} by ${who}`, method, path, init);
    }
  }
}

/** Where people put a secret by mistake; and what is not even read as a request. */
async function askWrongly(): Promise<void> {
  const json = { "content-type": "application/json" };
  // One of each kind: the forms are the same.
  const kinds = new Map([...held.values()].map((secret) => [secret.slice(0, 4), secret]));
  for (const secret of kinds.values()) {
    const wrong = { headers: bearer(`${secret}x`) };
    await send("a token with a letter too much", "GET", "/admin/v1/status", wrong);
    await send("a secret in the query", "GET", `/admin/v1/status?token=${encodeURIComponent(secret)}`, {
      headers: bearer(environment),
    });
    await send("a secret in the path", "GET", `/admin/v1/people/${encodeURIComponent(secret)}`, { headers: bearer(environment) });
    await send("a secret for a cookie", "GET", "/admin/v1/session", { headers: { cookie: `drawbridge=${secret}` } });
    await send("a secret for a key", "GET", "/api/v1/config?platform=ios&current_version=1.0", {
      headers: { "x-api-key": `${secret}x` },
    });
    await send("a secret for a version", "GET", `/api/v1/config?platform=${encodeURIComponent(secret)}`, {
      headers: { "x-api-key": secret },
    });
    await send("a secret for a feed", "GET", `/feeds/${encodeURIComponent(secret)}x/calendar.ics`, {});
    for (const body of [
      `{"login":"u_stray@test.example","password":"${secret}"}`,
      `{"password":"${secret}" oops`,
      `"${secret}"`,
    ]) {
      await send("a sign-in that is wrong", "POST", "/admin/v1/session", { headers: json, body });
      await send("a redemption that is wrong", "POST", "/admin/v1/account-links/redeem", { headers: json, body });
      await send("a token that is wrong", "POST", "/admin/v1/tokens", { headers: { ...json, ...bearer(environment) }, body });
    }
    const { responses } = await exchange(
      Number(new URL(server.urls.admin).port),
      `GET /admin/v1/status HTTP/1.1\r\nHost: a\r\nHost: b\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
    );
    for (const { head, body } of responses) seen.push({ where: "a request that is none", text: `${head}\n${body}` });
  }
}

test("a secret is in the answer that made it, and nowhere else", async () => {
  await askEverything();
  const kinds = new Set([...made.keys()].map((text) => text.slice(0, 4)).filter((start) => /^db._$/.test(start)));
  assert.deepEqual([...kinds].sort(), ["dba_", "dbf_", "dbl_", "dbr_"], "one of each kind was made");
  assert.ok(
    [...made.keys()].some((text) => /^[\w-]{43}$/.test(text)),
    "and a session",
  );
  await askWrongly();
  await server.stop();
  for (const [name, secret] of held) {
    const at = seen.filter(({ text }) => text.includes(secret)).map(({ where }) => where);
    assert.deepEqual([...new Set(at)], [], name);
  }
  for (const [secret, maker] of made) {
    const at = seen.filter(({ text }) => text.includes(secret)).map(({ where }) => where);
    assert.deepEqual(at, [maker]);
  }
});

/** A backup is all that is kept, for who may do everything: of the secrets themselves there is nothing in it either. */
const backups = ["an administrator's token", "the environment's token"].map((who) => `POST /admin/v1/backup by ${who}`);

test("the stored form of a secret is in no answer but a backup, and in no log; the log of the store has neither", async () => {
  let log = "";
  await withStore(async (store) => {
    const commits = await Promise.all(["", "ours", "theirs"].map((project) => store.history(project, { limit: 200 })));
    log = JSON.stringify([commits, await store.rows()]);
  });
  passwordHashes.delete("");
  assert.ok(passwordHashes.size > 0);
  for (const secret of [...held.values(), ...made.keys(), ...passwordHashes, "argon2"]) assert.ok(!log.includes(secret));
  const others = seen.filter(({ where }) => !backups.includes(where));
  const hashes = [...held.values(), ...made.keys()].flatMap((secret) => {
    const hex = hashCredential(secret);
    return [hex, Buffer.from(hex, "hex").toString("base64url"), Buffer.from(hex, "hex").toString("base64")];
  });
  for (const kept of [...hashes, ...passwordHashes, "$argon2"]) {
    const at = others.filter(({ text }) => text.includes(kept)).map(({ where }) => where);
    assert.deepEqual(at, []);
  }
  for (const { where, text } of others) assert.doesNotMatch(text, /"hash":"[0-9a-f]{64}"/, where);
  const found = seen.filter(({ text }) => text.includes("SQLite format 3")).map(({ where }) => where);
  assert.deepEqual(found.sort(), backups);
});
