/** Proposals as people read them. */
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Doer, Proposal, ProposalDetail, ProposedChange, ProposedEdit } from "drawbridge-rules/wire/proposal.ts";
import { changeLines } from "./change-text.ts";
import type { Context } from "./command.ts";
import { instantText, printable } from "./output.ts";
import type { Names } from "./person.ts";

/** Next steps after a proposal is created or amended. */
export function proposedLines(
  project: string,
  { proposal: { id, state, approvals_required }, repeated }: ProposedChange,
  { line }: Pick<Context, "line">,
): string[] {
  const isApproved = state === "approved";
  return [
    ...(repeated ? [`These changes are already proposed as ${id}.`] : []),
    `The proposal ${id} of ${project} is ${isApproved ? "approved" : "waiting for approval"}. Nothing has changed yet.`,
    ...(approvals_required === 2 && !isApproved ? [`  It needs ${twoApprovals}.`] : []),
    `  to review it:        ${line(`proposal show ${id} --project ${project}`)}`,
    ...(isApproved ? [] : [`  to approve it:       ${line(`proposal approve ${id} --project ${project}`)}`]),
    `  then to publish it:  ${line(`proposal publish ${id} --project ${project}`)}`,
  ];
}

/** Approvals required if the proposal's author is a token without a person behind it. */
const twoApprovals = "approval from two people or one owner, because it was proposed with a token that isn't linked to a person";

/** Approvals that an open proposal still needs. */
export function waitingText({ approvals, approvals_required }: Pick<Proposal, "approvals" | "approvals_required">): string {
  if (approvals_required === 1) return "needs the approval of a person other than its author";
  return `needs ${twoApprovals} (approvals so far: ${approvals.length})`;
}

function attributedActorText({ actor, person }: Doer, names: Names): string {
  const id = person ?? actor;
  const name = names.get(id);
  const who = name === undefined ? printable(id) : `${printable(name)} (${printable(id)})`;
  return person === null || person === actor ? who : `${who}, with the token ${printable(actor)}`;
}

/** `window backup, policy ios` */
export function editsText(edits: readonly ProposedEdit[]): string {
  const shown = edits.slice(0, 3).map(editText);
  const rest = edits.length - shown.length;
  return printable([...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(", "));
}

function editText({ kind, id, deletes }: ProposedEdit): string {
  return `${deletes ? "delete " : ""}${kind}${id === "" ? "" : ` ${id}`}`;
}

/** Prints a proposal with its effects. */
export function detailLines(project: string, shown: ProposalDetail, names: Names, { output }: Pick<Context, "output">): string[] {
  const { id, state, author, created_at, reason, approvals, closed, plan, override, edits, moved_on } = shown;
  const paint = output.paint.bind(output);
  const moved = moved_on.map(({ kind, id, revision }) =>
    printable(`${kind} ${id} ${revision === null ? "was deleted" : `was changed at revision ${revision}`}`),
  );
  return [
    paint("bold", `${id}  ${state}${reason === "" ? "" : `  "${printable(reason)}"`}`),
    `  proposed  ${instantText(created_at)}  ${attributedActorText(author, names)}`,
    ...approvals.map((approval) => `  approved  ${instantText(approval.at)}  ${attributedActorText(approval, names)}`),
    ...(state === "open" && shown.approvals_required === 2 ? [`  It ${waitingText(shown)}.`] : []),
    ...(closed === null
      ? []
      : [
          `  ${state.padEnd(9)} ${instantText(closed.at)}  ${attributedActorText(closed, names)}${closed.reason === "" ? "" : `  "${printable(closed.reason)}"`}`,
        ]),
    ...(plan === null
      ? [`  changes ${editsText(edits)}`]
      : ["", ...changeLines(project, withoutFourEyes(plan), override, paint)]),
    ...moved.map((line) => paint("red", `  ✗ ${line} since it was proposed: the author must propose it again`)),
  ];
}

/** Drops the four-eyes refusal: a proposal is the way to satisfy it. */
export function withoutFourEyes(plan: ChangeAnswer): ChangeAnswer {
  return { ...plan, refusals: plan.refusals.filter(({ guard }) => guard !== "four_eyes") };
}
