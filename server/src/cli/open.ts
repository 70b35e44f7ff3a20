/** See server/src/reads/opening.ts. */
import { hostname, userInfo } from "node:os";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseDuration, printTypedDuration } from "drawbridge-rules/values/duration.ts";
import { DrawbridgeError, errorText } from "drawbridge-rules/values/errors.ts";
import { printInstant } from "drawbridge-rules/values/instant.ts";
import {
  findAnswer,
  isCurrent,
  longestOpening,
  longestOpeningReason,
  maxOpenings,
  type Opening,
  readOpenings,
  takesOrders,
  writeOpenings,
} from "../reads/opening.ts";
import { flag, option, type ParsedArguments } from "./arguments.ts";
import { command } from "./command.ts";
import { projectOption, reasonOption } from "./options.ts";
import { epochText } from "./output.ts";
import { directory, durationBetween, oneLine } from "./text-form.ts";

const defaultLength = "PT15M";
/** Milliseconds: twice the interval of the process, and time for a busy machine. */
const longestAnswer = 5_000;
const askEvery = 50;

export const open = command({
  name: "open",
  meaning: "in an emergency, let every app in: no forced update, no maintenance, on this machine",
  args: {
    project: projectOption,
    length: option(
      "--for <duration>",
      `how long, up to ${printTypedDuration(longestOpening)}; default: 15m`,
      durationBetween(1_000, longestOpening),
    ),
    isEnd: flag("--end", "close it again now"),
    data: option("--data <directory>", "data directory of the server or edge; default: DRAWBRIDGE_DATA", directory),
    reason: {
      ...reasonOption,
      meaning: "why; required, recorded in the history",
      read: (args: ParsedArguments) => (args.flag("end") ? "" : args.required("reason", oneLine)),
    },
  },
  examples: ['open --project acme-shop --for 15m --data /var/lib/drawbridge --reason "origin is down during maintenance"'],
  notes:
    "Needs no store, origin or network, and works on a full disk. Run it on the machine of each server and edge that apps ask.\nThe project closes by itself. The history gets an entry when the store is available.",
  check({ length, isEnd, reason }, args) {
    if (isEnd && length !== null) args.problem("--for and --end cannot be combined: keep one");
    if ((reason?.length ?? 0) > longestOpeningReason)
      args.problem(`--reason: expected at most ${longestOpeningReason} characters`);
  },
  async run({ project, length, isEnd, reason, data }, context) {
    const { io, output, line } = context;
    const now = io.now();
    // Settings that cannot be read must not stop an emergency: `--data` needs none.
    const directory = resolve(data ?? context.settings.data);
    if (!takesOrders(directory))
      throw new DrawbridgeError("unavailable", `${directory} is not the data directory of a server or edge.`);
    const orders = readOpenings(directory);
    const before = orders.find((one) => one.project === project && isCurrent(one, now));
    if (isEnd && !before) throw new DrawbridgeError("conflict", `${project} is not opened by hand in ${directory}.`);
    const until = isEnd ? now : now + (parseDuration(length ?? defaultLength) ?? 0);
    const opening: Opening = { project, from: before?.from ?? now, until, reason, by: account() };
    const others = orders.filter((one) => one !== before);
    if (others.filter((one) => isCurrent(one, now)).length >= maxOpenings)
      throw new DrawbridgeError("conflict", `${maxOpenings} projects are open already. Close one first, with --end.`);
    write(directory, [...others, opening]);
    if (isEnd) {
      await answerOf(directory, opening, io.now);
      output.answer({ project, opened_until: null }, () => [`${project} is closed again: its rules apply.`]);
      return 0;
    }
    const answer = await answerOf(directory, opening, io.now);
    if (answer === null) throw new DrawbridgeError("unavailable", unheard(directory, opening));
    if (answer.isKnown === false) {
      write(directory, others);
      throw new DrawbridgeError("not_found", `The process that answers apps from ${directory} has no project ${project}.`);
    }
    const again = line(`open --project ${project} --end --data ${directory}`);
    output.answer({ project, opened_until: printInstant(until), pid: answer.pid, host: hostname() }, () => [
      output.paint("bold", `${project} is open on ${hostname()} until ${epochText(until)}.`),
      "No version is forced to update, and nothing is in maintenance. Apps that keep an earlier answer ask again when it expires.",
      "Other servers and edges are not affected: run this on each of their machines.",
      `To close it earlier: ${again}`,
    ]);
    return 0;
  },
});

function write(directory: string, openings: readonly Opening[]): void {
  try {
    writeOpenings(directory, openings);
  } catch (error) {
    const problem = errorText(error);
    const next = "Pass the data directory of the server or edge as --data, and run this as its user or as root.";
    throw new DrawbridgeError("unavailable", `The order cannot be written to ${directory}: ${problem}. ${next}`, [], error);
  }
}

async function answerOf(directory: string, opening: Opening, now: () => number) {
  const last = now() + longestAnswer;
  for (;;) {
    const answer = findAnswer(directory, opening);
    if (answer !== null || now() > last) return answer;
    await sleep(askEvery);
  }
}

function unheard(directory: string, { project, until }: Opening): string {
  return (
    `No process that uses ${directory} has read the order: ${project} is not open. A server or edge that starts there before ` +
    `${epochText(until)} opens it. Check that --data is the data directory of the running process.`
  );
}

/** A container may have no name for its user. */
function account(): string {
  try {
    return userInfo().username.slice(0, 64);
  } catch {
    return "an unnamed account";
  }
}
