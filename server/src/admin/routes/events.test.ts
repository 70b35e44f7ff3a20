import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { CommitEvent } from "drawbridge-rules/wire/event.ts";
import type { CreatedToken } from "drawbridge-rules/wire/token.ts";
import { type AdminServer, acme, adminServer, adminToken, creating, replacing } from "../../../test/admin-server.ts";
import { type Listening, listenTo } from "../../../test/event-listener.ts";
import { exampleInstance } from "../../../test/example-project.ts";
import { openMemoryStore } from "../../../test/memory-store.ts";
import { pluck } from "../../../test/pluck.ts";
import { signedIn } from "../../../test/signed-in.ts";
import { testWith } from "../../../test/test-with.ts";
import { until } from "../../../test/until.ts";
import { openListener } from "../../reads/listener/listener.ts";
import type { EventLimits } from "../events/event-hub.ts";

const projectEvents = "/admin/v1/projects/acme/events";

async function listening(t: TestContext, limits: Partial<EventLimits> = {}) {
  const server = await adminServer(openMemoryStore(), limits);
  await server.of("PUT", "acme/manifest", { body: acme, headers: creating });
  const log = { error: (fields: object) => assert.fail(JSON.stringify(fields)) };
  const listener = await openListener({
    address: { host: "127.0.0.1", port: 0 },
    onRequest: (req, res) => server.api.handle(req, res),
    log,
  });
  t.after(async () => {
    server.services.events.close();
    await listener.stop(1_000);
  });
  const listen = (path: string, who: Listening = {}) => listenTo(listener.url + path, { token: adminToken, ...who });
  return { server, listener, listen };
}

async function rename(server: AdminServer, name: string, project = "acme"): Promise<void> {
  const { status, text } = await server.of("PATCH", `${project}?reason=${name}`, { body: { name }, headers: replacing });
  assert.equal(status, 200, text);
}

const revisions = ({ commits }: { commits(): CommitEvent[] }): number[] => commits().map(({ revision }) => revision);

const test = testWith(listening);

test("a stream starts with its position and reports each commit by names only", async ({ server, listen }) => {
  const reader = await listen(projectEvents);
  assert.equal(reader.status, 200);
  const actual = ["content-type", "cache-control", "x-accel-buffering"].map((name) => reader.headers.get(name));
  assert.deepEqual(actual, ["text/event-stream; charset=utf-8", "no-store", "no"]);
  await reader.until(1);
  const { epoch } = await server.store.head();
  assert.deepEqual(
    [reader.events[0]?.event, reader.events[0]?.id, reader.events[0]?.data],
    ["ready", `${epoch}.1`, '{"revision":1}'],
  );
  assert.equal(reader.retry, 3_000);
  const made = await server.of("POST", "acme/tokens", { body: { name: "deploy script", role: "editor" } });
  const { id, token } = made.json<CreatedToken>();
  await server.of("PATCH", "acme/platforms/ios?reason=2.4+crashes", { body: { minimum: "2.5" }, headers: replacing, token });
  await reader.until(3);
  assert.equal(reader.events[2]?.id, `${epoch}.3`);
  assert.deepEqual(reader.commits()[1], {
    revision: 3,
    at: "2026-11-21T12:00:00.000+00:00",
    actor: id,
    actor_name: "deploy script",
    reason: "2.4 crashes",
    changes: [{ kind: "platform", id: "ios" }],
  });
});

test("no text of a user can begin a new line", async ({ server, listen }) => {
  const reader = await listen(projectEvents);
  const evil = "a\u2028b\u0085</script>id: 9\\ndata: x";
  await server.publisher.publish({
    project: "acme",
    actor: "u_1\nevent: resync",
    reason: `${evil}\r\n\r\nevent: resync\ndata: {}\n\n`,
    edits: () => [{ kind: "instance", id: "x\ny", value: exampleInstance({ name: "X" }) }],
  });
  await reader.until(2);
  assert.deepEqual(pluck(reader.events, "event"), ["ready", "commit"]);
  const [commit] = reader.commits();
  assert.equal(commit?.reason, `${evil}\r\n\r\nevent: resync\ndata: {}\n\n`);
  assert.deepEqual(commit?.changes, [{ kind: "instance", id: "x\ny" }]);
});

test("with `follow=false` a stream sends the missed commits, and ends", async ({ server, listen }) => {
  await rename(server, "A");
  const { epoch } = await server.store.head();
  const reader = await listen(`${projectEvents}?after=${epoch}.1&follow=false`);
  assert.equal(await reader.ended, "ended");
  assert.deepEqual(revisions(reader), [2]);
});

