import assert from "node:assert/strict";
import { test } from "node:test";
import { compareTexts } from "drawbridge-rules/values/text-order.ts";
import type { InstanceList } from "drawbridge-rules/wire/instance.ts";
import type { ProjectList } from "drawbridge-rules/wire/project.ts";
import type { CreatedReadKey, ReadKeyList } from "drawbridge-rules/wire/read-key.ts";
import { type Page, pageQuerySchema } from "drawbridge-rules/wire/values.ts";
import type { WindowList } from "drawbridge-rules/wire/window.ts";
import fc from "fast-check";
import { acme, adminServer, adminServerWithProject, creating } from "../../../test/admin-server.ts";
import { forAll } from "../../../test/for-all.ts";
import { pluck } from "../../../test/pluck.ts";
import { hasName, paginate, printCursor, readCursor } from "./page.ts";

const id = fc.string({ unit: "binary", maxLength: 4 }).filter((text) => text.isWellFormed());

function walk<T>(all: readonly T[], limit: number, placeOf: (item: T) => readonly (string | number)[], from?: string): T[][] {
  const { items, next } = paginate(all, { limit, ...(from === undefined ? {} : { after: from }) }, placeOf);
  return [[...items], ...(next === null ? [] : walk(all, limit, placeOf, next))];
}

test("pages are full and in order, and entries created or deleted between two neither repeat nor hide the others", () => {
  const created = fc.integer({ min: 0, max: 3 });
  const entries = fc.uniqueArray(fc.tuple(created, id), { selector: ([, text]) => text });
  forAll([entries, entries, fc.integer({ min: 1, max: 4 })], (staying, others, limit) => {
    const kept = new Map(staying.map(([at, text]) => [text, at]));
    const passing = others.filter(([, text]) => !kept.has(text));
    const first = paginate([...staying, ...passing], { limit }, (entry) => entry);
    assert.equal(first.items.length, Math.min(limit, staying.length + passing.length));
    const rest = first.next === null ? [] : walk(staying, limit, (entry) => entry, first.next).flat();
    const seen = [...first.items, ...rest].filter(([, text]) => kept.has(text));
    assert.deepEqual(
      seen,
      [...staying].sort(([a, x], [b, y]) => a - b || compareTexts(x, y)),
    );
  });
});

test("a cursor is read as it was given, has the documented form, and a text of another form is refused", () => {
  const place = fc.array(fc.oneof(id, fc.integer()), { minLength: 1, maxLength: 3 });
  const isAccepted = (after: string) => pageQuerySchema.safeParse({ after }).success;
  forAll([place], (parts) => {
    const cursor = printCursor(parts);
    assert.deepEqual([readCursor(cursor), isAccepted(cursor)], [parts, true]);
  });
  for (const text of ["", "a", "acme", "n", "n1x", "t=", "n1~", "~t", "n1 "]) assert.ok(!isAccepted(text), JSON.stringify(text));
});

test("a name is found in any case and in any form that looks the same", () => {
  assert.ok(hasName("ACME", "the acme shop"));
  assert.ok(hasName("cafe\u0301", "Café"));
  assert.ok(hasName(undefined, "x"));
  assert.ok(!hasName("acme", "shop", "eu-1"));
});

type Listed = Page & { readonly [member: string]: readonly { readonly id: string }[] | undefined };

test("every list has pages, and refuses a page that it did not give", async () => {
  const server = await adminServerWithProject();
  for (let n = 0; n < 3; n++) {
    await server.of("POST", "acme/keys", { body: { name: `key ${n}` } });
    await server.of("POST", "acme/tokens", { body: { kind: "calendar", name: `feed ${n}` } });
    await server.of("POST", "acme/tokens", { body: { name: `script ${n}`, role: "viewer" } });
    await server.ask("POST", "/admin/v1/tokens", { body: { name: `token ${n}` } });
    await server.of("PUT", `acme${n}`, { body: { name: `Acme ${n}` }, headers: creating });
  }
  const lists: [address: string, member: string, count: number][] = [
    ["/admin/v1/projects", "projects", 4],
    ["/admin/v1/tokens", "tokens", 3],
    ["/admin/v1/projects/acme/tokens", "tokens", 6],
    ["/admin/v1/projects/acme/keys", "keys", 3],
    ["/admin/v1/projects/acme/platforms", "platforms", 2],
    ["/admin/v1/projects/acme/instances", "instances", 2],
    ["/admin/v1/projects/acme/windows", "windows", 1],
  ];
  for (const [address, member, count] of lists) {
    const seen: string[] = [];
    let pages = 0;
    for (let next: string | null = ""; next !== null; pages++) {
      const after: string = next === "" ? "" : `&after=${next}`;
      const page: Listed = (await server.ask("GET", `${address}?limit=2${after}`)).json<
        Record<string, { readonly id: string }[]> & Page
      >();
      seen.push(...(page[member] ?? []).map(({ id }) => id));
      next = page.next;
    }
    assert.equal(new Set(seen).size, count, address);
    assert.equal(seen.length, count, address);
    assert.equal(pages, Math.ceil(count / 2), address);
    for (const query of ["limit=0", "limit=1001", "limit=", "after=", "after=acme"])
      assert.equal((await server.ask("GET", `${address}?${query}`)).status, 422, `${address}?${query}`);
  }
});

