/** Only this file of the command line touches `process`; tests replace it. */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import type { Problem } from "drawbridge-rules/values/errors.ts";
import { isZone } from "drawbridge-rules/values/wall-time.ts";
import { type Settings, settingsFromProcess } from "../base/settings.ts";

export interface Io {
  /** How this program was started, quoted for a shell: hints begin with it. */
  readonly command: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly color: boolean;
  readonly columns: number | null;
  /** Null where none can answer. An end of input is an empty answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  readonly readInput: () => Promise<Uint8Array>;
  /** @param onUnknown gets unknown names of settings, which are problems without it @throws invalid */
  readonly settings: (onUnknown?: (unknown: readonly Problem[]) => void) => Settings;
  /** Resolves at the first request to stop; a second signal ends the process. */
  readonly untilStopped: () => Promise<void>;
  /** Epoch ms. */
  readonly now: () => number;
  /** IANA; UTC if the system names none. */
  readonly zone: string;
  readonly wrap: (words: readonly string[]) => WrappedCommand;
}

export function processIo(command: string): Io {
  const { stdin, stdout, stderr } = process;
  // `… | head` closes the pipe: exit without an error.
  stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
  // The reader is gone, but a running command must still finish.
  stderr.on("error", () => undefined);
  // Undefined for `TZ=:foo`, and `Etc/Unknown` for an empty `TZ`: the runtime refuses its own answer.
  const { timeZone: reported = "" } = Intl.DateTimeFormat().resolvedOptions();
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
    zone: isZone(reported) ? reported : "UTC",
    wrap: (words) => new WrappedCommand(words),
  };
}

/** On standard error, so that the answer of the command can be piped. */
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

const passedSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
type PassedSignal = (typeof passedSignals)[number];
/** A terminal sends these to every process in its foreground. */
const fromKeyboard: readonly PassedSignal[] = ["SIGINT", "SIGQUIT"];

/** No signal ends this process meanwhile. */
export class WrappedCommand {
  /** Aborted by a signal that no command receives. */
  readonly impatience: AbortSignal;
  readonly #words: readonly string[];
  readonly #impatient = new AbortController();
  readonly #handlers: readonly (readonly [PassedSignal, () => void])[];
  #child: ChildProcess | null = null;
  #early: PassedSignal | null = null;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.impatience = this.#impatient.signal;
    this.#handlers = passedSignals.map((signal) => [signal, () => this.#onSignal(signal)] as const);
    for (const [signal, handler] of this.#handlers) process.on(signal, handler);
  }

  /** Never rejects. 128 + n after signal n, 127 without such a command, 126 if it cannot be run. Runs nothing after a signal. */
  run(): Promise<{ readonly code: number; readonly problem: string | null }> {
    return new Promise((resolve) => {
      if (this.#early) return resolve({ code: codeOf(this.#early), problem: null });
      const end = (code: number, problem: string | null = null) => {
        this.#child = null;
        resolve({ code, problem });
      };
      try {
        const [file = "", ...args] = this.#words;
        const child = spawn(file, args, { stdio: "inherit" });
        this.#child = child;
        child.on("error", (error: NodeJS.ErrnoException) => {
          // A command of another user (sudo) cannot be signaled: that error lets it run.
          if (child.pid !== undefined) return;
          if (error.code === "ENOENT") end(127, "there is no such command");
          else end(126, error.code === "EACCES" ? "permission denied" : error.message);
        });
        child.once("exit", (code, signal) => end(signal === null ? (code ?? 1) : codeOf(signal)));
      } catch (error) {
        end(126, (error as Error).message);
      }
    });
  }

  letGo(): void {
    for (const [signal, handler] of this.#handlers) process.off(signal, handler);
  }

  #onSignal(signal: PassedSignal): void {
    if (!this.#child) {
      this.#early ??= signal;
      this.#impatient.abort();
    } else if (!([process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY) && fromKeyboard.includes(signal))) {
      this.#child.kill(signal);
    }
  }
}

function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
