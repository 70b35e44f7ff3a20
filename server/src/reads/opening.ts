/** Projects are kept open by full-sized files in the data directory: a full disk stops nothing. */
import { closeSync, existsSync, fchmodSync, fchownSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { formatZonedInstant } from "drawbridge-rules/describe/times.ts";
import { errorText } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import { z } from "zod";
import type { Log } from "../base/log.ts";
import { createDataDirectory } from "../base/program-files.ts";
import type { Catalog } from "./catalog/catalog.ts";

/** Milliseconds; a longer opening belongs in the policy, with history and review. */
export const longestOpening = 86_400_000;
export const maxOpenings = 32;
/** Characters. */
export const longestOpeningReason = 200;

const openingSchema = z.object({
  project: z.string().max(63),
  /** Epoch ms, like `until`. */
  from: z.int(),
  until: z.int(),
  reason: z.string().max(longestOpeningReason),
  /** Account of the operating system that gave the order. */
  by: z.string().max(64),
});
export type Opening = Readonly<z.infer<typeof openingSchema>>;
/** As an edge reports an order to its origin, which adds it to the history. */
export const reportedOpeningSchema = openingSchema.extend({ host: z.string().max(253) });
export type ReportedOpening = Readonly<z.infer<typeof reportedOpeningSchema>>;
const ordersSchema = z.array(openingSchema).max(maxOpenings);

const answerSchema = z.object({
  pid: z.int(),
  openings: z.array(
    openingSchema.pick({ project: true, from: true, until: true }).extend({
      /** False means the process has no such project. Null means it has no data yet. */
      isKnown: z.boolean().nullable(),
    }),
  ),
  /** Orders that are in the history: `openingName`. */
  recorded: z.array(z.string()),
});
type OpeningAnswer = Readonly<z.infer<typeof answerSchema>>;

/** Bytes of each file, for the most orders with the longest reasons, in UTF-8. */
const fileBytes = 64 * 1024;
const lookEvery = 1_000;
/** Looks between two tries to record an order in the history. */
const recordEvery = 10;

/** A JSON file of a fixed size, overwritten in place. */
class ReservedFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Changes with every write; null means there is no file that only its owner can write. */
  stamp(): string | null {
    try {
      const { mtimeNs, ino, uid, mode } = statSync(this.path, { bigint: true });
      if (process.platform === "win32") return `${ino} ${mtimeNs}`;
      const isOurs = uid === BigInt(process.geteuid?.() ?? 0) || uid === 0n;
      return isOurs && (mode & 0o022n) === 0n ? `${ino} ${mtimeNs}` : null;
    } catch {
      return null;
    }
  }

  /** Undefined means it cannot be read, or is being written. */
  read(): unknown {
    try {
      return JSON.parse(readFileSync(this.path, "utf8"));
    } catch {
      return undefined;
    }
  }

  /** Creates a missing file for the owner of its directory, who runs the process. @throws the error of the file system */
  write(value: unknown): void {
    const text = Buffer.alloc(fileBytes, " ");
    const written = text.write(JSON.stringify(value));
    if (written === fileBytes) throw new RangeError(`${this.path} is too small.`);
    const fd = this.#open();
    try {
      writeSync(fd, text, 0, fileBytes, 0);
      // The process obeys no file that others could have written: a restored or copied one may have another mode or owner.
      fchmodSync(fd, 0o600);
      const { uid, gid } = statSync(join(this.path, ".."));
      if (process.geteuid?.() === 0) fchownSync(fd, uid, gid);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  }

  #open(): number {
    try {
      return openSync(this.path, "r+");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      return openSync(this.path, "wx", 0o600);
    }
  }
}

function ordersIn(directory: string): ReservedFile {
  return new ReservedFile(join(directory, "opened"));
}

function answerIn(directory: string): ReservedFile {
  return new ReservedFile(join(directory, "opened-answer"));
}

/** Oldest first, with ended ones for the history, as far as there is room. */
export function readOpenings(directory: string): readonly Opening[] {
  return parseOrders(ordersIn(directory).read()) ?? [];
}

/** False means no server or edge has started with that directory. */
export function takesOrders(directory: string): boolean {
  return existsSync(ordersIn(directory).path);
}

/** The oldest orders give way. @throws the error of the file system */
export function writeOpenings(directory: string, openings: readonly Opening[]): void {
  ordersIn(directory).write(openings.slice(-maxOpenings));
}

/** Null means no process has read the order yet. */
export function findAnswer(directory: string, { project, from, until }: Opening) {
  const answer = readAnswer(directory);
  const found = answer?.openings.find((one) => one.project === project && one.from === from && one.until === until);
  return answer && found ? { pid: answer.pid, isKnown: found.isKnown } : null;
}

function readAnswer(directory: string): OpeningAnswer | null {
  return answerSchema.safeParse(answerIn(directory).read()).data ?? null;
}

function parseOrders(value: unknown): readonly Opening[] | null {
  return ordersSchema.safeParse(value).data ?? null;
}

/** A clock that went back by more than the longest opening ends all of them. */
export function isCurrent({ until }: Opening, now: number): boolean {
  return now < until && until <= now + longestOpening;
}

