/** One worker process, seen from the primary: messages sent, content acknowledged, and its end. */
import { type ChildProcess, fork } from "node:child_process";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import { processModule } from "../program-files.ts";
import { environmentWithoutSettings } from "../settings.ts";
import type { CurrentRows } from "../snapshot/current-rows.ts";
import type { Change, Head } from "../store/store.ts";
import type { WorkerCountsShare } from "./worker-counts.ts";
import type { FromWorker, InheritedSocket, ReadRules, ToWorker } from "./worker-message.ts";

/** Rows in one message: a few milliseconds of the primary's time. */
const rowsAtOnce = 1_000;
/** After standard input, output and error, and the channel. */
const firstFd = 4;

export interface WorkerProcessOptions {
  /** `fd` is the descriptor in this process. */
  readonly sockets: readonly InheritedSocket[];
  readonly rules: ReadRules;
  readonly counted: (share: WorkerCountsShare) => void;
}

export class WorkerProcess {
  /** Why the process ended: a signal, an exit code, or the error of its start. Resolves after all its messages were read. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #counted: WorkerProcessOptions["counted"];
  readonly #listening = Promise.withResolvers<void>();
  readonly #shut = Promise.withResolvers<void>();
  /** Callers waiting for an acknowledgment, by number. */
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
    this.#child = fork(processModule("read-worker"), [], {
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

  /** The last acknowledged position. */
  get head(): Head | null {
    return this.#head;
  }

  /** Last reported number of open connections. @param door index of a socket */
  connections(door: number): number {
    return this.#isOver ? 0 : (this.#connections[door] ?? 0);
  }

  /** True if it may answer requests. */
  get takesRequests(): boolean {
    return this.#takesRequests && !this.#isOver;
  }

  get hasAll(): boolean {
    return this.#acknowledged === this.#sent;
  }

  get isCopying(): boolean {
    return this.#copies > 0;
  }

  /** Resolves when it accepts connections, or has ended. @throws unavailable: why it cannot */
  async listen(): Promise<void> {
    this.#takesRequests = true;
    this.#send({ kind: "listen" });
    await Promise.race([this.#listening.promise, this.ended]);
  }

  /** Sends a whole copy, and commits from then on. Resolves when it has the copy, or has ended. */
  copy(held: CurrentRows): Promise<void> {
    this.#copies++;
    this.#copying = this.#copying.then(() => this.#copy(held)).finally(() => this.#copies--);
    return this.#copying;
  }

  commit(changes: readonly Change[], head: Head): void {
    // The copy will include earlier commits.
    if (this.#isFed) this.#send({ kind: "commit", changes, head, number: ++this.#sent });
  }

  /** Resolves when it has everything sent so far, or has ended. */
  caughtUp(): Promise<void> {
    const number = this.#sent;
    if (this.#isOver || this.#acknowledged >= number) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ number, resolve }));
  }

  /** It announces that this server is about to stop. */
  leave(): void {
    this.#send({ kind: "leave" });
  }

  /** Resolves when it accepts no more connections, or has ended. Existing connections continue. */
  async shut(): Promise<void> {
    this.#send({ kind: "shut" });
    await Promise.race([this.#shut.promise, this.ended]);
  }

  /** Lets it finish requests in flight; kills it a second after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#send({ kind: "stop", graceMs });
    const late = setTimeout(() => this.kill(), graceMs + 1_000);
    await this.ended;
    clearTimeout(late);
  }

  kill(): void {
    if (!this.#isOver) this.#child.kill("SIGKILL");
  }

  async #copy(held: CurrentRows): Promise<void> {
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

  /** Resolves when the system has accepted the message: senders of many messages wait for it, so that none pile up here. */
  #sendSlowly(message: ToWorker): Promise<void> {
    return new Promise((resolve) => this.#send(message, resolve));
  }

  #send(message: ToWorker, done: () => void = () => undefined): void {
    // A closed channel needs no error: the end of the process reports it.
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
