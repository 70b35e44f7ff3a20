/**
 * A command that runs in the place of this one: its standard streams are ours, a signal to us goes to it, and we end as it ends.
 * From the moment it is made until it is let go, no signal ends this process, so that what was begun can be brought to its end.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

export interface CommandEnd {
  /** As a shell counts: 128 + n after signal n, 127 where there is no such command, 126 where it cannot be run. */
  readonly code: number;
  /** Why it could not be run at all; else null. */
  readonly problem: string | null;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;
type PassedSignal = (typeof signals)[number];
/** What a terminal sends to every process in its foreground. */
const fromKeyboard: readonly PassedSignal[] = ["SIGINT", "SIGQUIT"];

export class WrappedCommand {
  /** Somebody wants this to end while nothing runs that could be told so. */
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
          // A command that belongs to another user (sudo) takes no signal from us, which is an error too, and goes on.
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

/** Then what comes from its keyboard reaches the command without us; twice would mean "at once". */
function hasTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

function codeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
