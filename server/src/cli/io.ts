/** What a command has of the world: replaced in tests. Only here and in a wrapped command the command line touches `process`. */
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { type Settings, settingsFromProcess } from "../settings.ts";
import { WrappedCommand } from "./wrapped-command.ts";

export interface Io {
  /** How this program was started, quoted for a shell: hints begin with it. */
  readonly command: string;
  /** The answer of a command, and nothing else. */
  readonly out: (text: string) => void;
  /** What went wrong, and questions. */
  readonly err: (text: string) => void;
  /** Whether `out` understands colours and is not told to go without (NO_COLOR). */
  readonly color: boolean;
  /** Width of a terminal, or null where there is none. */
  readonly columns: number | null;
  /** Asks a person; null where none can answer. An end of input is an empty answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** All of standard input. */
  readonly readInput: () => Promise<string>;
  /** @throws invalid: with everything that is wrong with them */
  readonly settings: () => Settings;
  /** When somebody wants this process to stop. A second signal ends it at once. */
  readonly untilStopped: () => Promise<void>;
  /** Epoch ms. */
  readonly now: () => number;
  /** IANA zone that the clock of this machine shows. */
  readonly zone: string;
  /** Another command, to be run in the place of this one. */
  readonly wrap: (words: readonly string[]) => WrappedCommand;
}

/** This process, its terminal and its environment. */
export function processIo(command: string): Io {
  const { stdin, stdout, stderr } = process;
  // `… | head` closes the pipe: nothing is left to say.
  stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  // Nobody is left to be told; what runs is still to be brought to its end.
  stderr.on("error", () => undefined);
  return {
    command,
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    color: stdout.isTTY === true && stdout.hasColors(),
    columns: stdout.isTTY ? stdout.columns : null,
    ask: stdin.isTTY && stderr.isTTY ? ask : null,
    readInput: () => text(stdin),
    settings: settingsFromProcess,
    untilStopped,
    now: Date.now,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    wrap: (words) => new WrappedCommand(words),
  };
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
