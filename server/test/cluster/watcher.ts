/** Sends reads to every member of a cluster all the time, like apps, and records the answers. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "./member.ts";

export class Watcher {
  readonly #members: readonly Member[];
  readonly #path: string;
  readonly #key: string;
  /** Answers of each member, in order; repetitions are recorded once. */
  readonly #seen = new Map<string, string[]>();
  readonly failures: string[] = [];
  reads = 0;
  #isOver = false;
  #loops: Promise<void>[] = [];

  constructor(members: readonly Member[], path: string, key: string) {
    this.#members = members;
    this.#path = path;
    this.#key = key;
  }

  start(): void {
    this.#loops = this.#members.map((member) => this.#watch(member));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  of(member: Member): readonly string[] {
    return this.#seen.get(member.name) ?? [];
  }

  async #watch(member: Member): Promise<void> {
    while (!this.#isOver) {
      if (member.isServing) await this.#read(member);
      await sleep(25);
    }
  }

  async #read(member: Member): Promise<void> {
    const { life } = member;
    const answer = await member.read(this.#path, this.#key).catch((error: unknown) => String(error));
    // The member was killed during the request.
    if (life !== member.life) return;
    this.reads++;
    if (typeof answer === "string" || answer.status !== 200) {
      this.failures.push(`${member.name}: ${typeof answer === "string" ? answer : `${answer.status} ${answer.body}`}`);
      return;
    }
    const seen = this.#seen.get(member.name) ?? [];
    if (seen.at(-1) !== answer.body) seen.push(answer.body);
    this.#seen.set(member.name, seen);
  }
}
