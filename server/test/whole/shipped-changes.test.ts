/** A server ships to a bucket that fails in every way: reads and changes go on, and the status says what is wrong while it is. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type * as wire from "drawbridge-rules/wire/status.ts";
import { firing, scrape } from "../alert-rules.ts";
import { type Fault, S3StandIn } from "../objects/s3-stand-in.ts";
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

async function status(): Promise<wire.ObjectsStatus> {
  const answer = await program.watch("/status");
  const { objects } = (await answer.json()) as wire.Status;
  assert.ok(objects);
  return objects;
}

async function use(): Promise<void> {
  const name = `Shop ${++changes}`;
  const changed = await program.admin("PATCH", "/admin/v1/projects/acme-shop", { name }, { "if-match": "*" });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  assert.equal((await program.read("/api/v1/config?platform=ios&current_version=2.3.0", key)).status, 200);
}

async function shipped(): Promise<wire.ObjectsStatus> {
  const { revision } = (await (await program.watch("/status")).json()) as wire.Status;
  return until(status, (found) => found.problem === null && found.behind === 0 && Number(found.revision) >= Number(revision));
}

const always = (fault: Fault) => () => {
  bucket.fault = () => fault;
};
const faults: Readonly<Record<string, () => void>> = {
  "403 for every request": always("403 AccessDenied"),
  "no answer to any request": always("stall"),
  "a bucket that was emptied": () => bucket.objects.clear(),
};

for (const [name, begin] of Object.entries(faults)) {
  test(`${name}: reads and changes go on, and the status names the problem until it has ended`, async () => {
    await use();
    await shipped();
    begin();
    const { problem } = await until(
      async () => {
        await use();
        return status();
      },
      (found) => found.problem !== null,
    );
    assert.match(problem ?? "", /s3:\/\/bucket\/some\/prefix/);
    if (name.startsWith("403")) {
      const { out } = await program.cli("doctor");
      assert.match(out, /warn {2}objects .*s3:\/\/bucket/);
      const alerts = firing(await scrape(program.urls.admin), []);
      assert.ok(alerts.includes("DrawbridgeReplicaProblem"), alerts.join());
    }
    bucket.fault = () => null;
    await use();
    await shipped();
  });
}

test("a server that stops has shipped its last change", async () => {
  await use();
  const { revision } = (await (await program.watch("/status")).json()) as wire.Status;
  await program.stop();
  assert.equal(JSON.parse(String(bucket.objects.get("full/head")?.bytes).split("\n")[0] ?? "").revision, revision);
});
