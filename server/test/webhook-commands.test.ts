import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "./command-fixture.ts";
import { until } from "./until.ts";

const minute = 60_000;

test("a webhook is created, tested, changed, rotated, its deliveries are sent again, and it is deleted", async ({
  server,
  run,
}, t) => {
  let status = 204;
  const receiver = createServer((_, res) => res.writeHead(status).end()).listen(0, "127.0.0.1");
  t.after(() => receiver.close());
  await once(receiver, "listening");
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/T0/B1/very-secret`;
  const says = async (line: string, code: number, ...patterns: readonly RegExp[]) => {
    const { out, err, code: own } = await run(line, line.includes("delete") ? { answers: ["y"] } : {});
    assert.equal(own, code, `${line}: ${out}${err}`);
    for (const pattern of patterns) assert.match(out + err, pattern, line);
    return out;
  };
  await says("webhook list", 0, /^No webhooks\. Create one: drawbridge webhook create --url URL\n$/);
  const filters = "--event maintenance.started --event step.due --project acme --instance eu-1";
  const made = await says(
    `webhook create --url ${url} ${filters}`,
    0,
    /Created the webhook w_\w+, "127\.0\.0\.1", and its secret\.\n.*only once:/,
  );
  const [id = ""] = /w_\w+/.exec(made) ?? [];
  assert.match(made, new RegExp(`\n {2}whsec_[\\w+/=]+\n[\\s\\S]*webhook test ${id}\n.*webhook delete ${id}\n$`));
  const slack = JSON.parse(await says(`webhook create --url ${url} --format slack --name Ops --json`, 0));
  assert.deepEqual(Object.keys(slack), ["id", "secret"]);

  await says("webhook test Ops", 0, /^Delivered: HTTP 204\n$/);
  status = 500;
  await says(`webhook test ${id}`, 1, /^Not delivered: HTTP 500\n$/);
  await says("webhook set Ops", 2, /expected something to change: --name, /);
  await says('webhook set Ops --name "Ops channel" --event key.expiring', 0, /^Changed the webhook w_\w+, "Ops channel"\.\n$/);
  await says(`webhook set ${id} --no-event --no-instance --project acme --platform ios --enable`, 0);
  const { webhooks } = JSON.parse(await says("webhook list --json", 0));
  const { events: all, instances, platforms } = webhooks.find((each: { readonly id: string }) => each.id === id);
  assert.deepEqual([all, instances, platforms], [null, null, ["ios"]]);
  await says(
    `webhook rotate ${id}`,
    0,
    /has a new secret\.\n[\s\S]* {2}whsec_\S+\n[\s\S]*previous secret until 2026-11-22 12:00:00 UTC/,
  );

  await says(`webhook deliveries ${id}`, 0, /^Nothing was sent yet\. Test it: /);
  await run("policy set --project acme --platform ios --minimum 2.5.0 --yes");
  const waiting = until(
    () => run(`webhook deliveries ${id}`),
    ({ out }) => out.includes("HTTP 500"),
  );
  assert.match(
    (await waiting).out,
    /evt_\w+ +2026-11-21 12:00 UTC +policy\.published +waiting until .* +1 +HTTP 500 +\w.* raised/,
  );
  server.now += 60 * minute;
  const failing = /127\.0\.0\.1:\d+ +failing since 2026-11-21 12:00 UTC +1 +HTTP 500 +never\n/;
  assert.doesNotMatch(await says("webhook list", 0, failing), /very-secret/);
  await says("doctor", 0, /warn +webhook +"127\.0\.0\.1" has been failing since 2026-11-21 12:00:00 UTC: HTTP 500\. To see/);
  const { asked } = await run(`webhook delete ${id}`, { answers: ["n"] });
  assert.match(asked.join(), /Delete w_\w+, "127\.0\.0\.1"\? 1 event for it will not be sent\. \[y\/N\]/);
  server.now += 25 * 60 * minute;
  await says(`webhook set ${id} --enable --name Script`, 0);
  await until(async () => (await run(`webhook deliveries ${id}`)).out.includes(" failed "));
  status = 204;
  await says(`webhook replay ${id} --event evt`, 2, /evt_…/);
  await says(`webhook replay ${id}`, 0, /^Events that will be sent again: 1\.\n$/);
  server.now += 60 * minute;
  await says(`webhook replay ${id}`, 0, /^No delivery has failed\.\n$/);
  await until(async () => (await run(`webhook deliveries ${id}`)).out.includes(" delivered "));

  await says("webhook create --url ftp://very-secret", 2, /^(?!.*very-secret).*--url: expected an http:\/\/ or https:\/\/ URL/s);
  await says(
    `webhook create --url http://169.254.169.254/ --format alertmanager --event step.due`,
    2,
    /events is not for alertmanager[\s\S]*--url: .* not a public address/,
  );
  await says('webhook delete "Ops chanel"', 1, /No webhook has the id or name "Ops chanel"\. Did you mean "Ops channel"/);
  await says('webhook delete "Ops channel"', 0, /Deleted the webhook w_\w+, "Ops channel"\.\n.*cannot be undone/);
});
