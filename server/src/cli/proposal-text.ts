import { describeActor } from "drawbridge-rules/describe/reader.ts";
import type { Doer, Proposal, ProposalDetail, ProposedChange } from "drawbridge-rules/wire/proposal.ts";
import { changeLines } from "./change-text.ts";
import type { Context } from "./command.ts";
import { readerOf } from "./commit-text.ts";
import { instantText, printable } from "./output.ts";
import type { Names } from "./person.ts";

export function proposedLines(
  project: string,
  { proposal: { id, state, approvals_required, publish_when_approved }, repeated }: ProposedChange,
  { line }: Pick<Context, "line">,
): string[] {
  const isApproved = state === "approved";
  return [
    ...(repeated ? [`Approval of these changes is already requested: ${id}.`] : []),
    `The request ${id} of ${project} is ${isApproved ? "approved" : "waiting for approval"}. Nothing has changed yet.`,
    ...(approvals_required === 2 && !isApproved ? [`  It needs ${twoApprovals}.`] : []),
    `  to review it:        ${line(`proposal show ${id} --project ${project}`)}`,
    ...(isApproved ? [] : [`  to approve it:       ${line(`proposal approve ${id} --project ${project}`)}`]),
    ...(publish_when_approved && !isApproved
      ? ["  Its approval publishes it."]
      : [`  then to publish it:  ${line(`proposal publish ${id} --project ${project}`)}`]),
  ];
}

/** A token without a person requested it. */
const twoApprovals = "approval from two people or one owner, because it was requested with a token that isn't linked to a person";

export function waitingText({ approvals, approvals_required }: Pick<Proposal, "approvals" | "approvals_required">): string {
  if (approvals_required === 1) return "needs the approval of a person other than its author";
  return `needs ${twoApprovals} (approvals so far: ${approvals.length})`;
}

function attributedActorText({ actor, person }: Doer, names: Names): string {
  const id = person ?? actor;
  const name = names.get(id);
  const who = name === undefined ? describeActor(id, null) : `${printable(name)} (${printable(id)})`;
  return person === null || person === actor ? who : `${who}, with the token ${printable(actor)}`;
}

export function detailLines(
  project: string,
  shown: ProposalDetail,
  names: Names,
  context: Pick<Context, "io" | "output" | "line">,
): string[] {
  const { output, line } = context;
  const { id, title, state, author, created_at, updated, reason, approvals, closed, plan, override, out_of_date } = shown;
  const { paint } = output;
  const event = (verb: string, at: string, doer: Doer, why = "") =>
    `  ${verb.padEnd(9)} ${instantText(at)}  ${attributedActorText(doer, names)}${why === "" ? "" : `  "${printable(why)}"`}`;
  return [
    paint("bold", `${printable(title)}  ${state}`),
    `  ${id}${shown.publish_when_approved ? ", published when it is approved" : ""}`,
    event("requested", created_at, author, reason),
    ...(updated === null ? [] : [event("updated", updated.at, updated)]),
    ...approvals.map((approval) => event("approved", approval.at, approval)),
    ...(state === "open" && shown.approvals_required === 2 ? [`  It ${waitingText(shown)}.`] : []),
    ...(closed === null ? [] : [event(state, closed.at, closed, closed.reason)]),
    ...(plan === null
      ? []
      : [
          "",
          ...changeLines(plan, {
            subject: project,
            reader: readerOf(context, plan.names),
            overridden: override,
            isFull: false,
            columns: output.columns,
            paint,
          }),
        ]),
    ...(out_of_date.length === 0 ? [] : ["", ...outdatedLines(project, shown, paint, line)]),
  ];
}

function outdatedLines(
  project: string,
  { id, out_of_date }: ProposalDetail,
  paint: Context["output"]["paint"],
  line: Context["line"],
): string[] {
  return [
    paint("red", "Out of date. Changed since it was requested:"),
    ...out_of_date.map(({ detail }) => paint("red", `  ✗ ${printable(detail)}`)),
    `To bring it up to date: ${line(`proposal update ${id} --project ${project}`)}`,
  ];
}
