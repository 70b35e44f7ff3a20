/** The calendar as calendar programs get it: over sockets, with nothing but the address that a token has. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { credentialBytes, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import { parseCalendar } from "../feed-of-state.ts";
import { type OpenApiDocument, openApiCheck } from "../openapi-check.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();
const hour = 3_600_000;
const start = Date.parse("2026-11-21T12:00:30.250Z");

const acme = {
  apiVersion: "drawbridge/v1",
  project: "acme",
  name: "Acme",
  instances: { "eu-1": { name: "Acme Europe" }, "us-1": { name: "Acme US" } },
  windows: {
    weekly: { start: "2026-11-22T02:00", zone: "Europe/Rome", duration: "PT2H", repeat: "FREQ=WEEKLY;BYDAY=SU" },
    eu: { instances: ["eu-1"], start: "2026-12-08T02:00", duration: "PT1H" },
    us: { instances: ["us-1"], start: "2026-12-09T02:00", duration: "PT1H" },
  },
};

interface Addresses {
  readonly id: string;
  readonly calendar: string;
}

describe("a feed", () => {
  let program: Program;
  let now = start;
  let check: ReturnType<typeof openApiCheck>;
  before(async () => {
    program = await startProgram({ directory: directories(), now: () => now });
    const base = "/admin/v1/projects";
    const applied = await program.admin("PUT", `${base}/acme/manifest`, acme, { "if-none-match": "*" });
    assert.equal(applied.status, 201, JSON.stringify(applied.body));
    const document = (await (await fetch(`${program.urls.admin}/openapi.json`)).json()) as OpenApiDocument;
    check = openApiCheck(document);
  });
  after(() => program.stop());

  const feed = async (more: object = {}): Promise<Addresses> => {
    const { body } = await program.admin("POST", "/admin/v1/projects/acme/tokens", { kind: "calendar", name: "test", ...more });
    return body as unknown as Addresses;
  };
  /** The answer, after checking it against the OpenAPI document. */
  const ask = async (url: string, { method = "GET", headers = {} as Readonly<Record<string, string>> } = {}) => {
    const response = await fetch(url, { method, headers });
    const body = await response.text();
    check({ method, path: new URL(url).pathname, status: response.status, headers: response.headers, body });
    return { status: response.status, headers: response.headers, body };
  };

  test("the calendar opens by its address alone", async () => {
    const { calendar } = await feed();
    const ics = await ask(calendar);
    assert.equal(ics.status, 200);
    assert.equal(ics.headers.get("content-type"), "text/calendar; charset=utf-8");
    assert.equal(ics.headers.get("cache-control"), "private, max-age=300");
    const { name, events } = parseCalendar(ics.body);
    assert.equal(name, "Acme");
    assert.deepEqual(
      events.slice(0, 2).map(({ uid, start }) => [uid, start]),
      [
        ["weekly/2026-11-22T02:00@acme", Date.parse("2026-11-22T01:00:00Z")],
        ["weekly/2026-11-29T02:00@acme", Date.parse("2026-11-29T01:00:00Z")],
      ],
    );
    assert.ok(events.some(({ uid }) => uid === "us/2026-12-09T02:00@acme"));
  });

  test("a token that is unknown, revoked or expired, or of a deleted instance, gives the same 404", async () => {
    const revoked = await feed();
    await program.admin("POST", `/admin/v1/projects/acme/tokens/${revoked.id}/revoke`);
    const expired = await feed({ expires_at: new Date(start + hour).toISOString() });
    assert.equal((await ask(expired.calendar)).status, 200);
    const instance = "/admin/v1/projects/acme/instances/tmp";
    await program.admin("PUT", instance, { name: "Temporary" }, { "if-none-match": "*" });
    const gone = await feed({ instance: "tmp" });
    const { etag } = await program.admin("GET", instance);
    assert.equal((await program.admin("DELETE", instance, undefined, { "if-match": etag })).status, 200);
    now = start + hour;
    const bytes = new Uint8Array(credentialBytes).fill(9);
    const base = `${program.urls.admin}/feeds`;
    const urls = [
      `${base}/${generateCredential("dbf_", bytes)}/calendar.ics`,
      revoked.calendar,
      expired.calendar,
      gone.calendar,
      `${base}/dbf_x/calendar.ics`,
      `${base}/calendar.ics`,
      base,
      expired.calendar.replace("calendar.ics", "calendar"),
    ];
    const answers = await Promise.all(
      urls.map(async (url) => {
        const response = await fetch(url);
        const names = [...response.headers].filter(([name]) => name !== "date");
        return { status: response.status, headers: names, body: await response.text() };
      }),
    );
    const [unknown] = answers;
    assert.equal(unknown?.status, 404);
    for (const [index, url] of urls.entries()) {
      if (/\.ics$/.test(url)) assert.deepEqual(answers[index], unknown, url);
      else assert.equal(answers[index]?.status, 404, url);
    }
    now = start;
  });

  test("other methods are 405 for any token, and the answers have no CORS headers", async () => {
    const { calendar } = await feed();
    const unknown = `${program.urls.admin}/feeds/${generateCredential("dbf_", new Uint8Array(credentialBytes).fill(9))}/calendar.ics`;
    for (const url of [calendar, unknown]) {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
        const response = await fetch(url, { method });
        assert.deepEqual([response.status, response.headers.get("allow")], [405, "GET, HEAD"]);
        assert.equal(response.headers.has("access-control-allow-origin"), false);
        await response.text();
      }
    }
  });
});

test("feeds are beside the admin API: where apps ask there are none, and they are there again after a restart", async () => {
  const directory = directories();
  const env = { DRAWBRIDGE_ADMIN_LISTEN: "127.0.0.4:0", DRAWBRIDGE_PUBLIC_URL: "https://drawbridge.example" };
  const made = await startProgram({ directory, env });
  await made.admin("PUT", "/admin/v1/projects/acme", { name: "Acme" }, { "if-none-match": "*" });
  const { body } = await made.admin("POST", "/admin/v1/projects/acme/tokens", { kind: "calendar", name: "calendar" });
  assert.match(String(body.calendar), /^https:\/\/drawbridge\.example\/feeds\/dbf_/);
  const { pathname } = new URL(String(body.calendar));
  const tags = async (program: Program) => {
    const answer = await fetch(program.urls.admin + pathname);
    await answer.text();
    assert.equal((await fetch(program.urls.config + pathname)).status, 404);
    return [answer.status, answer.headers.get("etag")];
  };
  const first = await tags(made);
  await made.stop();
  assert.doesNotMatch(readFileSync(join(directory, "drawbridge.db"), "latin1"), new RegExp(String(body.token)));
  await using again = await startProgram({ directory, env });
  assert.deepEqual(await tags(again), first);
  assert.equal(first[0], 200);
});
