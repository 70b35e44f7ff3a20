/** Records the output of a command instead of printing it, and answers its prompts from a list. */

import { readSettings, type Settings } from "../src/base/settings.ts";
import { type Io, WrappedCommand } from "../src/cli/io.ts";
import { run } from "../src/cli/main.ts";

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly asked: readonly string[];
}

export interface CommandEnvironment {
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of a running program; default: those of the environment. */
  readonly settings?: Settings;
  readonly input?: string | Uint8Array;
  /** Simulates a terminal that gives these answers in turn, then none. A function is called when its prompt is shown. */
  readonly answers?: readonly (string | (() => Promise<string>))[];
  readonly color?: boolean;
  /** Time zone of this machine; default UTC. */
  readonly zone?: string;
  /** Epoch ms; default: the real time. */
  readonly now?: () => number;
  readonly isTerminal?: boolean;
  /** When to press Ctrl-C; default: immediately. Called with the output so far, whenever there is more. */
  readonly stopWhen?: (out: string) => boolean;
}

/** Runs a command like the launcher, by default in a data directory that does not exist. */
export async function runCommand(
  argv: readonly string[],
  {
    env = {},
    settings,
    input = "",
    answers,
    color = false,
    zone = "UTC",
    now = Date.now,
    isTerminal = false,
    stopWhen,
  }: CommandEnvironment = {},
): Promise<CommandResult> {
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
    readInput: async () => Buffer.from(input),
    settings: (onUnknown) => {
      if (settings) return settings;
      const noFile = (path: string) => {
        throw Object.assign(new Error(path), { code: "ENOENT" });
      };
      return readSettings({ DRAWBRIDGE_DATA: "/nonexistent/drawbridge", ...env }, noFile, onUnknown);
    },
    untilStopped: () => (stopWhen ? stopped.promise : Promise.resolve()),
    now,
    zone,
    wrap: (words) => new WrappedCommand(words),
  };
  return { code: await run(argv, io), ...record };
}

/** Words in double quotes stay together. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "");
}
