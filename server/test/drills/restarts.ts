/** Restarts edges that share a port in turns while clients read, and counts the reads that get no answer. */
import assert from "node:assert/strict";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { Member } from "../cluster/member.ts";
import { freeAddress, freePort } from "../free-port.ts";
import { startProgram } from "../running-program.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import type { Drill } from "./drill.ts";

export const rounds = 20;

export const run: Drill["run"] = (rounds) => inTemporaryDirectory((directory) => restartUnderLoad(directory, rounds));

const clients = 8;

async function restartUnderLoad(directory: string, count: number): Promise<string> {
  const origin = await startProgram({ directory: join(directory, "origin"), example: true });
  const port = await freePort();
  const members: Member[] = [];
  try {
    const { body: made } = await origin.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "apps" });
    const { body } = await origin.admin("POST", "/admin/v1/tokens", { kind: "edge", name: "edges" });
    const own = {
      DRAWBRIDGE_SHARED_PORT: "1",
      DRAWBRIDGE_EDGE_ORIGIN: origin.urls.edge,
      DRAWBRIDGE_EDGE_TOKEN: String(body.token),
    };
    for (const name of ["one", "two"]) {
      const settings = { ...own, DRAWBRIDGE_DATA: join(directory, name), DRAWBRIDGE_ADMIN_LISTEN: await freeAddress() };
      const member = new Member(name, port, settings);
      members.push(member);
      assert.ok(await member.start());
    }
    const load = new ConnectionLoad(port, String(made.key));
    for (let restart = 0; restart < count; restart++) {
      const member = members[restart % members.length];
      await load.more(100);
      await member?.stop();
      await load.more(100);
      assert.ok(await member?.start());
    }
    await load.more(200);
    await load.stop();
    assert.deepEqual(load.failures, []);
    return `${count} restarts, ${load.answered} reads: none refused or answered by another status, ${load.resets} reset`;
  } finally {
    await Promise.all(members.map((member) => member.close()));
    await origin.stop();
  }
}

/** Clients that read one after the other: most on a connection of its own each time, some on one that they keep. */
class ConnectionLoad {
  answered = 0;
  /** Connections that the system reset in the queue of an edge that stopped. */
  resets = 0;
  /** Connections that were refused, or answered with anything but the configuration. */
  readonly failures: string[] = [];
  readonly #port: number;
  readonly #key: string;
  readonly #clients: Promise<void>[];
  #isOver = false;

  constructor(port: number, key: string) {
    this.#port = port;
    this.#key = key;
    this.#clients = Array.from({ length: clients }, (_, index) => this.#ask(new Agent({ keepAlive: index % 4 === 3 })));
  }

  async more(count: number): Promise<void> {
    const wanted = this.answered + this.failures.length + count;
    while (this.answered + this.failures.length < wanted) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  async #ask(agent: Agent): Promise<void> {
    while (!this.#isOver) {
      try {
        const answer = await this.#read(agent);
        if (answer === "200") this.answered++;
        else this.failures.push(answer);
      } catch (error) {
        const { code = String(error) } = error as NodeJS.ErrnoException;
        if (code === "ECONNRESET") this.resets++;
        else this.failures.push(code);
      }
    }
    agent.destroy();
  }

  #read(agent: Agent): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const path = "/api/v1/config?platform=ios&current_version=2.3.0";
    get({ host: "127.0.0.1", port: this.#port, path, agent, headers: { "x-api-key": this.#key } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => resolve(answer.statusCode === 200 ? "200" : `${answer.statusCode} ${text}`)).on("error", reject);
    }).on("error", reject);
    return promise;
  }
}
