/**
 * The time of a change with an object store, compared with that of a server without one: in alternating blocks of the same run, so that
 * a busy machine is busy for both. Changes are shipped after they are answered.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { S3StandIn } from "../objects/s3-stand-in.ts";
import { ServerProcess } from "../server-process.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

/** Changes of one server in a block. */
const inBlock = 15;
const mostTimes = 1.3;

export const rounds = 20;

export const run: Drill["run"] = (rounds) => inTemporaryDirectory((directory) => compare(directory, rounds));

async function compare(directory: string, rounds: number): Promise<string> {
  await using bucket = await S3StandIn.start();
  const shipping = await Server.start(join(directory, "a"), { ...bucket.env, DRAWBRIDGE_OBJECTS: bucket.url });
  const plain = await Server.start(join(directory, "b"));
  try {
    // The first ones also compile what they run.
    for (const server of [shipping, plain]) await server.change(2 * inBlock);
    const times = new Map<Server, number[]>([
      [shipping, []],
      [plain, []],
    ]);
    for (let round = 0; round < rounds; round++)
      for (const server of [shipping, plain, plain, shipping]) times.get(server)?.push(...(await server.change(inBlock)));
    const middle = (server: Server, part: number) => {
      const sorted = (times.get(server) ?? []).sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length * part)] ?? 0;
    };
    const [half, most] = [0.5, 0.95].map((part) => middle(shipping, part) / middle(plain, part)) as [number, number];
    const puts = bucket.requests.filter(({ operation }) => operation === "put").length;
    const text = `${4 * inBlock * rounds} changes, ${puts} objects: the median took ${half.toFixed(2)} times, the 95th percentile ${most.toFixed(2)} times as long with an object store`;
    assert.ok(half <= mostTimes, text);
    return text;
  } finally {
    await Promise.all([shipping.stop(), plain.stop()]);
  }
}

/** A server in a process of its own. */
class Server {
  readonly #process: ServerProcess;
  readonly #token: string;
  #changes = 0;

  static async start(directory: string, env: Readonly<Record<string, string>> = {}): Promise<Server> {
    mkdirSync(directory);
    const started = await ServerProcess.start(directory, { DRAWBRIDGE_LOG_LEVEL: "error", ...env }, ["--demo"]);
    return new Server(started, readFileSync(join(directory, "admin-token"), "utf8").trim());
  }

  private constructor(started: ServerProcess, token: string) {
    this.#process = started;
    this.#token = token;
  }

  /** Milliseconds of each change. */
  async change(count: number): Promise<number[]> {
    const times: number[] = [];
    for (let n = 0; n < count; n++) {
      const begun = performance.now();
      const answer = await fetch(`${this.#process.url}/admin/v1/projects/acme-shop`, {
        method: "PATCH",
        headers: {
          authorization: `Bearer ${this.#token}`,
          "content-type": "application/merge-patch+json",
          "if-match": "*",
        },
        body: JSON.stringify({ name: `Shop ${++this.#changes}` }),
      });
      await answer.arrayBuffer();
      assert.equal(answer.status, 200);
      times.push(performance.now() - begun);
    }
    return times;
  }

  stop(): Promise<void> {
    return this.#process.end("SIGTERM");
  }
}
