/** Edges that follow each other by a misconfigured address: each has a replica, and none is the origin. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { test } from "node:test";
import { OriginProgram } from "../edge-origin-program.ts";
import { eventually } from "../event-listener.ts";
import { exampleForm } from "../example-project.ts";
import { freePort } from "../free-port.ts";
import { EdgeProgram, readBytes } from "../running-edge.ts";
import { temporaryDirectories } from "../temporary-directory.ts";

const newDirectory = temporaryDirectories();
const circle = /^the origin gets its data from this edge: the edges follow each other in a circle/;

/** Where an edge was once, with what it had then on its disk. */
async function place(origin: OriginProgram, token: string): Promise<{ readonly directory: string; readonly port: number }> {
  const directory = newDirectory();
  const edge = await EdgeProgram.start({ directory, origin: origin.url, token });
  await edge.at((await origin.store.head()).revision);
  await edge.stop();
  return { directory, port: await freePort() };
}

async function furnished(): Promise<{ readonly origin: OriginProgram; readonly token: string }> {
  const origin = await OriginProgram.start();
  await origin.apply({ ...exampleForm, project: "acme-shop" });
  return { origin, token: await origin.addToken("all") };
}

const edgeAt = ({ directory, port }: Awaited<ReturnType<typeof place>>, origin: string, token: string) =>
  EdgeProgram.start({ directory, origin, token, env: { DRAWBRIDGE_LISTEN: `127.0.0.1:${port}` } });

test("an edge does not follow itself, and says so", async () => {
  const { origin, token } = await furnished();
  await using _ = origin;
  const at = await place(origin, token);
  await using edge = await edgeAt(at, `http://127.0.0.1:${at.port}`, token);
  await edge.hasProblem(circle);
  assert.equal(edge.running.status().state, "interrupted");
});

test("among edges in a circle one notices, in any order of start, and all continue to answer", async () => {
  const { origin, token } = await furnished();
  await using _ = origin;
  const places = await Promise.all([place(origin, token), place(origin, token), place(origin, token)]);
  const started = await Promise.all(
    places.map((at, index) => edgeAt(at, `http://127.0.0.1:${places[(index + 1) % places.length]?.port}`, token)),
  );
  try {
    await eventually(
      () => started.some((edge) => circle.test(edge.running.status().problem ?? "")),
      () => JSON.stringify(started.map((edge) => edge.running.status())),
    );
    for (const { url } of started) assert.match(await readBytes(url, "/readyz", ""), / 200 /);
  } finally {
    await Promise.all(started.map((edge) => edge.stop()));
  }
});

test("edges one behind the other are in no circle, also where all began with the same copy", async () => {
  const { origin, token } = await furnished();
  await using _ = origin;
  const directory = newDirectory();
  const first = await EdgeProgram.start({ directory, origin: origin.url, token });
  const { revision } = await origin.store.head();
  await first.at(revision);
  await first.stop();
  const [forMiddle, forFar] = [newDirectory(), newDirectory()];
  for (const to of [forMiddle, forFar]) cpSync(directory, to, { recursive: true });
  await using near = await EdgeProgram.start({ directory, origin: origin.url, token });
  await using middle = await EdgeProgram.start({ directory: forMiddle, origin: near.url, token });
  await using far = await EdgeProgram.start({ directory: forFar, origin: middle.url, token });
  await far.at(revision);
  await origin.addToken("another");
  await far.at(revision + 1);
});
