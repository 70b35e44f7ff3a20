/** One process that answers reads, as the primary sees it: what it was told, what it has, and its end. */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { environmentWithoutSettings } from "../settings.ts";
import type { HeldRows } from "../snapshot/held-rows.ts";
import type { Change, Head } from "../store/store.ts";
import type { WorkerCountsShare } from "./worker-counts.ts";
import type { FromWorker, InheritedSocket, ReadRules, ToWorker } from "./worker-message.ts";

const script = join(import.meta.dirname, "read-worker.ts");
/** Rows in one message: some milliseconds of the primary's time. */
const rowsAtOnce = 1_000;
/** After standard input, output and error, and the channel. */
const firstFd = 4;

export interface WorkerProcessOptions {
  /** `fd` as this process has it. */
  readonly sockets: readonly InheritedSocket[];
  readonly rules: ReadRules;
  readonly counted: (share: WorkerCountsShare) => void;
}

export class WorkerProcess {
  /** How it ended, once it has: a signal, an exit code, or why it could not be started. All that it said was heard before. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #counted: WorkerProcessOptions["counted"];
  readonly #listening = Promise.withResolvers<void>();
  readonly #shut = Promise.withResolvers<void>();
  /** Who waits for it to have something, by number. */
  #waiting: { readonly number: number; readonly resolve: () => void }[] = [];
  #copying: Promise<void> = Promise.resolve();
  #copies = 0;
  #isFed = false;
  #takesRequests = false;
  #isOver = false;
  #sent = 0;
  #acknowledged = 0;
  #head: Head | null = null;
  #connections: readonly number[] = [];

  constructor({ sockets, rules, counted }: WorkerProcessOptions) {
    this.#counted = counted;
    this.#child = fork(script, [], {
      execArgv: [],
      env: environmentWithoutSettings(),
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc", ...sockets.map(({ fd }) => fd)],
    });
    this.ended = new Promise((resolve) => {
      this.#child.once("error", (error) => this.#over(error.message, resolve));
      this.#child.once("close", (code, signal) => this.#over(signal ?? `exit code ${code}`, resolve));
    });
    this.#listening.promise.catch(() => undefined); // Looked at by who waits for it.
    this.#child.on("message", (message: FromWorker) => this.#hear(message));
    this.#send({ kind: "begin", rules, sockets: sockets.map((socket, index) => ({ ...socket, fd: firstFd + index })) });
  }

  get pid(): number | null {
    return this.#child.pid ?? null;
  }

  /** What it said last that it has. */
  get head(): Head | null {
    return this.#head;
  }

  /** That it said last are open. @param door index of a socket */
  connections(door: number): number {
    return this.#isOver ? 0 : (this.#connections[door] ?? 0);
  }

  /** Whether somebody may be answered by it. */
  get takesRequests(): boolean {
    return this.#takesRequests && !this.#isOver;
  }

  get hasAll(): boolean {
    return this.#acknowledged === this.#sent;
  }

  get isCopying(): boolean {
    return this.#copies > 0;
  }

  /** Resolves when it takes connections, or is over. @throws unavailable: why it cannot */
  async listen(): Promise<void> {
    this.#takesRequests = true;
    this.#send({ kind: "listen" });
    await Promise.race([this.#listening.promise, this.ended]);
  }

  /** Gives it a whole copy, and from then on commits. Resolves when it has that, or is over. */
  copy(held: HeldRows): Promise<void> {
    this.#copies++;
    this.#copying = this.#copying.then(() => this.#copy(held)).finally(() => this.#copies--);
    return this.#copying;
  }

  commit(changes: readonly Change[], head: Head): void {
    // What comes before its copy is in it.
    if (this.#isFed) this.#send({ kind: "commit", changes, head, number: ++this.#sent });
  }

  /** Resolves when it has all that it was sent until now, or is over. */
  caughtUp(): Promise<void> {
    const number = this.#sent;
    if (this.#isOver || this.#acknowledged >= number) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ number, resolve }));
  }

  /** It says that it is not to be sent anybody new. */
  leave(): void {
    this.#send({ kind: "leave" });
  }

  /** Resolves when it takes no more connections, or is over. Those that it has go on as ever. */
  async shut(): Promise<void> {
    this.#send({ kind: "shut" });
    await Promise.race([this.#shut.promise, this.ended]);
  }

  /** It finishes what is in flight. Killed where it is not over `graceMs` and a second later. */
  async stop(graceMs: number): Promise<void> {
    this.#send({ kind: "stop", graceMs });
    const late = setTimeout(() => this.kill(), graceMs + 1_000);
    await this.ended;
    clearTimeout(late);
  }

  kill(): void {
    if (!this.#isOver) this.#child.kill("SIGKILL");
  }

  async #copy(held: HeldRows): Promise<void> {
    const { head } = held;
    const rows = held.rows();
    if (head === null) return;
    this.#isFed = true;
    for (let at = 0; at < rows.length && !this.#isOver; at += rowsAtOnce) {
      await this.#sendSlowly({ kind: "rows", rows: rows.slice(at, at + rowsAtOnce) });
    }
    this.#send({ kind: "whole", head, number: ++this.#sent });
    await this.caughtUp();
  }

  /** Resolves when the system has taken it: whoever sends much waits for that, so that it does not pile up here. */
  #sendSlowly(message: ToWorker): Promise<void> {
    return new Promise((resolve) => this.#send(message, resolve));
  }

  #send(message: ToWorker, done: () => void = () => undefined): void {
    // That it is gone, its end says.
    if (this.#child.connected) this.#child.send(message, undefined, undefined, () => done());
    else done();
  }

  #hear(message: FromWorker): void {
    if (message.kind === "listening") this.#listening.resolve();
    else if (message.kind === "shut") this.#shut.resolve();
    else if (message.kind === "refused") this.#listening.reject(new DrawbridgeError("unavailable", message.message));
    else if (message.kind === "counted") this.#hearCounts(message.share);
    else {
      this.#head = message.head;
      this.#acknowledged = message.number;
      this.#tellWaiting(message.number);
    }
  }

  #hearCounts(share: WorkerCountsShare): void {
    this.#connections = share.doors.map(({ connections }) => connections);
    this.#counted(share);
  }

  #tellWaiting(number: number): void {
    const all = this.#waiting;
    this.#waiting = all.filter((each) => each.number > number);
    for (const each of all) if (each.number <= number) each.resolve();
  }

  #over(how: string, resolve: (how: string) => void): void {
    this.#isOver = true;
    this.#tellWaiting(Number.POSITIVE_INFINITY);
    resolve(how);
  }
}
