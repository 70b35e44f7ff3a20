import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Webhook } from "standardwebhooks";
import { AlertmanagerStandIn, type ApiSilence, askAlertmanager } from "../../test/alertmanager-stand-in.ts";
import { type Program, startProgram } from "../../test/running-program.ts";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { until } from "../../test/until.ts";
import { startReceiver, type WebhookReceiver } from "../../test/webhook-receiver.ts";

const newDirectory = temporaryDirectories();
const env = { DRAWBRIDGE_WEBHOOK_ALLOW: "127.0.0.0/8" };
const minute = 60_000;
const noon = Date.UTC(2026, 10, 26, 12);

/** A program whose clock the test moves, with a webhook that sends to the receiver. */
async function withWebhook(t: TestContext, request: object = {}) {
  const receiver = await startReceiver();
  const clock = { at: noon };
  const directory = newDirectory();
  const start = () => startProgram({ directory, env, now: () => clock.at });
  const program = await start();
  await program.admin("PUT", "/admin/v1/projects/shop", { name: "Shop" }, { "if-none-match": "*" });
  const created = await program.admin("POST", "/admin/v1/webhooks", { name: "Ops", url: receiver.url, ...request });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  t.after(async () => {
    await program.stop();
    await receiver.close();
  });
  return { receiver, clock, start, program, id: String(created.body.id), secret: String(created.body.secret) };
}

const maintenance = ["scheduled", "started", "changed", "ended", "overrunning"].map((event) => `maintenance.${event}`);
const types = ({ received }: WebhookReceiver) => received.map(({ event: { type } }) => type);
const texts = ({ received }: WebhookReceiver) => received.map(({ event: { data } }) => data.text);
const window = { start: "2026-11-26T12:10", duration: "30m", overrun: "hold" };
const put = (program: Program, id: string, body: object) =>
  program.admin("PUT", `/admin/v1/projects/shop/windows/${id}?reason=upgrade`, body, { "if-none-match": "*" });

test("commits and instants of a window become events, once, in order, signed", async (t) => {
  const { receiver, clock, program, secret } = await withWebhook(t, { events: maintenance });
  const arrived = (count: number) =>
    until(
      () => receiver.received.length,
      (length) => length >= count,
    );
  await put(program, "db", window);
  await arrived(1);
  for (const [at, count] of [
    [10, 2],
    [40, 3],
  ] as const) {
    clock.at = noon + at * minute;
    await arrived(count);
  }
  const occurrence = "db/2026-11-26T12:10";
  await program.admin("POST", "/admin/v1/projects/shop/maintenance/complete?reason=done", { occurrence });
  await arrived(4);
  assert.deepEqual(types(receiver), [
    "maintenance.scheduled",
    "maintenance.started",
    "maintenance.overrunning",
    "maintenance.ended",
  ]);
  assert.deepEqual(texts(receiver), [
    "initial admin token planned db for the whole project: Thu 26 Nov 12:10–12:40 (UTC)",
    "db started: Thu 26 Nov 12:10–12:40 (UTC), until completed",
    "db is past its end of 12:40, and stays active until it is completed, at most until Fri 27 Nov 12:40 (UTC)",
    "initial admin token completed db",
  ]);
  for (const { headers, body } of receiver.received) {
    const id = headers["webhook-id"] ?? "";
    assert.equal(id, (JSON.parse(body) as { data: { id: string } }).data.id);
    // Verifiers compare the time with their own clock.
    const at = new Date(Number(headers["webhook-timestamp"]) * 1_000);
    assert.equal(headers["webhook-signature"], new Webhook(secret).sign(id, at, body));
  }
});

test("what happened while no process ran is sent late, once, and nothing that was moved away", async (t) => {
  const { receiver, clock, start, program } = await withWebhook(t, { events: ["maintenance.started", "maintenance.ended"] });
  await put(program, "db", { ...window, overrun: "end" });
  await put(program, "moved", { ...window, overrun: "end" });
  await program.admin(
    "PATCH",
    "/admin/v1/projects/shop/windows/moved?reason=later",
    { start: "2026-11-28T12:10" },
    { "if-match": "*" },
  );
  await program.stop();
  clock.at = noon + 720 * minute;
  for (let starts = 0; starts < 2; starts++) {
    const again = await start();
    await until(() => receiver.received.length >= 2);
    await again.stop();
  }
  assert.deepEqual(
    receiver.received.map(({ event: { timestamp, type, data } }) => [timestamp.slice(11, 16), type, data.late]).sort(),
    [
      ["12:10", "maintenance.started", true],
      ["12:40", "maintenance.ended", true],
    ],
  );
});

test("a receiver that redirects is told apart, and one that is gone is disabled until it is enabled, without what came meanwhile", async (t) => {
  const { receiver, program, id } = await withWebhook(t, { events: ["maintenance.scheduled"] });
  const webhook = async () => (await program.admin("GET", `/admin/v1/webhooks/${id}`)).body;
  receiver.behavior = "moved";
  await put(program, "a", window);
  await until(async () => (await webhook()).last_answer === "HTTP 301: redirects are not followed");
  receiver.behavior = 410;
  const { deliveries } = (await program.admin("GET", `/admin/v1/webhooks/${id}/deliveries`)).body;
  const [{ event } = assert.fail()] = deliveries as readonly { event: string }[];
  await program.admin("POST", `/admin/v1/webhooks/${id}/replay`, { event });
  const { disabled } = await until(webhook, ({ disabled }) => disabled !== null);
  assert.equal((disabled as { reason: string }).reason, "The receiver answered 410 Gone");
  receiver.behavior = "ok";
  await put(program, "b", window);
  await program.admin("PATCH", `/admin/v1/webhooks/${id}`, { disabled: false });
  await put(program, "c", window);
  await until(() => receiver.received.length === 1);
  assert.equal(receiver.received[0]?.event.data.text.includes(" c "), true);
});

test("silences move to a new address of their Alertmanager, and end with the format", async (t) => {
  const { clock, program } = await withWebhook(t);
  await using alertmanager = await AlertmanagerStandIn.start(() => clock.at);
  const created = await program.admin("POST", "/admin/v1/webhooks", {
    name: "Alerts",
    url: alertmanager.url,
    format: "alertmanager",
  });
  const silences = async () => (await askAlertmanager(alertmanager.url, "GET", "silences")).body as ApiSilence[];
  const states = async () => (await silences()).map(({ status }) => status.state).join(" ");
  const change = (body: object) => program.admin("PATCH", `/admin/v1/webhooks/${created.body.id}`, body);
  await put(program, "db", window);
  await until(states, (found) => found === "pending");
  await change({ url: alertmanager.url.replace("127.0.0.1", "localhost") });
  await until(states, (found) => found === "expired pending");
  await change({ format: "slack" });
  await until(states, (found) => found === "expired expired");
});
