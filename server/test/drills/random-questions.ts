/** Asks random questions, nearly all of them new, and watches the memory of the process. */
import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { recentBound } from "../../src/reads/catalog/recent-answers.ts";
import { languageBound } from "../../src/reads/catalog/wanted-languages.ts";
import { config, maintenance, type Question, type ReadServer, startReadServer } from "../read-server.ts";
import type { Drill } from "./drill.ts";

const megabyte = 1024 * 1024;
/** Small, so that a test fills it many times. */
export const answerBytes = megabyte / 2;
/** Share of the questions after which memory must not grow. */
const warmUp = 0.01;
/** Memory that the engine itself may take meanwhile, for compiled code. */
const allowance = 3 * megabyte;

export const rounds = 10_000_000;

export const run: Drill["run"] = askRandomly;

async function askRandomly(rounds: number, random: () => number): Promise<string> {
  await using world = await RandomQuestions.start(random);
  world.ask(Math.max(10_000, rounds * warmUp));
  const warm = usedMemory();
  world.ask(rounds);
  const grown = usedMemory() - warm;
  assert.ok(grown < allowance, `${grown} bytes more after ${rounds} questions`);
  assert.ok(world.server.catalog.bytes <= world.bound, `${world.server.catalog.bytes} bytes counted`);
  return `${rounds} questions, ${(grown / megabyte).toFixed(1)} MB more memory than after the first ${rounds * warmUp}`;
}

export class RandomQuestions implements AsyncDisposable {
  readonly server: ReadServer;
  readonly #keys: readonly string[];
  readonly #random: () => number;

  private constructor(server: ReadServer, keys: readonly string[], random: () => number) {
    this.server = server;
    this.#keys = keys;
    this.#random = random;
  }

  static async start(random: () => number): Promise<RandomQuestions> {
    const instances = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`i-${i}`, { name: { en: `I ${i}`, de: `D ${i}` } }]),
    );
    const messages = {
      upgrade: { en: "You have {current_version}. Please update.", de: "Sie haben {current_version}." },
      default: { en: "{current_version} is fine.", de: "{current_version} ist gut." },
    };
    const platforms = { ios: { minimum: "5", store: "none" }, android: {} };
    const projects = ["one", "two"].map((project) => ({ project, instances, messages, platforms }));
    const server = await startReadServer({ projects, answerBytes });
    const keys = [await server.addKey("one"), await server.addKey("two"), await server.addKey("one", { platforms: ["ios"] })];
    return new RandomQuestions(server, keys, random);
  }

  get bound(): number {
    return answerBytes + languageBound + recentBound;
  }

  ask(count: number): void {
    for (let i = 0; i < count; i++) {
      const { acceptLanguage, ...question } = this.question();
      this.server.answer(question, { acceptLanguage });
    }
  }

  /** Mostly questions with an answer, each of them another one, with wrong ones between. */
  question(): Pick<Question, "target"> & { readonly key: string; readonly acceptLanguage: string | null } {
    const next = this.#random;
    const number = (below: number) => Math.floor(next() * below);
    const text = (length: number) => Array.from({ length }, () => (33 + number(90)).toString(16)).join("%");
    const key = next() < 0.9 ? (this.#keys[number(3)] ?? "") : `made-up-key-${number(1e9)}`;
    const noise = next() < 0.3 ? `&${number(1e9)}=${"n".repeat(number(next() < 0.02 ? 4_000 : 100))}` : "";
    const language = next() < 0.3 ? `&lang=${["de", "en", "it", `x${number(1e6)}`, `%${text(3)}`][number(5)]}` : "";
    const version = `${number(9)}.${number(1e6)}.${number(1e6)}${next() < 0.2 ? "-rc." : ""}`;
    const target =
      next() < 0.7
        ? `${config}?platform=${["ios", "android", "IOS", "tv"][number(4)]}&current_version=${version}${language}${noise}`
        : `${maintenance}?instanceId=i-${number(310)}${language}${noise}`;
    return { key, target, acceptLanguage: next() < 0.5 ? `de;q=0.${number(1e6)}, en` : null };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
  }
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes in use after a collection. */
export function usedMemory(): number {
  // Once is not enough for what waits for finalizers.
  for (let i = 0; i < 4; i++) collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
