/** What a command says, kept instead of printed; and what it asks, answered beforehand. */
import type { Io } from "../src/cli/io.ts";
import { run } from "../src/cli/main.ts";
import { WrappedCommand } from "../src/cli/wrapped-command.ts";
import { readSettings } from "../src/settings.ts";

export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What a person was asked. */
  readonly asked: readonly string[];
}

export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input. */
  readonly input?: string;
  /** There is a terminal, where these are answered in turn; then nothing more. A function answers when it is asked. */
  readonly answers?: readonly (string | (() => Promise<string>))[];
  readonly color?: boolean;
  /** Of this machine; UTC unless told. */
  readonly zone?: string;
  /** Epoch ms; the real one unless told. */
  readonly now?: () => number;
  /** Whether standard output is a terminal. */
  readonly isTerminal?: boolean;
  /** When Ctrl-C is pressed: at once unless told. Is given what was printed so far, each time that something is. */
  readonly stopWhen?: (out: string) => boolean;
}

/** Runs a command as the launcher would, in a directory of data that is not there unless told. */
export async function said(
  argv: readonly string[],
  { env = {}, input = "", answers, color = false, zone = "UTC", now = Date.now, isTerminal = false, stopWhen }: Surroundings = {},
): Promise<Said> {
  const record = { out: "", err: "", asked: [] as string[] };
  const left = [...(answers ?? [])];
  const stopped = Promise.withResolvers<void>();
  const look = () => {
    if (stopWhen?.(record.out + record.err)) stopped.resolve();
  };
  const io: Io = {
    command: "drawbridge",
    out: (text) => {
      record.out += text;
      look();
    },
    err: (text) => {
      record.err += text;
      look();
    },
    color,
    columns: isTerminal ? 100 : null,
    ask: answers
      ? async (question) => {
          record.asked.push(question);
          const answer = left.shift() ?? "";
          return typeof answer === "string" ? answer : answer();
        }
      : null,
    readInput: async () => input,
    settings: () =>
      readSettings({ DRAWBRIDGE_DATA: "/nonexistent/drawbridge", ...env }, (path) => {
        throw Object.assign(new Error(path), { code: "ENOENT" });
      }),
    untilStopped: () => (stopWhen ? stopped.promise : Promise.resolve()),
    now,
    zone,
    wrap: (words) => new WrappedCommand(words),
  };
  return { code: await run(argv, io), ...record };
}
