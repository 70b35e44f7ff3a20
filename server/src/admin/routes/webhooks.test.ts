import assert from "node:assert/strict";
import { it } from "node:test";
import { describeCommit } from "drawbridge-rules/describe/commit.ts";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Webhook as Held } from "drawbridge-rules/webhooks/webhook.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProblemDocument } from "drawbridge-rules/wire/problem.ts";
import type { Status } from "drawbridge-rules/wire/status.ts";
import type {
  ChangedWebhook,
  CreatedWebhook,
  Delivery,
  DeliveryList,
  Webhook,
  WebhookList,
} from "drawbridge-rules/wire/webhook.ts";
import { type AdminServer, adminServerWithProject, metricsToken, replacing } from "../../../test/admin-server.ts";
import { exampleWebhook } from "../../../test/example-project.ts";
import { personIn } from "../../../test/project-people.ts";
import { serverTest as test } from "../../../test/server-test.ts";
import { until } from "../../../test/until.ts";
import { startReceiver } from "../../../test/webhook-receiver.ts";

const path = "/admin/v1/webhooks";
const secretUrl = "https://hooks.example.com/services/T0/B1/very-secret?token=also";
const keyed = (key: string) => ({ "idempotency-key": key });
const hour = 60 * 60_000;

async function create(server: AdminServer, body: object = {}): Promise<CreatedWebhook> {
  const answer = await server.ask("POST", path, { body: { name: "Ops channel", url: secretUrl, ...body } });
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers.get("location"), `${path}/${answer.json<CreatedWebhook>().id}`);
  return answer.json();
}

const get = async (server: AdminServer, id: string) => (await server.ask("GET", `${path}/${id}`)).json<Webhook>();

test("a webhook is created, and only that answer has its secret", async (server) => {
  const { secret, revision, ...created } = await create(server, { events: ["step.due"], projects: ["acme"] });
  assert.equal(secret, await server.services.webhooks.secret(created.id, 1));
  assert.match(secret, /^whsec_/);
  const members = { name: "Ops channel", url: secretUrl, format: "standard", events: ["step.due"], projects: ["acme"] };
  const absent = { instances: null, platforms: null, previous_until: null, disabled: null };
  const { id, created_at, ...others } = created;
  assert.deepEqual(others, { ...members, ...absent });
  const listed = (await server.ask("GET", path)).json<WebhookList>();
  const waiting = { waiting: 0, failing_since: null, last_answer: null, last_delivered_at: null };
  assert.deepEqual(listed, { webhooks: [{ ...created, ...waiting }], next: null });
  assert.deepEqual(await get(server, id), listed.webhooks[0]);
  for (const text of [
    JSON.stringify(await server.store.rows()),
    JSON.stringify(await server.store.commitsAfter(0, { limit: 9 })),
  ])
    assert.ok(!text.includes(secret.slice(6)), text);
});

test("a request that comes again creates or rotates once, and gets the same secret", async (server) => {
  const twice = async (own: string, body?: object) => {
    const ask = () => server.ask("POST", own, { headers: keyed(own), ...(body ? { body } : {}) });
    const [first, second] = [await ask(), await ask()];
    assert.deepEqual(second.json(), first.json());
    return first.json<CreatedWebhook>();
  };
  const created = await twice(path, { name: "Ops", url: secretUrl });
  assert.equal((await server.ask("GET", path)).json<WebhookList>().webhooks.length, 1);
  const rotated = await twice(`${path}/${created.id}/rotate`);
  assert.equal(rotated.secret, await server.services.webhooks.secret(created.id, 2));
  assert.equal(Date.parse(rotated.previous_until ?? ""), server.now + 24 * hour);
  assert.equal((await server.ask("DELETE", `${path}/${created.id}`, { headers: keyed("delete") })).status, 204);
  assert.equal((await server.ask("DELETE", `${path}/${created.id}`, { headers: keyed("delete") })).status, 204);
  assert.equal((await server.ask("DELETE", `${path}/${created.id}`)).status, 404);
});

test("a request says everything that is wrong with it, and a patch only what it would break", async (server) => {
  const problemsOf = async (method: string, own: string, body: object) => {
    const answer = await server.ask(method, own, { body });
    assert.equal(answer.status, 422, answer.text);
    return (answer.json<ProblemDocument>().errors ?? []).map(({ path, pointer }) => [path, pointer].join(" ")).sort();
  };
  const wrong = { name: "two\nlines", url: "http://169.254.169.254/", format: "alertmanager", events: ["step.due"], secret: "x" };
  assert.deepEqual(await problemsOf("POST", path, wrong), ["events #/events", "name #/name", "secret #/secret", "url #/url"]);
  const { id } = await create(server, { events: ["step.due"] });
  assert.deepEqual(await problemsOf("PATCH", `${path}/${id}`, { format: "alertmanager" }), ["events #/events"]);
  assert.deepEqual(await problemsOf("PATCH", `${path}/${id}`, { disabled: true }), ["disabled #/disabled"]);
  assert.deepEqual(await problemsOf("POST", `${path}/${id}/replay`, { event: "evt_unknown" }), ["event #/event"]);
  assert.equal((await server.ask("PATCH", `${path}/w_unknown`, { body: { url: 1 } })).status, 404);
});

