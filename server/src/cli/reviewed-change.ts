/**
 * Every change that somebody is to look at first goes this way: plan, show, ask, and send on the condition that exactly what was
 * shown is what would be done. What happened meanwhile is told, and it is planned anew.
 */
import { type ApplyOptions, type Etag, isStale } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { History } from "drawbridge-rules/wire/history.ts";
import type { ProposedChange } from "drawbridge-rules/wire/proposal.ts";
import { isConfirmed, isTyped, mustBeAbleToAsk, mustBeAbleToType, type TypedName } from "./confirmation.ts";
import type { Context } from "./context.ts";
import { changeLines } from "./difference-text.ts";
import { meanwhileLines } from "./meanwhile.ts";
import { counted } from "./output.ts";
import type { Names } from "./person-names.ts";
import { withoutFourEyes } from "./proposal.ts";
import { proposedLines } from "./proposal-text.ts";
import { refusalLines } from "./refusal-advice.ts";
import { oneLine } from "./text-form.ts";
import { UsageError } from "./usage-error.ts";
import { visibleLines } from "./visible-text.ts";
import type { Wishes } from "./wishes.ts";

export interface ReviewedChange {
  /** Name of the command. */
  readonly command: string;
  /** What is changed, as the headline says it. */
  readonly subject: string;
  /** What an answer in JSON says besides; else that `subject` is the project. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** @param changes `these 3 changes`, or `it` */
  readonly question: (changes: string) => string;
  /** Typed instead of a yes, unless the change is only proposed. */
  readonly typed?: TypedName & { readonly what: string };
  /** What the change is conditional on; null: that it does not exist. */
  readonly etag: () => Promise<Etag>;
  readonly send: (etag: Etag, options: ApplyOptions) => Promise<ChangeAnswer>;
  readonly wishes: Wishes;
  /** What is said after a plan that could be carried out. */
  readonly next?: string;
  /** Where its history is; else that of the project `subject`. */
  readonly history?: (since: number, limit: number) => Promise<History>;
  /** Names of people, beside their ids. */
  readonly names?: Names;
}

const mostAttempts = 5;

/** The exit code. @throws AdminError, AdminUnreachable, UsageError */
export async function carryOut(change: ReviewedChange, context: Context): Promise<number> {
  const { dry_run, yes, reviewed, propose } = change.wishes;
  if (change.typed && propose === undefined && !dry_run) mustBeAbleToType(change.command, change.typed, context);
  else if (!dry_run) mustBeAbleToAsk(change.command, yes, context);
  const review = new Review(change, context);
  for (let attempt = 1; ; attempt++) {
    try {
      return await review.attempt();
    } catch (error) {
      // Who names what was looked at wants that, and nothing that a new plan comes to.
      if (!isStale(error) || attempt === mostAttempts || reviewed !== undefined) throw error;
      const history =
        change.history ?? ((since, limit) => context.client.getHistory({ project: change.subject, since: String(since), limit }));
      const lines = await meanwhileLines(change.subject, review.seen, error, history, context);
      context.output.lines(["", ...lines, "Planned again:", ""]);
    }
  }
}

class Review {
  /** Revision of the project that was looked at; null: nothing was yet. */
  seen: number | null = null;
  readonly #change: ReviewedChange;
  readonly #context: Context;
  #wishes: Wishes;

  constructor(change: ReviewedChange, context: Context) {
    this.#change = change;
    this.#context = context;
    this.#wishes = change.wishes;
  }

  async attempt(): Promise<number> {
    const etag = await this.#change.etag();
    return this.#context.output.isJson || this.#wishes.dry_run ? this.#unasked(etag) : this.#reviewed(etag);
  }

