import assert from "node:assert/strict";
import { test } from "node:test";
import { createAdminClient, type ServerEvent } from "drawbridge-client/admin";
import { acme, creating, replacing } from "../admin-server.ts";
import { freeAddress } from "../free-port.ts";
import { type Program, startProgram } from "../running-program.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const directories = temporaryDirectories();

/** On a connection of its own: one that an earlier server has left behind is no good. */
async function rename(program: Program, name: string, reason = ""): Promise<void> {
  const headers = { ...replacing, connection: "close" };
  const { status } = await program.admin("PATCH", `/admin/v1/projects/acme?reason=${reason}`, { name }, headers);
  assert.equal(status, 200);
}

test("a listener misses nothing through a restart of the server, and receives nothing twice", async () => {
  const directory = directories();
  const env = { DRAWBRIDGE_LISTEN: await freeAddress() };
  const first = await startProgram({ directory, env });
  const { token, urls } = first;
  await first.admin("PUT", "/admin/v1/projects/acme/manifest", acme, creating);
  const leaving = new AbortController();
  const heard: ServerEvent[] = [];
  const client = createAdminClient({ url: urls.admin, token });
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  const { promise: all, resolve: isAll } = Promise.withResolvers<void>();
  const listening = (async () => {
    for await (const event of client.events("acme", { signal: leaving.signal })) {
      heard.push(event);
      if (event.type === "ready") isReady();
      if (event.type === "commit" && event.reason === "last") isAll();
    }
  })();
  try {
    await ready;
    for (const name of ["A", "B"]) await rename(first, name);
    await first.stop();
    const second = await startProgram({ directory, env });
    for (const name of ["C", "D"]) await rename(second, name);
    await second.stop();
    const third = await startProgram({ directory, env });
    await rename(third, "E", "last");
    await all;
    await third.stop();
  } finally {
    leaving.abort();
    await listening;
  }
  const revisions = heard.filter(({ type }) => type === "commit").map(({ revision }) => revision);
  const [from = 0] = revisions;
  assert.deepEqual(
    revisions,
    [0, 1, 2, 3, 4].map((n) => from + n),
  );
  assert.ok(heard.every(({ type }) => type !== "resync"));
});
