import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { pluck } from "../../../server/test/pluck.ts";
import { type Answer, problem, serving } from "../../test/serving.ts";
import { type AdminClient, AdminError, type ServerEvent } from "../admin.ts";

const stream = { "content-type": "text/event-stream; charset=utf-8" };

function says(text: string, then: (res: ServerResponse) => void = () => undefined): Answer {
  return (_, res) => {
    res.writeHead(200, stream);
    res.write(text);
    then(res);
  };
}

const ready = (revision: number) => `retry: 1\nid: e.${revision}\nevent: ready\ndata: {"revision":${revision}}\n\n`;
const commit = (revision: number) => `id: e.${revision}\nevent: commit\ndata: {"revision":${revision},"changes":[]}\n\n`;
const end = (res: ServerResponse) => void res.end();
const cut = (res: ServerResponse) => void setTimeout(() => res.destroy(), 20);

async function hear(client: AdminClient, count: number): Promise<ServerEvent[]> {
  const heard: ServerEvent[] = [];
  for await (const event of client.events("shop")) {
    heard.push(event);
    if (heard.length === count) break;
  }
  return heard;
}

test("events are heard through every break, each time from the last one on", async (t) => {
  const { client, received } = await serving(
    t,
    says(ready(1) + commit(2), end),
    says(ready(2) + commit(3) + commit(4).slice(0, 20), cut),
    says(`${ready(3)}: still here\n\n${commit(4)}`),
  );
  const heard = await hear(client, 6);
  assert.deepEqual(pluck(heard, "type", "revision", "id"), [
    ["ready", 1, "e.1"],
    ["commit", 2, "e.2"],
    ["ready", 2, "e.2"],
    ["commit", 3, "e.3"],
    ["ready", 3, "e.3"],
    ["commit", 4, "e.4"],
  ]);
  const asked = received.map(({ headers }) => headers["last-event-id"]);
  assert.deepEqual(asked, [undefined, "e.2", "e.3"]);
});

test("a server that is away or full is asked again, and its Retry-After is heeded", async (t) => {
  const { client, received } = await serving(
    t,
    says(ready(1), end),
    problem(503, "unavailable", {}, { "retry-after": "0" }),
    problem(429, "rate_limited", {}, { "retry-after": "0" }),
    says(ready(1)),
  );
  const breaks: unknown[] = [];
  const heard: string[] = [];
  for await (const { type } of client.events(null, { onBreak: (error) => breaks.push(error) })) {
    heard.push(type);
    if (heard.length === 2) break;
  }
  assert.deepEqual(heard, ["ready", "ready"]);
  const actual = breaks.map((error) => error instanceof AdminError && error.code);
  assert.deepEqual(actual, [false, "unavailable", "rate_limited"]);
  assert.equal(received.length, 4);
});

test("who may not hear is told so, and does not come again", async (t) => {
  const { client, received } = await serving(t, problem(404, "not_found"));
  await assert.rejects(hear(client, 1), (error: unknown) => error instanceof AdminError && error.code === "not_found");
  assert.equal(received.length, 1);
});

test("an answer that is no stream of events is not read as one", async (t) => {
  const { client } = await serving(t, (_, res) => res.writeHead(200, { "content-type": "text/html" }).end("<p>Welcome"));
  await assert.rejects(hear(client, 1), (error: unknown) => error instanceof AdminError && error.code === "unexpected_answer");
});

test("it ends with its signal, also while it waits for the next try", async (t) => {
  const { client } = await serving(t, says(`retry: 60000\n${ready(1)}`.replace("retry: 1\n", ""), end));
  const leaving = new AbortController();
  const heard: string[] = [];
  for await (const { type } of client.events(null, { signal: leaving.signal, onBreak: () => leaving.abort() })) heard.push(type);
  assert.deepEqual(heard, ["ready"]);
});
