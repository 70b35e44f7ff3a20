/** Apps can send any text. What is remembered of it stays within its bound, as counted and as the process has it. */
import assert from "node:assert/strict";
import { Agent, request } from "node:http";
import { after, before, describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { randomFrom } from "../drills/drill.ts";
import { config, maintenance, type ReadServer, startReadServer } from "../read-server.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const megabyte = 1024 * 1024;
/** Small, so that 100 000 questions fill them many times. */
const limits = { answers: 3 * megabyte, outcomes: megabyte };
const bound = limits.answers + limits.outcomes;

function used(): number {
  // Once is not enough for what waits for finalizers.
  for (let i = 0; i < 4; i++) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

describe("100 000 random questions", () => {
  let server: ReadServer;
  let keys: string[];
  /** Bytes in use before the first question. */
  let empty: number;
  before(async () => {
    const instances = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`i-${i}`, { name: { en: `I ${i}`, de: `D ${i}` } }]),
    );
    const messages = {
      upgrade: { en: "You have {current_version}. Please update.", de: "Sie haben {current_version}." },
      default: { en: "{current_version} is fine.", de: "{current_version} ist gut." },
    };
    const platforms = { ios: { minimum: "5", store: "none" }, android: {} };
    const projects = ["one", "two"].map((project) => ({ project, instances, messages, platforms }));
    server = await startReadServer({ projects, catalogLimits: limits });
    empty = used();
    keys = [await server.addKey("one"), await server.addKey("two"), await server.addKey("one", { platforms: ["ios"] })];
  });
  after(() => server.stop());

  /** Mostly questions with an answer, each of them another one, with wrong ones between. */
  const questions = (next: () => number) => () => {
    const number = (below: number) => Math.floor(next() * below);
    const text = (length: number) => Array.from({ length }, () => (33 + number(90)).toString(16)).join("%");
    const key = next() < 0.9 ? (keys[number(3)] ?? "") : `made-up-key-${number(1e9)}`;
    const noise = next() < 0.3 ? `&${number(1e9)}=${"n".repeat(number(next() < 0.02 ? 4_000 : 100))}` : "";
    const language = next() < 0.3 ? `&lang=${["de", "en", "it", `x${number(1e6)}`, `%${text(3)}`][number(5)]}` : "";
    const version = `${number(9)}.${number(1e6)}.${number(1e6)}${next() < 0.2 ? "-rc." : ""}`;
    const target =
      next() < 0.7
        ? `${config}?platform=${["ios", "android", "IOS", "tv"][number(4)]}&current_version=${version}${language}${noise}`
        : `${maintenance}?instanceId=i-${number(310)}${language}${noise}`;
    const acceptLanguage = next() < 0.5 ? `de;q=0.${number(1e6)}, en` : null;
    return { key, target, acceptLanguage };
  };

  test("are remembered within the limits, as counted at any time", () => {
    const ask = questions(randomFrom(1));
    let most = 0;
    for (let i = 0; i < 20_000; i++) {
      const { acceptLanguage, ...question } = ask();
      server.answer(question, { acceptLanguage });
      most = Math.max(most, server.catalog.bytes);
    }
    assert.ok(most <= bound, `${most} of ${bound}`);
    assert.ok(most > 0.9 * bound, "and the limits were reached");
  });

  test("leave the process with no more than was counted", () => {
    const ask = questions(randomFrom(2));
    for (let i = 0; i < 100_000; i++) {
      const { acceptLanguage, ...question } = ask();
      server.answer(question, { acceptLanguage });
    }
    const grown = used() - empty;
    console.log(
      `remembered ${(server.catalog.bytes / megabyte).toFixed(1)} MB as counted, ${(grown / megabyte).toFixed(1)} MB more in the process`,
    );
    assert.ok(grown < 1.5 * bound, `${grown} bytes more`);
  });

  test("over kept connections: every one is answered, and the bound holds", async () => {
    const ask = questions(randomFrom(3));
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const asking = async () => {
      for (let i = 0; i < 500; i++) {
        const { key, target, acceptLanguage } = ask();
        const status = await statusOf(agent, server.port, target, key, acceptLanguage);
        assert.ok([200, 400, 401, 403, 404].includes(status), String(status));
      }
    };
    await Promise.all(Array.from({ length: 8 }, asking));
    agent.destroy();
    assert.ok(server.catalog.bytes <= bound);
    assert.deepEqual(server.failures, []);
  });

  test("each outcome's bytes are its own: errors between two answers keep no others alive", () => {
    const before = used();
    for (let i = 0; i < 1_000; i++) {
      server.answer({ target: `${config}?platform=ios&current_version=1.${i}`, key: keys[0] ?? "" });
      // About half as many bytes as one block of the pool that Node cuts small buffers from.
      for (let j = 0; j < 100; j++) server.answer({ target: config, key: keys[0] ?? "" });
    }
    assert.ok(used() - before < bound, `${used() - before} bytes`);
  });
});

function statusOf(agent: Agent, port: number, path: string, key: string, acceptLanguage: string | null): Promise<number> {
  const headers = { "x-api-key": key, ...(acceptLanguage === null ? {} : { "accept-language": acceptLanguage }) };
  return new Promise((resolve, reject) => {
    const asking = request({ agent, port, path, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    asking.on("error", reject);
    asking.end();
  });
}