/** Distinguishes an order, and one whose end was changed. */
export function openingName({ project, from, until }: Pick<Opening, "project" | "from" | "until">): string {
  return `${project} ${from} ${until}`;
}

/** For the history, in UTC. An order to close again has no reason. */
export function openingText({ from, until, reason, by, host }: ReportedOpening): string {
  const what = reason === "" ? "Closed again" : "Opened by hand";
  const text = `${what} on ${host} by ${by} ${reason === "" ? "at" : "until"} ${formatZonedInstant(until, { zone: "UTC", now: from })}${reason && `: ${reason}`}`;
  return text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");
}

interface OpeningWatchOptions {
  readonly directory: string;
  readonly catalog: Pick<Catalog, "open" | "head" | "hasProject">;
  readonly log: Log;
  readonly now: () => number;
  /** Adds an order to the history. Rejects while that is impossible. */
  readonly record: (opening: ReportedOpening) => Promise<void>;
}

export class OpeningWatch {
  current: readonly Opening[] = [];
  readonly #options: OpeningWatchOptions;
  readonly #orders: ReservedFile;
  readonly #answer: ReservedFile;
  #stamp: string | null = null;
  #all: readonly Opening[] = [];
  #recorded = new Set<string>();
  #isAnswered = false;
  #looks = 0;
  #recording: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: OpeningWatchOptions) {
    this.#options = options;
    this.#orders = ordersIn(options.directory);
    this.#answer = answerIn(options.directory);
  }

  /** Reserves both files and obeys earlier orders. */
  start(): void {
    this.#recorded = new Set(readAnswer(this.#options.directory)?.recorded ?? []);
    this.#reserve();
    this.look();
    this.#timer = setInterval(() => this.look(), lookEvery).unref();
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  /** Never throws. */
  look(): void {
    const now = this.#options.now();
    const stamp = this.#orders.stamp();
    if (stamp !== this.#stamp) {
      const read = stamp === null ? [] : parseOrders(this.#orders.read());
      // A file that is being written is read at the next look.
      if (read !== null) {
        this.#stamp = stamp;
        this.#all = read;
        this.#isAnswered = false;
      }
    }
    const current = this.#all.filter((opening) => isCurrent(opening, now));
    if (current.map(openingName).join() !== this.current.map(openingName).join()) this.#change(current);
    if (this.#looks++ % recordEvery === 0 || !this.#isAnswered)
      this.#recording ??= this.#record().finally(() => (this.#recording = null));
    if (!this.#isAnswered) this.#isAnswered = this.#keepAnswer();
  }

  #change(current: readonly Opening[]): void {
    const { catalog, log } = this.#options;
    const before = this.current;
    this.current = current;
    catalog.open(new Map(current.map(({ project, until }) => [project, until])));
    for (const { project, until, reason, by } of current.filter((one) => !before.includes(one))) {
      if (this.#isKnown(project) === false) continue;
      const fields = { event: "opening.started", project, until: printInstant(until), reason, by } as const;
      log.warn?.(fields, "A project was opened by hand: no version is forced to update, and nothing is in maintenance");
    }
    const isOver = ({ project }: Opening) => !current.some((one) => one.project === project) && this.#isKnown(project) !== false;
    const ended = before.filter(isOver);
    for (const { project } of ended)
      log.warn?.({ event: "opening.ended", project }, "A project opened by hand is closed again: its rules apply");
  }

  async #record(): Promise<void> {
    const { record, log } = this.#options;
    for (const opening of this.#all) {
      const name = openingName(opening);
      if (this.#recorded.has(name) || this.#isKnown(opening.project) !== true) continue;
      try {
        await record({ ...opening, host: hostname() });
        this.#recorded.add(name);
        this.#keepAnswer();
      } catch (error) {
        const reason = errorText(error);
        log.debug?.(
          { event: "opening.unrecorded", project: opening.project, reason },
          "An opening by hand is not yet in the history",
        );
      }
    }
  }

  #isKnown(project: string): boolean | null {
    const { catalog } = this.#options;
    return catalog.head === null ? null : catalog.hasProject(project);
  }

  /** Returns whether the answer is final: without data it is not. */
  #keepAnswer(): boolean {
    const names = this.#all.map(openingName);
    const recorded = [...this.#recorded].filter((name) => names.includes(name));
    const openings = this.#all.map(({ project, from, until }) => ({ project, from, until, isKnown: this.#isKnown(project) }));
    try {
      this.#answer.write({ pid: process.pid, openings, recorded } satisfies OpeningAnswer);
    } catch {
      // The command then says that no process has read the order.
    }
    return openings.every(({ isKnown }) => isKnown !== null);
  }

  /** A node on PostgreSQL has a data directory for this alone. */
  #reserve(): void {
    const { directory, log } = this.#options;
    try {
      createDataDirectory(directory);
      if (this.#orders.read() === undefined) this.#orders.write([]);
      if (readAnswer(directory) === null) this.#keepAnswer();
    } catch (error) {
      const reason = errorText(error);
      log.warn?.(
        { event: "opening.unprepared", reason },
        "drawbridge open cannot be prepared: on a full disk, it would not work",
      );
    }
  }
}
