/** Sends the same streams of bytes to two servers, one with the fast path and one without: the same bytes come back, and the same is counted. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { hour, noon, type ReadServer, startReadServer, wall } from "../read-server.ts";
import { type RequestStream, RequestStreams } from "../request-streams.ts";
import type { Drill } from "./drill.ts";

export const rounds = 1_000_000;

export const run: Drill["run"] = async (rounds, random) => {
  await using pair = await ServerPair.start();
  const streams = new RequestStreams(pair.keys, random);
  for (let done = 0; done < rounds; done += concurrent) {
    const batch = Array.from({ length: Math.min(concurrent, rounds - done) }, () => streams.next());
    await Promise.all(batch.map((stream) => pair.compare(stream)));
    if (done % 10_000 === 0) pair.compareCounts();
  }
  pair.compareCounts();
  const { begun } = pair.on.counts;
  const share = pair.fastReads / begun;
  assert.ok(share > 0.1, `the fast path answered ${pair.fastReads} of ${begun} reads`);
  return `${rounds} streams with ${begun} reads, ${(share * 100).toFixed(0)} % of them on the fast path: no difference`;
};

const concurrent = 32;

const project = {
  project: "shop",
  messages: { upgrade: { en: "You have {current_version}.", de: "Sie haben {current_version}. Größer." } },
  instances: { "eu-1": { name: { en: "Europe" } }, "eu-2": { name: { en: "Asia" } } },
  platforms: { ios: { minimum: "2.4", store: "none" }, android: {} },
  windows: { upgrade: { instances: ["eu-1"], start: wall(noon - hour), duration: "PT2H", zone: "UTC" } },
};

/** The same project and keys on a server with the fast path and on one without. */
export class ServerPair implements AsyncDisposable {
  readonly on: ReadServer;
  readonly off: ReadServer;
  readonly keys: readonly string[];

  private constructor(on: ReadServer, off: ReadServer, keys: readonly string[]) {
    this.on = on;
    this.off = off;
    this.keys = keys;
  }

  static async start(): Promise<ServerPair> {
    const [on, off] = await Promise.all([
      startReadServer({ projects: [project] }),
      startReadServer({ projects: [project], fastPath: false }),
    ]);
    const keys = ["good-key-for-all-of-the-project", "good-key-for-a-platform-alone"] as const;
    for (const server of [on, off]) {
      await server.addKey("shop", {}, keys[0]);
      await server.addKey("shop", { platforms: ["ios"], expiresAt: noon + hour / 60 }, keys[1]);
    }
    return new ServerPair(on, off, [keys[0], keys[0], keys[0], keys[1], "unknown-key-of-nobody-at-all", "short"]);
  }

  get fastReads(): number {
    return this.off.slow.count - this.on.slow.count;
  }

  async compare(stream: RequestStream): Promise<void> {
    const [on, off] = await Promise.all([this.on, this.off].map(({ port }) => received(port, stream)));
    assert.equal(on, off, JSON.stringify(stream));
  }

  compareCounts(): void {
    assert.deepEqual(countsOf(this.on), countsOf(this.off));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.on.stop(), this.off.stop()]);
  }
}

function countsOf({ counts, refusals, catalog, failures }: ReadServer) {
  const { counters, versions, refused } = catalog.usage.take();
  return {
    begun: counts.begun,
    statuses: counts.samples().filter(({ value }) => value > 0),
    refusals: Object.fromEntries(refusals),
    counters: counters.flatMap((taken) => taken.counts.map((count) => JSON.stringify(count))).toSorted(),
    versions: versions.map((taken) => JSON.stringify(taken)).toSorted(),
    // Not the example, which is of the stream that came first.
    refused: refused.map(({ key, code, hour: at, count }) => [key, code, at, count].join(" ")).toSorted(),
    failures,
  };
}

/** Sends each piece when the server has read the one before, then ends. Returns all bytes, without dates. */
async function received(port: number, { opening, pieces }: RequestStream): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
  let bytes = "";
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    bytes += text;
  });
  socket.on("error", () => undefined); // A server that has closed resets what is sent later.
  const closed = new Promise<void>((resolve) => void socket.on("close", () => resolve()));
  await once(socket, "connect");
  if (opening !== null) {
    socket.write(opening, "latin1");
    await once(socket, "data");
  }
  for (const piece of pieces) {
    // Two turns of the event loop, which the server shares: it reads and answers.
    await turn();
    await turn();
    if (!socket.writable) break;
    socket.write(piece, "latin1");
  }
  socket.end();
  await closed;
  return bytes.replaceAll(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/gm, "Date");
}
