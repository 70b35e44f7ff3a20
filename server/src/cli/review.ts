/** Plans, shows, asks, and sends on the condition that the result is exactly what was shown; else plans again. */
import { type ApplyOptions, isStale } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProposedChange } from "drawbridge-rules/wire/proposal.ts";
import { approvalLines, hasOption, isNewProject, refusalLines, undoLine } from "./advice.ts";
import { option, UsageError } from "./arguments.ts";
import { changeLines, newProjectText } from "./change-text.ts";
import type { Context } from "./command.ts";
import { readerOf } from "./commit-text.ts";
import { exitCode } from "./exit-codes.ts";
import { staleSummaryLines } from "./history.ts";
import type { ReviewedChangeOptions } from "./options.ts";
import { counted } from "./output.ts";
import { proposedLines } from "./proposal-text.ts";
import { oneLine } from "./text-form.ts";

/** @throws UsageError */
export function requirePrompt(command: string, yes: boolean, { io, output }: Context): void {
  if (yes) return;
  if (output.isJson) throw new UsageError(["--yes is required with --json"], command);
  if (!io.ask) throw new UsageError(["--yes is required without a terminal"], command);
}

async function isConfirmed(question: string, { io }: Context): Promise<boolean> {
  const answer = io.ask ? await io.ask(`${question} [y/N] `) : "";
  return /^y(es)?$/i.test(answer.trim());
}

export async function isDeclined(yes: boolean, question: () => string | Promise<string>, context: Context): Promise<boolean> {
  if (yes || (await isConfirmed(await question(), context))) return false;
  context.io.err("Nothing was changed.\n");
  return true;
}

/** `--yes` alone does not confirm that something is replaced or deleted as a whole. */
interface TypedConfirmation {
  readonly name: string;
  readonly isGiven: boolean;
}

export const confirmOption = option(
  "--confirm <name>",
  "the name again, instead of a prompt; --yes alone is not enough",
  oneLine,
);

/** @throws UsageError */
export function requireTypedConfirmation(command: string, { name, isGiven }: TypedConfirmation, { io, output }: Context): void {
  if (isGiven || (io.ask && !output.isJson)) return;
  const why = output.isJson ? "with --json" : "without a terminal";
  throw new UsageError([`--confirm ${name} is required ${why}`], command);
}

export async function confirmByTyping({ name, isGiven }: TypedConfirmation, { io }: Context): Promise<boolean> {
  if (isGiven) return true;
  const answer = io.ask ? await io.ask(`Type ${name} to confirm: `) : "";
  return answer.trim() === name;
}

export type SendOptions<E> = ApplyOptions & { readonly etag: E };
type EtagOf<T> = T extends null ? null : string;

/** @typeParam T the resource before the change; null means it does not exist */
export interface ReviewedChange<T extends { readonly etag: string } | null> {
  readonly subject: string;
  /** Further fields in JSON; the project by default. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** @param changes `these 3 changes`, or `it` */
  readonly question?: (changes: string) => string;
  /** Typed instead of a yes, unless the change is only proposed. */
  readonly typed?: TypedConfirmation;
  readonly present: () => Promise<T>;
  readonly send: (present: T, options: SendOptions<EtagOf<T>>) => Promise<ChangeAnswer | ProposedChange>;
  readonly next?: string;
  /** By default, that of the project `subject`. */
  readonly history?: (since: number, limit: number) => Promise<History>;
}

/** `present` determines the type of the resource for `send`. */
export function changeOf<T extends { readonly etag: string } | null>(change: ReviewedChange<T>): ReviewedChange<T> {
  return change;
}

const maxAttempts = 5;