test("if missed commits are gone, one event says so, and the stream continues from now", async ({ server, listen }) => {
  await server.ask("PUT", "/admin/v1/projects/other", { body: { name: "Other" }, headers: creating });
  const { epoch } = await server.store.head();
  for (let n = 0; n < 1_001; n++)
    await server.store.commit({ at: 0, actor: "a", reason: "", overridden: [], expect: [], changes: [changeOf(n)] });
  const head = (await server.store.head()).revision;
  const lost = ["0123456789abcdef.1", `${epoch}.${head + 1}`, `${epoch}.1`, "nonsense", "", `${epoch}.1\t`];
  for (const last of lost) {
    const reader = await listen(projectEvents, { last });
    await reader.until(1);
    const actual = pluck(reader.events, "event", "id", "data");
    assert.deepEqual(actual, [["resync", `${epoch}.${head}`, `{"revision":${head}}`]], JSON.stringify(last));
    reader.leave();
  }
  // However much happened elsewhere, of a project to which nothing happened nothing was missed.
  const quiet = await listen("/admin/v1/projects/other/events", { last: `${epoch}.2` });
  await quiet.until(1);
  assert.equal(quiet.events[0]?.event, "ready");
  assert.equal((await server.of("GET", "acme/events?after=nonsense")).status, 422);
});

function changeOf(n: number) {
  return { project: "acme", kind: "instance", id: `i${n}`, schema: 1, value: '{"name":"x","reminder":null}' } as const;
}

test("compacted commits count as gone", async ({ server, listen }) => {
  server.now += 1_000;
  for (const name of ["A", "B", "C"]) await rename(server, name);
  server.now += 1_000;
  await rename(server, "D");
  const { floor } = await server.store.compact(server.now);
  const { epoch } = await server.store.head();
  const events = async (last: string) => {
    const reader = await listen(projectEvents, { last });
    await reader.until(1);
    return reader.events[0]?.event;
  };
  assert.equal(floor, 4);
  assert.deepEqual([await events(`${epoch}.3`), await events(`${epoch}.4`)], ["resync", "ready"]);
});

test("the stream of all projects tells of those alone in which the reader has a role, and of which each is", async ({
  server,
  listen,
}) => {
  await server.ask("PUT", "/admin/v1/projects/other", { body: { name: "Other" }, headers: creating });
  const made = await server.of("POST", "acme/tokens", { body: { name: "viewer", role: "viewer" } });
  const { token } = made.json<CreatedToken>();
  const [own, all] = [await listen("/admin/v1/events", { token }), await listen("/admin/v1/events")];
  await rename(server, "B", "other");
  await server.ask("POST", "/admin/v1/tokens", { body: { name: "recovery" } });
  await rename(server, "C");
  await all.until(4);
  await own.until(2);
  assert.deepEqual(pluck(own.commits(), "changes"), [[{ project: "acme", kind: "project", id: "" }]]);
  const actual = all.commits().map(({ changes }) => changes.map(({ project, kind }) => `${project} ${kind}`));
  assert.deepEqual(actual, [["other project"], [" token"], ["acme project"]]);
  assert.equal((await server.of("GET", "other/events", { token })).status, 404);
});

it("a stream ends with the right to it: the token revoked or expired, the session over, the grant taken", async (t) => {
  const { server, listen } = await listening(t, { heartbeat: 40 });
  const token = async (name: string, more: object = {}) =>
    (await server.of("POST", "acme/tokens", { body: { name, role: "viewer", ...more } })).json<CreatedToken>();
  const revoked = await token("revoked");
  const expiring = await token("expiring", { expires_at: "2026-11-21T12:00:30Z" });
  const people = ["ann", "bea", "cid", "dan"].map((name) => signedIn(server, `${name}@acme.test`, { acme: "viewer" }));
  const [ann, bea, cid, dan] = await Promise.all(people);
  const hear = (who: { readonly cookie: string } | undefined) => listen(projectEvents, { token: undefined, cookie: who?.cookie });
  const readers = {
    revoked: await listen(projectEvents, { token: revoked.token }),
    expiring: await listen(projectEvents, { token: expiring.token }),
    signedOut: await hear(ann),
    disabled: await hear(bea),
    ungranted: await hear(cid),
    idle: await hear(dan),
    ofAll: await listen("/admin/v1/events", { token: undefined, cookie: cid?.cookie }),
  };
  for (const [name, reader] of Object.entries(readers)) assert.equal(reader.status, 200, name);
  await server.of("POST", `acme/tokens/${revoked.id}/revoke`);
  assert.equal(await readers.revoked.ended, "ended");
  await server.ask("DELETE", "/admin/v1/session", { token: null, cookie: ann?.cookie ?? "" });
  assert.equal(await readers.signedOut.ended, "ended");
  await server.store.accounts.setDisabled(bea?.person ?? "", server.now);
  assert.equal(await readers.disabled.ended, "ended");
  await server.of("DELETE", `acme/members/${cid?.person}`, { headers: replacing });
  assert.equal(await readers.ungranted.ended, "ended");
  server.now += 60_000;
  assert.equal(await readers.expiring.ended, "ended");
  // A stream that is left open is no sign of life.
  server.now += 13 * 3_600_000;
  assert.equal(await readers.idle.ended, "ended");
  await rename(server, "unheard");
  await sleep(100);
  for (const [name, { events }] of Object.entries(readers)) assert.doesNotMatch(JSON.stringify(events), /unheard/, name);
});

it("a heartbeat is a comment, and comes without anything happening", async (t) => {
  const { listen } = await listening(t, { heartbeat: 20 });
  const reader = await listen(projectEvents);
  await until(() => reader.comments >= 3);
  assert.equal(reader.events.length, 1);
});

