/** Two nodes that write all the time, in processes of their own, and the answers to all their reads. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../free-port.ts";
import { pluck } from "../pluck.ts";
import { until } from "../until.ts";
import { adminToken, endAtOnce, manifest, path, project, readKey } from "./cluster.ts";
import { Member } from "./member.ts";
import { Watcher } from "./watcher.ts";

export interface Source {
  readonly state: string;
  readonly problem: string | null;
  readonly lost: { readonly epoch: string; readonly after: number | null; readonly through: number } | null;
}

export interface Status {
  readonly epoch: string;
  readonly sources: readonly [Source];
}

/** Milliseconds within which writes come back, however busy the machine: the drill prints how long it took. */
const patience = 120_000;

const ifAny = { "if-match": "*" };

export class WritingNodes {
  readonly all: readonly Member[];
  readonly watcher: Watcher;
  readonly acknowledged: string[] = [];
  /** Texts that were not acknowledged, and may have been committed. */
  readonly refusals: string[] = [];
  #isOver = false;
  #loops: Promise<void>[] = [];
  #texts = 0;

  private constructor(all: readonly Member[]) {
    this.all = all;
    this.watcher = new Watcher(all, path, readKey);
  }

  /** Starts them; each has written once. @param directory for what they keep on disk @param urls of their databases */
  static async open(directory: string, urls: readonly string[]): Promise<WritingNodes> {
    endAtOnce();
    const nodes = new WritingNodes(
      await Promise.all(
        urls.map(async (url, index) => {
          const settings = {
            DRAWBRIDGE_DATA: join(directory, `node-${index}`),
            DRAWBRIDGE_DATABASE_URL: url,
            DRAWBRIDGE_ADMIN_TOKEN: adminToken,
          };
          return new Member(`node ${index}`, await freePort(), settings);
        }),
      ),
    );
    // On a busy machine the first look for the database can take longer than its URL allows.
    await Promise.all(nodes.all.map((node) => until(() => node.start())));
    await nodes.#prepare();
    nodes.watcher.start();
    nodes.#loops = nodes.all.map((node) => nodes.#write(node));
    await nodes.untilWritten();
    return nodes;
  }

  /** Resolves when each of them has acknowledged a change that was sent after this call. Returns the milliseconds. */
  async untilWritten(): Promise<number> {
    const begun = performance.now();
    const since = this.#texts;
    const isDone = ({ name }: Member) =>
      this.acknowledged.some((text) => text.endsWith(name) && Number.parseInt(text.slice(1), 10) > since);
    while (!this.all.every(isDone)) {
      assert.ok(performance.now() - begun < patience, `no change is accepted: ${this.refusals.slice(-2).join("\n")}`);
      await sleep(20);
    }
    return performance.now() - begun;
  }

  async status(node: Member): Promise<Status> {
    return (await node.admin("GET", "status")).body;
  }

  async stopWriting(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  async textOf(node: Member): Promise<string> {
    return JSON.parse((await node.read(path, readKey)).body).message;
  }

  async close(): Promise<void> {
    await this.stopWriting();
    await this.watcher.stop();
    await Promise.all(this.all.map((node) => node.close()));
  }

  async #prepare(): Promise<void> {
    const [node] = this.all as [Member];
    const headers = { "if-none-match": "*" };
    const made = [
      await node.admin("PUT", `projects/${project}/manifest`, manifest("n0"), headers),
      await node.admin("POST", `projects/${project}/keys/import`, { name: "app", value: readKey }),
    ];
    assert.deepEqual(pluck(made, "status"), [201, 201]);
    for (const one of this.all) while ((await one.read(path, readKey)).status !== 200) await sleep(10);
  }

  async #write(node: Member): Promise<void> {
    for (; !this.#isOver; await sleep(30)) {
      const text = `n${++this.#texts} of ${node.name}`;
      const answer = await node
        .admin("PATCH", `projects/${project}`, { messages: { default: { en: text } } }, ifAny)
        .catch((error: unknown) => ({ status: 0, body: String(error) }));
      if (answer.status === 200) this.acknowledged.push(text);
      else this.refusals.push(`${text}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
}
