/** Every change that somebody is to look at first goes this way: plan, show, ask, and send on the condition that nothing moved meanwhile. */
import { type ApplyOptions, type Etag, isStale } from "drawbridge-client/admin";
import type { ChangeAnswer, Guard } from "drawbridge-client/wire";
import { listed } from "../domain/fields.ts";
import type { OptionWords } from "./command.ts";
import { isConfirmed, mustBeAbleToAsk } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { changeLines } from "./difference-text.ts";
import type { Given } from "./given.ts";
import { counted } from "./output.ts";
import { readReason, reasonOption, yesOption } from "./shared-options.ts";
import { guard } from "./text-form.ts";

export interface ReviewedChange {
  /** Name of the command. */
  readonly command: string;
  /** What is changed, as the headline says it. */
  readonly subject: string;
  /** @param changes `these 3 changes`, or `it` */
  readonly question: (changes: string) => string;
  /** What the change is conditional on; null: that it does not exist. */
  readonly etag: () => Promise<Etag>;
  readonly send: (etag: Etag, options: ApplyOptions) => Promise<ChangeAnswer>;
  readonly wishes: Wishes;
  /** What is said after a plan that could be carried out. */
  readonly next?: string;
}

/** What the command line says about how to change something. */
export interface Wishes extends ApplyOptions {
  readonly yes: boolean;
  readonly dryRun: boolean;
  readonly override: readonly Guard[];
}

export const wishOptions: readonly OptionWords[] = [
  yesOption,
  { flags: "--override <guard>", meaning: "pass a guard by its name; may be repeated, needs --reason" },
  reasonOption,
];

export function readWishes(given: Given): Wishes {
  const override = given.list("override", guard);
  const reason = readReason(given);
  if (override.length > 0 && reason.reason === undefined) given.problem("--reason is missing: who overrides a guard says why");
  return { yes: given.flag("yes"), dryRun: given.flag("dry-run"), override, ...reason };
}

const mostAttempts = 5;

/** The exit code. @throws AdminError, AdminUnreachable, UsageError */
export async function carryOut(change: ReviewedChange, context: Context): Promise<number> {
  const { dryRun, yes } = change.wishes;
  if (!dryRun) mustBeAbleToAsk(change.command, yes, context);
  for (let attempt = 1; ; attempt++) {
    try {
      const etag = await change.etag();
      return context.output.isJson || dryRun
        ? await carryOutUnasked(change, etag, context)
        : await reviewAndSend(change, etag, context);
    } catch (error) {
      if (!isStale(error) || attempt === mostAttempts) throw error;
      context.output.lines(["", `${change.subject} was changed by somebody else in this moment. Planned again:`, ""]);
    }
  }
}

/** A plan, or a change of which nobody here wants to see the plan. */
async function carryOutUnasked(change: ReviewedChange, etag: Etag, { output }: Context): Promise<number> {
  const answer = await change.send(etag, optionsOf(change.wishes, change.wishes.dryRun));
  const advice = answer.dry_run ? adviceOn(answer, change) : [];
  output.answer({ project: change.subject, ...answer }, () => [
    ...linesOf(answer, change, output.paint.bind(output)),
    ...(advice.length > 0 ? ["", ...advice] : answer.changed && change.next ? ["", change.next] : []),
  ]);
  return advice.length > 0 ? 1 : 0;
}

async function reviewAndSend(change: ReviewedChange, etag: Etag, context: Context): Promise<number> {
  const { output, io } = context;
  const plan = await change.send(etag, optionsOf(change.wishes, true));
  output.lines(linesOf(plan, change, output.paint.bind(output)));
  const advice = adviceOn(plan, change);
  if (advice.length > 0) {
    io.err(`\n${advice.join("\n")}\nNothing was changed.\n`);
    return 1;
  }
  if (!plan.changed) return 0;
  if (!change.wishes.yes && !(await isConfirmed(change.question(changesText(plan.differences.length)), context))) {
    io.err("Nothing was changed.\n");
    return 1;
  }
  const done = await change.send(etag, optionsOf(change.wishes, false));
  output.lines([output.paint("green", `${change.subject} is at revision ${done.revision} now.`)]);
  return 0;
}

function changesText(count: number): string {
  if (count < 2) return count === 0 ? "it" : "this change";
  return `these ${count} changes`;
}

function linesOf(answer: ChangeAnswer, { subject, wishes }: ReviewedChange, paint: Parameters<typeof changeLines>[3]): string[] {
  return changeLines(subject, answer, passedBy(wishes), paint);
}

function passedBy({ override, endRunning }: Wishes): string[] {
  return endRunning ? [...override, "running_window"] : [...override];
}

function optionsOf({ yes: _, ...options }: Wishes, dryRun: boolean): ApplyOptions {
  return { ...options, dryRun };
}

/** What is to be done before this can be changed; nothing where it can. */
function adviceOn({ problems, refusals, drift = [] }: ChangeAnswer, { wishes, subject }: ReviewedChange): string[] {
  const standing = refusals.filter(({ guard }) => guard === undefined || !passedBy(wishes).includes(guard));
  const advice: string[] = [];
  if (problems.length > 0) advice.push(`It has ${counted(problems.length, "problem")} to be mended first.`);
  if (standing.length > 0) advice.push(refusalAdvice([...new Set(standing.flatMap(({ guard }) => guard ?? []))], wishes));
  if (drift.length > 0 && wishes.overwrite === false) {
    advice.push(
      `To keep what was changed, take it into the file (npx drawbridge export ${subject}); to undo it, pass --overwrite.`,
    );
  }
  return advice;
}

function refusalAdvice(guards: readonly Guard[], { endRunning }: Wishes): string {
  const ways = [`mend what ${guards.length === 1 ? "it names" : "they name"}`];
  const rest = endRunning === false ? guards.filter((guard) => guard !== "running_window") : guards;
  if (rest.length < guards.length) ways.push("end what is running with --end-running");
  if (rest.length > 0) ways.push(`override with ${rest.map((guard) => `--override ${guard}`).join(" ")} --reason "…"`);
  return `Refused by the ${guards.length === 1 ? "guard" : "guards"} ${listed(guards)}: ${listed(ways, "or")}.`;
}