  /** A plan, or a change of which nobody here wants to see the plan. */
  async #unasked(etag: Etag): Promise<number> {
    const { output } = this.#context;
    const { subject, next, about = { project: subject } } = this.#change;
    const sent = await this.#send(etag, this.#wishes.dry_run);
    if ("proposal" in sent) {
      output.answer({ ...about, ...sent }, () => []);
      return 0;
    }
    const advice = sent.dry_run ? this.#adviceOn(sent) : [];
    output.answer({ ...about, ...sent }, () => [
      ...this.#linesOf(sent),
      ...(advice.length > 0 ? ["", ...advice] : sent.changed && next ? ["", next] : []),
    ]);
    return advice.length > 0 ? 1 : 0;
  }

  async #reviewed(etag: Etag): Promise<number> {
    const { output, io } = this.#context;
    const { subject } = this.#change;
    const plan = (await this.#send(etag, true)) as ChangeAnswer;
    this.seen = plan.revision;
    output.lines(this.#linesOf(plan));
    const advice = this.#adviceOn(plan);
    if (advice.length > 0) {
      io.err(`\n${advice.join("\n")}\n`);
      return this.#nothingDone();
    }
    if (!plan.changed) return 0;
    const reviewed = this.#wishes.reviewed ?? plan.reviewed;
    // Where something else was looked at elsewhere, the server says that it is stale, and nobody is asked about this.
    const isSeen = reviewed === plan.reviewed;
    if (isSeen && (!(await this.#hasReason(plan)) || !(await this.#isAgreed(plan)))) return this.#nothingDone();
    const done = await this.#send(etag, false, reviewed === undefined ? {} : { reviewed });
    if ("proposal" in done) output.lines(proposedLines(subject, done, this.#context));
    else {
      const lines = [output.paint("green", `${subject} is at revision ${done.revision} now.`)];
      output.lines([...lines, ...visibleLines(done, output.paint.bind(output))]);
    }
    return 0;
  }

  #nothingDone(): number {
    this.#context.io.err("Nothing was changed.\n");
    return 1;
  }

  /** Asks why where the project wants to know. @throws UsageError: nobody can be asked */
  async #hasReason({ reason_required }: ChangeAnswer): Promise<boolean> {
    const { io } = this.#context;
    if (!reason_required || this.#wishes.reason !== undefined) return true;
    const { subject, command, wishes } = this.#change;
    if (!io.ask || wishes.yes) throw new UsageError([`--reason is missing: ${subject} asks for one`], command);
    const reason = (await io.ask("Why? It stands in the history: ")).trim();
    if (oneLine.parse(reason) === null) return false;
    this.#wishes = { ...this.#wishes, reason };
    return true;
  }

  async #isAgreed({ differences }: ChangeAnswer): Promise<boolean> {
    const { propose, yes } = this.#wishes;
    const { typed } = this.#change;
    if (typed && propose === undefined) return isTyped(typed, typed.what, this.#context);
    if (yes) return true;
    const changes = changesText(differences.length);
    if (propose === undefined) return isConfirmed(this.#change.question(changes), this.#context);
    const question = propose === true ? `Propose ${changes}?` : `Put ${changes} in the place of the proposal ${propose}?`;
    return isConfirmed(question, this.#context);
  }

  /** A dry run proposes nothing. */
  #send(etag: Etag, dry_run: boolean, more: ApplyOptions = {}): Promise<ChangeAnswer | ProposedChange> {
    const { yes: _, propose, ...options } = this.#wishes;
    const proposed = propose === undefined || dry_run ? {} : { propose };
    return this.#change.send(etag, { ...options, dry_run, ...more, ...proposed });
  }

  #linesOf(answer: ChangeAnswer): string[] {
    const { output } = this.#context;
    const { subject, names } = this.#change;
    const shown = named(this.#withoutProposed(answer), names);
    return changeLines(subject, shown, passedBy(this.#wishes), output.paint.bind(output));
  }

  #withoutProposed(answer: ChangeAnswer): ChangeAnswer {
    return this.#wishes.propose === undefined ? answer : withoutFourEyes(answer);
  }

  /** What is to be done before this can be changed; nothing where it can. */
  #adviceOn(answer: ChangeAnswer): string[] {
    const { problems, refusals, drift = [] } = this.#withoutProposed(answer);
    const { overwrite, end_running } = this.#wishes;
    const passed = passedBy(this.#wishes);
    const standing = new Set(refusals.flatMap(({ guard }) => (guard === undefined || passed.includes(guard) ? [] : guard)));
    const advice: string[] = [];
    if (problems.length > 0) advice.push(`It has ${counted(problems.length, "problem")} to be mended first.`);
    if (standing.size > 0) advice.push(...refusalLines([...standing], this.#context, { end_running }));
    if (drift.length > 0 && overwrite === false) {
      const keep = this.#context.line(`export ${this.#change.subject}`);
      advice.push(`To keep what was changed, take it into the file (${keep}); to undo it, pass --overwrite.`);
    }
    return advice;
  }
}

/** `members.u_h8r2mt6wqx (Ada)` */
function named(answer: ChangeAnswer, names: Names = new Map()): ChangeAnswer {
  const differences = answer.differences.map((difference) => {
    const name = names.get(difference.path.split(".")[1] ?? "");
    return name === undefined ? difference : { ...difference, path: `${difference.path} (${name})` };
  });
  return { ...answer, differences };
}

function changesText(count: number): string {
  if (count < 2) return count === 0 ? "it" : "this change";
  return `these ${count} changes`;
}

function passedBy({ override, end_running }: Wishes): string[] {
  return end_running ? [...override, "running_window"] : [...override];
}