test("a patch changes what it names, and enables a webhook that was disabled", async (server) => {
  const disabled = { at: server.now, reason: "The receiver answered 410 Gone" };
  await store(server, "w_gone", exampleWebhook({ disabled, events: ["step.due"] }));
  const answer = await server.ask("POST", `${path}/w_gone/replay`);
  assert.equal(answer.status, 409, answer.text);
  const body = { events: null, instances: ["eu-1"], disabled: false };
  const changed = (await server.ask("PATCH", `${path}/w_gone`, { body })).json<ChangedWebhook>();
  assert.deepEqual([changed.events, changed.instances, changed.disabled, changed.name], [null, ["eu-1"], null, "Ops channel"]);
  const again = (await server.ask("PATCH", `${path}/w_gone`, { body })).json<ChangedWebhook>();
  assert.equal(again.revision, changed.revision);
});

test("there are at most 50 webhooks", async (server) => {
  const edits = Array.from({ length: 50 }, (_, n) => ({ kind: "webhook", id: `w_${n}`, value: exampleWebhook() }) as const);
  await server.publisher.publish({ project: "", actor: "system", reason: "", edits: () => edits });
  const answer = await server.ask("POST", path, { body: { name: "One more", url: secretUrl } });
  assert.equal(answer.status, 409);
  assert.match(answer.json<ProblemDocument>().detail, /50 webhooks.*Delete one/);
});

test("the history says what was done to a webhook, and never its URL", async (server) => {
  const { id } = await create(server);
  const patch = (body: object) => server.ask("PATCH", `${path}/${id}`, { body });
  await patch({ url: `${secretUrl}2` });
  await patch({ name: "On call", events: ["step.due", "key.expiring"] });
  await server.ask("POST", `${path}/${id}/rotate`);
  const held = (await server.publisher.state("")).webhook.get(id)?.value as Held;
  await store(server, id, { ...held, disabled: { at: server.now, reason: "The receiver answered 410 Gone" } });
  await patch({ disabled: false, platforms: ["ios"] });
  await server.ask("DELETE", `${path}/${id}?reason=over`);
  const answer = await server.ask("GET", "/admin/v1/history");
  assert.doesNotMatch(answer.text, /very-secret|also/);
  const reader = { now: server.now, zone: "UTC", names: namesIn({}) };
  const { commits } = answer.json<History>();
  assert.deepEqual(commits.map((commit) => describeCommit(commit, reader)).reverse(), [
    "Setup token created webhook Ops channel",
    "Setup token changed the URL of webhook Ops channel",
    "Setup token changed the name of webhook Ops channel Ops channel → On call, and 1 more change",
    "Setup token rotated the secret of webhook On call",
    "Drawbridge disabled webhook On call: The receiver answered 410 Gone",
    "Setup token changed the platforms of webhook On call all → ios and enabled webhook On call",
    "Setup token deleted webhook On call",
  ]);
});

/** As the server itself changes it. */
async function store({ publisher }: AdminServer, id: string, value: Held): Promise<void> {
  await publisher.publish({ project: "", actor: "system", reason: "", edits: () => [{ kind: "webhook", id, value }] });
}

it("deliveries are listed, failed ones are sent again, and the status names a webhook that fails for an hour", async () => {
  const server = await adminServerWithProject();
  await using receiver = await startReceiver(503);
  const { id } = await create(server, { url: receiver.url, events: ["policy.published"] });
  const deliveries = async () => (await server.ask("GET", `${path}/${id}/deliveries`)).json<DeliveryList>().deliveries;
  const becomes = async (state: Delivery["state"], attempts: number) => {
    const [found] = await until(deliveries, ([one]) => one?.state === state && one.attempts === attempts);
    return found ?? assert.fail();
  };
  await server.of("PATCH", "acme/platforms/ios", { body: { minimum: "2.5.0" }, headers: replacing });
  const { event, text, next_attempt_at: next, happened_at: at, ...first } = await becomes("waiting", 1);
  const shown = { type: "policy.published", project: "acme", state: "waiting", attempts: 1, answer: "HTTP 503" };
  assert.deepEqual([first, Date.parse(at), Date.parse(next ?? "") > server.now], [shown, server.now, true]);
  assert.match(text, /raised the iOS minimum 2\.4\.0 → 2\.5\.0/);
  const listed = await get(server, id);
  assert.deepEqual([listed.waiting, listed.last_answer, listed.last_delivered_at], [1, "HTTP 503", null]);

  const status = async (token?: string) =>
    (await server.ask("GET", "/admin/v1/status", token === undefined ? {} : { token })).json<Status>().webhooks;
  server.now += hour - 1;
  assert.deepEqual(await status(), []);
  server.now += 1;
  assert.deepEqual(await status(), [{ id, name: "Ops channel", since: listed.failing_since, problem: "HTTP 503" }]);
  const ada = await personIn(server, "acme", "ada", "owner");
  for (const token of [metricsToken, ada.token]) assert.deepEqual(await status(token), []);

  server.now += 25 * hour;
  const replay = async (body?: object) => {
    const answer = await server.ask("POST", `${path}/${id}/replay`, body ? { body } : {});
    server.now += hour;
    return answer.json<{ readonly replayed: number }>().replayed;
  };
  await server.ask("PATCH", `${path}/${id}`, { body: { name: "On call" } });
  await until(deliveries, ([one]) => one?.state === "failed");
  receiver.behavior = "ok";
  assert.equal(await replay(), 1);
  await becomes("delivered", 1);
  assert.equal(await replay(), 0);
  assert.equal(await replay({ event }), 1);
  await until(() => receiver.received.length === 2);
  assert.deepEqual(new Set(receiver.received.map(({ event }) => event.data.id)), new Set([event]));
});