test("windows are filtered by origin, scope and state", async () => {
  const server = await adminServer();
  const at = { start: "2026-12-06T02:00", duration: "PT2H" };
  const windows = {
    all: at,
    eu: { ...at, instances: ["eu-1"] },
    ios: { ...at, platforms: ["ios"] },
    past: { start: "2026-11-20T02:00", duration: "PT2H" },
    weekly: { start: "2026-11-14T02:00", duration: "PT2H", repeat: "FREQ=WEEKLY" },
  };
  await server.of("PUT", "acme/manifest", { body: { ...acme, windows }, headers: creating });
  await server.of("PUT", "acme/windows/own", { body: { ...at, instances: ["us-1"] }, headers: creating });
  await server.of("POST", "acme/maintenance/start", { body: { id: "now", whole_project: true } });
  const listed = async (query: string) =>
    (await server.of("GET", `acme/windows?${query}`)).json<WindowList>().windows.map(({ id }) => id);
  assert.deepEqual(await listed("origin=api"), ["own"]);
  assert.deepEqual(await listed("origin=hand"), ["now"]);
  assert.deepEqual(await listed("instance=eu-1"), ["all", "eu", "now", "past", "weekly"]);
  assert.deepEqual(await listed("platform=ios&origin=manifest"), ["all", "ios", "past", "weekly"]);
  assert.deepEqual(await listed("state=active"), ["now"]);
  assert.deepEqual(await listed("state=ended"), ["past"]);
  assert.deepEqual(await listed("state=scheduled&limit=3"), ["all", "eu", "ios"]);
  server.now = Date.parse("2026-11-28T01:30:00Z");
  assert.deepEqual(await listed("state=announced"), ["weekly"]);
  server.now = Date.parse("2026-11-28T03:00:00Z");
  assert.deepEqual(await listed("state=active"), ["weekly"]);
  assert.deepEqual(await listed("state=ended"), ["now", "past"]);
  assert.equal((await server.of("GET", "acme/windows?state=ended&state=ended")).status, 422);
  assert.equal((await server.of("GET", "acme/windows?origin=people")).status, 422);
});

test("keys and tokens are filtered by state and by name, instances and projects by id and name", async () => {
  const server = await adminServerWithProject();
  const { id: first } = (await server.of("POST", "acme/keys", { body: { name: "iOS app" } })).json<CreatedReadKey>();
  server.now += 1;
  await server.of("POST", "acme/keys", { body: { name: "Android app", expires_at: "2026-11-21T13:00:00Z" } });
  await server.of("POST", "acme/keys", { body: { name: "tester" } });
  await server.of("POST", `acme/keys/${first}/revoke`);
  server.now += 7_200_000;
  const keys = async (query: string) =>
    (await server.of("GET", `acme/keys?${query}`)).json<ReadKeyList>().keys.map(({ name }) => name);
  assert.deepEqual(await keys("state=revoked"), ["iOS app"]);
  assert.deepEqual(await keys("state=expired"), ["Android app"]);
  assert.deepEqual(await keys("state=active"), ["tester"]);
  assert.deepEqual(await keys("query=APP"), ["iOS app", "Android app"]);
  assert.equal((await server.of("GET", `acme/keys?query=${"x".repeat(101)}`)).status, 422);
  const instances = (await server.of("GET", "acme/instances?query=europe")).json<InstanceList>().instances;
  assert.deepEqual(pluck(instances, "id"), ["eu-1"]);
  const projects = (await server.ask("GET", "/admin/v1/projects?query=ACM")).json<ProjectList>().projects;
  assert.deepEqual(pluck(projects, "id"), ["acme"]);
});
