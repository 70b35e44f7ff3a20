/** The log, on standard error: a JSON object per line, or a sentence on a terminal. */
import { type DestinationStream, type Logger, pino } from "pino";
import type { LogEvent, LogFields } from "./log-events.ts";
import type { LogLevel } from "./settings.ts";

export type { Logger };

/** The subset of pino's API used here. */
export interface Log {
  error(fields: LogFields, text: string): void;
  warn?(fields: LogFields, text: string): void;
  info?(fields: LogFields, text: string): void;
  debug?(fields: LogFields, text: string): void;
}

/** Opens the log; only tests pass a `destination` other than standard error. Redacts secrets up to three levels down. */
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

/** Variants of a header name, as objects hold it and as clients send it. */
function inAnyCase(name: string): string[] {
  return [name, name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()), name.toUpperCase()];
}

function atAnyDepth(name: string): string[] {
  return ["", "*", "*.*", "*.*.*"].map((above) => `${above}["${name}"]`);
}

function standardError(): DestinationStream {
  // A log that cannot be written, on a full disk for instance, loses lines but stops nothing: an unhandled "error" would be
  // thrown.
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

/** Maximum problems logged per outage: some texts differ at each attempt. */
const maxProblems = 10;

interface OutageLine {
  readonly event: LogEvent;
  readonly text: string;
}

interface OutageLines {
  readonly lost: OutageLine;
  readonly back: OutageLine;
}

/** Logs the loss and return of a source: one `error` for each problem of an outage, however many retries, and one `info` at its end. */
export class OutageLog {
  readonly #log: Pick<Log, "error" | "info">;
  readonly #lines: OutageLines;
  /** Epoch ms; null means there is no outage. */
  #lostAt: number | null = null;
  readonly #problems = new Set<string>();

  constructor(log: Pick<Log, "error" | "info">, lines: OutageLines) {
    this.#log = log;
    this.#lines = lines;
  }

  /** @param now epoch ms @param text what is lost, where it is not what the lines say */
  lost(problem: string, now: number, fields: object, text = this.#lines.lost.text): void {
    this.#lostAt ??= now;
    if (this.#problems.has(problem) || this.#problems.size >= maxProblems) return;
    this.#problems.add(problem);
    const { event } = this.#lines.lost;
    this.#log.error({ event, reason: problem, ...fields }, text);
  }

  /** Returns whether there was an outage to end. @param now epoch ms */
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
