/** A server ships to a bucket that refuses it: reads and changes go on, and the status says what is wrong while it is. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Status } from "drawbridge-rules/wire/status.ts";
import { firing, scrape } from "../alert-rules.ts";
import { S3StandIn } from "../objects/s3-stand-in.ts";
import { startWatched, type WatchedProgram } from "../running-program.ts";
import { until } from "../until.ts";

let bucket: S3StandIn;
let program: WatchedProgram;
let key = "";
let changes = 0;

before(async () => {
  bucket = await S3StandIn.start();
  program = await startWatched({ example: true, env: { DRAWBRIDGE_OBJECTS: bucket.url } });
  const { body } = await program.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "app" });
  key = String(body.key);
});
after(async () => {
  await program?.stop();
  await bucket?.[Symbol.asyncDispose]();
});

const status = async () => (await (await program.watch("/status")).json()) as Status;
const problem = async () => (await status()).objects?.problem ?? null;

async function use(): Promise<void> {
  const name = `Shop ${++changes}`;
  const changed = await program.admin("PATCH", "/admin/v1/projects/acme-shop", { name }, { "if-match": "*" });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.equal((await program.read("/api/v1/config?platform=ios&current_version=2.3.0", key)).status, 200);
}

test("while the bucket refuses requests, reads and changes go on, and status, doctor and an alert name the problem", async () => {
  bucket.fault = () => "403 AccessDenied";
  const named = await until(async () => {
    await use();
    return problem();
  });
  assert.match(named ?? "", /s3:\/\/bucket\/some\/prefix.*403/);
  const { out } = await program.cli("doctor");
  assert.match(out, /warn {2}objects .*s3:\/\/bucket/);
  const alerts = firing(await scrape(program.urls.admin), []);
  assert.ok(alerts.includes("DrawbridgeReplicaProblem"), alerts.join());
  bucket.fault = () => null;
  await until(async () => (await problem()) === null);
});

test("a server that stops has shipped its last change", async () => {
  await use();
  const { revision } = await status();
  await program.stop();
  assert.equal(JSON.parse(String(bucket.objects.get("full/head")?.bytes).split("\n")[0] ?? "").revision, revision);
});
