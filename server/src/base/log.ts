import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "./settings.ts";

export const logEvents = {
  "admin.failed": "A request of the admin API failed unexpectedly; the answer has the same `request`",
  "admin.request": "A request of the admin API was answered",
  "cleanup.failed": "The daily cleanup failed, and is retried in an hour",
  "cleanup.project_failed": "The cleanup of one project failed, and is retried tomorrow",
  "clock.confirmed": "The clock is confirmed again, so that ended windows are deleted",
  "clock.right": "The clock is right again",
  "clock.unconfirmed": "The clock is not confirmed for the daily cleanup",
  "clock.wrong": "The clock is off by more than 5 s",
  "commit.applied": "A change was committed",
  "commits.lost": "The database went back, and commits are lost",
  "commits.unreported": "The loss of commits could not be determined or reported",
  "connections.accepted": "Connections are accepted again",
  "connections.closed": "No file descriptor is free, so new connections are closed unanswered",
  "manifest.save_failed": "The manifest of a project before a loss could not be saved",
  "objects.back": "The object store can be used again",
  "objects.loaded": "Reads are answered from rows of the object store",
  "objects.lost": "The object store cannot be used",
  "objects.restored": "An empty data directory was restored from the object store",
  "objects.restoring": "An empty data directory is being restored",
  "objects.superseded": "Another store took over the object store from this one",
  "opening.ended": "An opening by hand has ended",
  "opening.started": "A project was opened by hand",
  "opening.unprepared": "`drawbridge open` would not work on a full disk",
  "opening.unrecorded": "An opening by hand is not in the history yet",
  "origin.back": "The edge follows its origin again",
  "origin.followed": "The edge follows its origin",
  "origin.lost": "The edge has lost its origin",
  "person.invited": "A person was invited into a project",
  "record.write_failed": "Commands on this machine cannot find the server, and need `--url`",
  "replica.back": "The replica on disk is current again",
  "replica.lost": "The replica on disk cannot be used",
  "request.failed": "A request failed unexpectedly",
  "request.refused": "The listener refused a request",
  "server.message": "A line for the person who started the server",
  "server.warning": "A setting or the runtime needs attention",
  "sign_in.failed": "A sign-in with the identity provider failed",
  "sign_in.refused": "A sign-in with the identity provider was refused",
  "sign_in.unavailable": "The identity provider has another issuer",
  "start.incomplete": "The start could not finish its writes; reads are answered",
  "start.retried": "A step of the start failed, and is retried",
  "store.back": "The store is back",
  "store.epoch_renewed": "The store has lost commits, and has a new epoch",
  "store.host": "The store uses this one of its hosts; an `error` if a replaced primary still accepts changes",
  "store.lost": "The connection to the store is lost",
  "store.rows_rebuilt": "Rows differed from the log and were rebuilt",
  "token_use.write_failed": "The last uses of access tokens could not be written",
  "usage.refused": "The origin refused the edge's counts",
  "usage.write_failed": "The usage of read keys could not be written",
  "webhooks.back": "Events are sent to webhooks again",
  "webhooks.lost": "Events cannot be sent to webhooks",
} as const;

type LogEvent = keyof typeof logEvents;

interface LogFields {
  readonly event: LogEvent;
  readonly [name: string]: unknown;
}

export type { Logger };

export interface Log {
  error(fields: LogFields, text: string): void;
  warn?(fields: LogFields, text: string): void;
  info?(fields: LogFields, text: string): void;
  debug?(fields: LogFields, text: string): void;
}

/** Only tests pass a `destination`. Redacts secrets up to three levels down. */
export function openLog(level: LogLevel, destination: DestinationStream = standardError()): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...secrets.flatMap(inAnyCase), "X-API-Key"].flatMap(atAnyDepth), censor: "(secret)" },
    },
    destination,
  );
}

const secrets = ["authorization", "proxy-authorization", "x-api-key", "cookie", "set-cookie", "token", "key", "password"];

function inAnyCase(name: string): string[] {
  return [name, name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), name.toUpperCase()];
}

function atAnyDepth(name: string): string[] {
  return ["", "*", "*.*", "*.*.*"].map((above) => `${above}["${name}"]`);
}

function standardError(): DestinationStream {
  // An unhandled "error" would stop the process: a log that cannot be written, on a full disk, loses lines.
  if (!process.stderr.isTTY) return pino.destination({ fd: 2, sync: true }).on("error", () => undefined);
  return { write: (line) => void process.stderr.write(sentence(line)) };
}

export function sentence(line: string): string {
  const { level, time, msg, err, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const extra = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const { stack } = (err ?? {}) as { readonly stack?: unknown };
  const cause = typeof stack === "string" ? `  ${stack.replaceAll("\n", "\n  ")}\n` : "";
  return `${String(time).slice(11, 19)} ${String(level).padEnd(5)} ${msg ?? ""}${extra.join("")}\n${cause}`;
}

/** Some texts differ at each attempt. */
const maxProblems = 10;

type OutageLines = Readonly<Record<"lost" | "back", { readonly event: LogEvent; readonly text: string }>>;

export class OutageLog {
  readonly #log: Pick<Log, "error" | "info">;
  readonly #lines: OutageLines;
  #lostAt: number | null = null;
  readonly #problems = new Set<string>();

  constructor(log: Pick<Log, "error" | "info">, lines: OutageLines) {
    this.#log = log;
    this.#lines = lines;
  }

  /** @param now epoch ms @param text in place of the lines' own */
  lost(problem: string, now: number, fields: object, text = this.#lines.lost.text): void {
    this.#lostAt ??= now;
    if (this.#problems.has(problem) || this.#problems.size >= maxProblems) return;
    this.#problems.add(problem);
    const { event } = this.#lines.lost;
    this.#log.error({ event, reason: problem, ...fields }, text);
  }

  /** @param now epoch ms */
  back(now: number, fields: object): boolean {
    const lostAt = this.#lostAt;
    if (lostAt === null) return false;
    this.#lostAt = null;
    this.#problems.clear();
    const { event, text } = this.#lines.back;
    this.#log.info?.({ event, awaySeconds: Math.max(0, now - lostAt) / 1000, ...fields }, text);
    return true;
  }
}