/** The exit code. @throws AdminError, AdminUnreachable, UsageError */
export async function runReviewedChange<T extends { readonly etag: string } | null>(
  change: ReviewedChange<T>,
  options: ReviewedChangeOptions,
  context: Context,
): Promise<number> {
  const { dry_run, yes, reviewed, propose } = options;
  const { name } = context.typed.command;
  if (change.typed && propose === undefined && !dry_run) requireTypedConfirmation(name, change.typed, context);
  else if (!dry_run) requirePrompt(name, yes, context);
  const review = new Review(change, options, context);
  for (let attempt = 1; ; attempt++) {
    try {
      return await review.attempt();
    } catch (error) {
      // With `--reviewed`, a stale plan is final: a new plan was never reviewed.
      if (!isStale(error) || attempt === maxAttempts || reviewed !== undefined) throw error;
      const history =
        change.history ?? ((since, limit) => context.client.getHistory({ project: change.subject, since: String(since), limit }));
      const lines = await staleSummaryLines(change.subject, review.seen, error, history, context);
      context.output.lines(["", ...lines, "New plan:", ""]);
    }
  }
}

class Review<T extends { readonly etag: string } | null> {
  seen: number | null = null;
  readonly #change: ReviewedChange<T>;
  readonly #context: Context;
  #changeOptions: ReviewedChangeOptions;

  constructor(change: ReviewedChange<T>, options: ReviewedChangeOptions, context: Context) {
    this.#change = change;
    this.#context = context;
    this.#changeOptions = options;
  }

  async attempt(): Promise<number> {
    const present = await this.#change.present();
    return this.#context.output.isJson || this.#changeOptions.dry_run ? this.#unasked(present) : this.#reviewed(present);
  }

