/**
 * Runs a command in place of this one: it inherits the standard streams and gets our signals, and its exit code becomes ours.
 * While it exists, no signal ends this process, so that maintenance it started can be ended.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

interface CommandEnd {
  /** As a shell counts: 128 + n after signal n, 127 where there is no such command, 126 where it cannot be run. */
  readonly code: number;
  /** Reason that the command could not be started; null: it was. */
  readonly problem: string | null;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
type PassedSignal = (typeof signals)[number];
/** Signals that a terminal sends to every process in its foreground. */
const fromKeyboard: readonly PassedSignal[] = ["SIGINT", "SIGQUIT"];

export class WrappedCommand {
  /** Aborted by a signal that arrives while no command runs to receive it. */
  readonly impatience: AbortSignal;
  readonly #words: readonly string[];
  readonly #impatient = new AbortController();
  readonly #handlers: readonly (readonly [PassedSignal, () => void])[];
  #child: ChildProcess | null = null;
  #early: PassedSignal | null = null;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.impatience = this.#impatient.signal;
    this.#handlers = signals.map((signal) => [signal, () => this.#onSignal(signal)] as const);
    for (const [signal, handler] of this.#handlers) process.on(signal, handler);
  }

  /** Until it has ended. Does not run it if a signal came first. Never rejects. */
  run(): Promise<CommandEnd> {
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
          // A command of another user (sudo) cannot be signaled: that is an error too, and it keeps running.
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
    } else if (!(hasTerminal() && fromKeyboard.includes(signal))) {
      this.#child.kill(signal);
    }
  }
}

/**
 * Signals from a keyboard then reach the command directly; passing them on would send them twice, which means "stop
 * immediately".
 */
function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