it("a stream lives no longer than its time", async (t) => {
  const { server, listen } = await listening(t, { life: 60 });
  const reader = await listen(projectEvents);
  assert.equal(await reader.ended, "ended");
  assert.equal(server.services.events.size, 0);
});

it("streams are limited in total, per project and per requester, administrators have a share, and a closed one makes room", async (t) => {
  const { server, listen } = await listening(t, { streams: 7, perRequester: 3, perProject: 4, reserved: 2 });
  const tokenOf = async (project: string) => {
    const made = await server.of("POST", `${project}/tokens`, { body: { name: "viewer", role: "viewer" } });
    return made.json<CreatedToken>().token;
  };
  const open = async (path: string, who: Listening, expected = 200) => {
    const reader = await listen(path, who);
    assert.equal(reader.status, expected);
    return reader;
  };
  const all = "/admin/v1/events";
  const refused = async (token: string, text: RegExp) => {
    const answer = await server.ask("GET", all, { token });
    assert.deepEqual([answer.status, answer.headers.get("retry-after")], [429, "5"]);
    assert.match(answer.text, text);
  };
  await server.of("PUT", "beta", { body: {}, headers: creating });
  const [one, two, beta] = [await tokenOf("acme"), await tokenOf("acme"), await tokenOf("beta")];
  const first = await open(projectEvents, { token: one });
  for (let count = 0; count < 2; count++) await open(all, { token: one });
  await refused(one, /You have 3 event streams open/);
  await open(all, { token: two });
  await refused(two, /members of the project acme have 4 event streams open, the maximum for one project\./);
  const member = await signedIn(server, "member", { acme: "viewer" });
  const both = await signedIn(server, "both", { acme: "owner", beta: "viewer" });
  await open(all, { token: undefined, cookie: member.cookie }, 429);
  await open(projectEvents, { token: undefined, cookie: both.cookie }, 429);
  await open(all, { token: undefined, cookie: both.cookie });
  await refused(beta, /This server has 5 event streams open, the maximum without those of administrators\./);
  for (const path of [projectEvents, all]) await open(path, {});
  await refused(adminToken, /This server has 7 event streams open, the maximum\./);
  first.leave();
  await until(() => server.services.events.size === 6);
  await open(all, { token: undefined, cookie: member.cookie });
});

test("HEAD has the headers, and leaves no stream behind", async ({ server }) => {
  const { status, headers, text } = await server.of("HEAD", "acme/events");
  assert.deepEqual([status, headers.get("content-type"), text], [200, "text/event-stream; charset=utf-8", ""]);
  assert.equal(server.services.events.size, 0);
});

test("a project that is deleted says so as its last word, in its own stream and in that of all", async ({ server, listen }) => {
  const made = await server.of("POST", "acme/tokens", { body: { name: "viewer", role: "viewer" } });
  const { token } = made.json<CreatedToken>();
  const [admins, all, holders] = [
    await listen(projectEvents),
    await listen("/admin/v1/events"),
    await listen(projectEvents, { token }),
  ];
  await server.of("DELETE", "acme", { headers: replacing });
  assert.equal(await admins.ended, "ended");
  assert.equal(admins.commits().length, 1);
  assert.equal(await holders.ended, "ended");
  await all.until(2);
  assert.ok(all.commits()[0]?.changes.some(({ project, kind }) => project === "acme" && kind === "project"));
  assert.equal((await server.of("GET", "acme/events")).status, 404);
});

it("a stop ends every stream immediately, without waiting for anything", { timeout: 60_000 }, async (t) => {
  const { server, listener, listen } = await listening(t);
  const readers = await Promise.all(Array.from({ length: 10 }, () => listen(projectEvents)));
  server.services.events.close();
  await listener.stop(600_000);
  for (const reader of readers) assert.equal(await reader.ended, "ended");
  assert.equal((await server.of("GET", "acme/events")).status, 429);
});

it("a reader that does not read is cut, and the others hear everything", async (t) => {
  const { server, listener, listen } = await listening(t, { heartbeat: 30, stall: 200 });
  const { connect } = await import("node:net");
  const socket = connect(listener.port, "127.0.0.1");
  socket.write(`GET ${projectEvents} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${adminToken}\r\n\r\n`);
  socket.pause();
  const quick = await listen(projectEvents);
  const instances = Array.from({ length: 450 }, (_, n) => [`${"i".repeat(100)}${n}`, { name: "x" }]);
  for (let n = 0; server.services.events.size === 2 && n < 400; n++) {
    const body = { ...acme, windows: {}, instances: { ...acme.instances, ...Object.fromEntries(n % 2 ? instances : []) } };
    await server.of("PUT", "acme/manifest?override=in_use&reason=x", { body, headers: replacing });
    await sleep(5);
  }
  await until(() => server.services.events.size === 1);
  const head = (await server.store.head()).revision;
  await quick.until(head);
  const actual = revisions(quick);
  const expected = Array.from({ length: head - 1 }, (_, n) => n + 2);
  assert.deepEqual(actual, expected);
  socket.destroy();
});