  async #unasked(present: T): Promise<number> {
    const { output } = this.#context;
    const { subject, next, about = { project: subject } } = this.#change;
    const sent = await this.#send(present, this.#changeOptions.dry_run);
    if ("proposal" in sent) {
      output.answer({ ...about, ...sent }, () => []);
      return 0;
    }
    const advice = sent.dry_run ? this.#adviceOn(sent) : [];
    const approval = advice.length === 0 && this.#requiresApproval(sent) ? approvalLines([], this.#context) : [];
    const hints = [...advice, ...approval];
    output.answer({ ...about, ...sent }, () => [
      ...this.#linesOf(sent),
      ...(hints.length > 0 ? ["", ...hints] : sent.differences.length > 0 && next ? ["", next] : []),
    ]);
    return sent.dry_run ? this.#codeOf(sent) : exitCode.ok;
  }

  async #reviewed(present: T): Promise<number> {
    const { output, io } = this.#context;
    const { subject } = this.#change;
    const plan = (await this.#send(present, true)) as ChangeAnswer;
    this.seen = plan.revision;
    output.lines(this.#linesOf(plan));
    const isAsked = !this.#changeOptions.yes && hasOption(this.#context.typed.command, "--propose");
    const advice = this.#adviceOn(plan);
    // Nothing is proposed without being asked for.
    if (advice.length === 0 && this.#requiresApproval(plan) && !isAsked) advice.push(...approvalLines([], this.#context));
    if (advice.length > 0) {
      io.err(`\n${advice.join("\n")}\n`);
      this.#nothingDone();
      return plan.problems.length > 0 ? exitCode.usage : exitCode.refused;
    }
    if (!plan.changed) return 0;
    const reviewed = this.#changeOptions.reviewed ?? plan.reviewed;
    // The server refuses another plan than the reviewed one as stale.
    const isSeen = reviewed === plan.reviewed;
    if (isSeen && (!(await this.#hasReason(plan)) || !(await this.#isAgreed(plan)))) return this.#nothingDone();
    const done = await this.#send(present, false, reviewed === undefined ? {} : { reviewed });
    if ("proposal" in done) output.lines(proposedLines(subject, done, this.#context));
    else {
      const undone = undoLine(this.#context, { project: subject, ...done });
      // A manifest can be applied without a difference that apps see.
      const text = isNewProject(done.differences)
        ? newProjectText(`Created ${subject}`, done)
        : `${subject} is now at revision ${done.revision}.`;
      output.lines([output.paint("green", text), ...(done.differences.length > 0 ? [undone] : [])]);
    }
    return 0;
  }

  #requiresApproval({ approval_required, dry_run }: ChangeAnswer): boolean {
    const { propose, override } = this.#changeOptions;
    return dry_run && approval_required && propose === undefined && !override.includes("four_eyes");
  }

  #nothingDone(): number {
    this.#context.io.err("Nothing was changed.\n");
    return exitCode.error;
  }

  /** A change that waits for approval is not refused. */
  #codeOf(answer: ChangeAnswer): number {
    const { problems, drift = [] } = answer;
    const { overwrite, exit_code } = this.#changeOptions;
    if (problems.length > 0) return exitCode.usage;
    if (this.#standing(answer).length > 0) return exitCode.refused;
    if (drift.length > 0 && overwrite === false) return exitCode.refused;
    return answer.differences.length > 0 && exit_code ? exitCode.changes : exitCode.ok;
  }

  #standing({ guards }: ChangeAnswer): string[] {
    const passed = passedBy(this.#changeOptions);
    return [...new Set(guards.flatMap(({ code }) => (passed.includes(code) ? [] : code)))];
  }

  async #hasReason({ reason_required }: ChangeAnswer): Promise<boolean> {
    const { io } = this.#context;
    if (!reason_required || this.#changeOptions.reason !== undefined) return true;
    if (!io.ask || this.#changeOptions.yes)
      throw new UsageError([`${this.#change.subject} requires --reason`], this.#context.typed.command.name);
    const reason = (await io.ask("Reason (recorded in the history): ")).trim();
    if (oneLine.parse(reason) === null) return false;
    this.#changeOptions = { ...this.#changeOptions, reason };
    return true;
  }

  async #isAgreed(plan: ChangeAnswer): Promise<boolean> {
    if (this.#requiresApproval(plan)) {
      this.#changeOptions = { ...this.#changeOptions, propose: true };
      return isConfirmed("Requires approval. Request approval?", this.#context);
    }
    const { propose, yes } = this.#changeOptions;
    const { typed } = this.#change;
    if (typed && propose === undefined) return confirmByTyping(typed, this.#context);
    if (yes) return true;
    const { length } = plan.differences;
    const changes = length === 0 ? "it" : length === 1 ? "this change" : `these ${length} changes`;
    const { question: ask = (changes) => `Apply ${changes}?` } = this.#change;
    if (propose === undefined) return isConfirmed(ask(changes), this.#context);
    const question = propose === true ? `Request approval of ${changes}?` : `Replace the request ${propose} with ${changes}?`;
    return isConfirmed(question, this.#context);
  }

  #send(present: T, dry_run: boolean, more: ApplyOptions = {}): Promise<ChangeAnswer | ProposedChange> {
    const { yes: _, full: __, propose, publish_when_approved = false, exit_code: ___, ...options } = this.#changeOptions;
    const whenApproved = publish_when_approved ? { publish_when_approved } : {};
    const proposed = propose === undefined || dry_run ? {} : { propose, ...whenApproved };
    const etag = (present?.etag ?? null) as EtagOf<T>;
    return this.#change.send(present, { ...options, dry_run, ...more, ...proposed, etag });
  }

  #linesOf(answer: ChangeAnswer): string[] {
    const { output } = this.#context;
    return changeLines(answer, {
      subject: this.#change.subject,
      reader: readerOf(this.#context, answer.names),
      overridden: passedBy(this.#changeOptions),
      isFull: this.#changeOptions.full,
      columns: output.columns,
      paint: output.paint,
    });
  }

  #adviceOn(answer: ChangeAnswer): string[] {
    const { problems, drift = [] } = answer;
    const { overwrite, end_active } = this.#changeOptions;
    const standing = this.#standing(answer);
    const advice: string[] = [];
    if (problems.length > 0) advice.push(`Fix ${counted(problems.length, "problem")} first.`);
    if (standing.length > 0) advice.push(...refusalLines(standing, this.#context, { end_active }));
    if (drift.length > 0 && overwrite === false) {
      const keep = this.#context.line("pull -f FILE");
      advice.push(`To keep the change, write it into the file: ${keep}. To discard it, pass --overwrite.`);
    }
    return advice;
  }
}

function passedBy({ override, end_active }: ReviewedChangeOptions): string[] {
  return end_active ? [...override, "active_window"] : [...override];
}
