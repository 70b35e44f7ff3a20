/**
 * Input and output of a command; tests replace it. Apart from wrapped commands, only this file of the command line touches
 * `process`.
 */
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { isZone } from "drawbridge-rules/values/wall-time.ts";
import { type Settings, settingsFromProcess } from "../base/settings.ts";
import { WrappedCommand } from "./wrapped-command.ts";

export interface Io {
  /** How this program was started, quoted for a shell: hints begin with it. */
  readonly command: string;
  /** The answer of the command only. */
  readonly out: (text: string) => void;
  /** Errors and prompts. */
  readonly err: (text: string) => void;
  /** True if `out` supports colors and NO_COLOR is not set. */
  readonly color: boolean;
  /** Width of the terminal; null without one. */
  readonly columns: number | null;
  /** Asks a person; null where none can answer. An end of input is an empty answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** All of standard input. */
  readonly readInput: () => Promise<Uint8Array>;
  /**
   * @param onUnknown gets unknown names of settings, which are problems without it
   * @throws invalid: with everything that is wrong with them
   */
  readonly settings: (onUnknown?: (unknown: readonly Problem[]) => void) => Settings;
  /** Resolves at the first request to stop. A second signal ends the process immediately. */
  readonly untilStopped: () => Promise<void>;
  /** Epoch ms. */
  readonly now: () => number;
  /** IANA zone that the clock of this machine shows; UTC if the system names none. */
  readonly zone: string;
  /** Runs another command in place of this one. */
  readonly wrap: (words: readonly string[]) => WrappedCommand;
}

/** This process, its terminal and its environment. */
export function processIo(command: string): Io {
  const { stdin, stdout, stderr } = process;
  // `… | head` closes the pipe: exit without an error.
  stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  // The reader is gone, but a running command must still finish.
  stderr.on("error", () => undefined);
  return {
    command,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    color: stdout.isTTY === true && stdout.hasColors(),
    columns: stdout.isTTY ? stdout.columns : null,
    ask: stdin.isTTY && stderr.isTTY ? ask : null,
    readInput: () => buffer(stdin),
    settings: settingsFromProcess,
    untilStopped,
    now: Date.now,
    zone: findZone(Intl.DateTimeFormat().resolvedOptions().timeZone),
    wrap: (words) => new WrappedCommand(words),
  };
}

/** @param reported undefined for `TZ=:foo`, and `Etc/Unknown` for an empty `TZ`: the runtime refuses its own answer */
function findZone(reported: string | undefined): string {
  return reported !== undefined && isZone(reported) ? reported : "UTC";
}

/** On standard error, so that the answer of the command can be piped while it asks. */
function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    const unanswered = () => {
      process.stderr.write("\n");
      resolve("");
    };
    lines.on("SIGINT", () => lines.close());
    lines.on("close", unanswered);
    lines.question(question, (answer) => {
      lines.off("close", unanswered);
      lines.close();
      resolve(answer);
    });
  });
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ["SIGINT", "SIGTERM"] as const;
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
