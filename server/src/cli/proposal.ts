import type { AdminClient } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Proposal, ProposalDetail, ProposalState } from "drawbridge-rules/wire/proposal.ts";
import { command } from "./command.ts";
import type { Context } from "./context.ts";
import { changeLines } from "./difference-text.ts";
import { printable, table } from "./output.ts";
import { type Names, personNames } from "./person-names.ts";
import { doerText, editsText, waitingText } from "./proposal-text.ts";
import { projectOption } from "./shared-options.ts";
import { oneOf, projectId, proposalId } from "./text-form.ts";

export const proposalOperand = { name: "PROPOSAL", meaning: "its id, as proposal list shows it (p_…)" };

const states = ["open", "approved", "published", "rejected", "withdrawn"] as const satisfies ProposalState[];

export const proposalList = command({
  name: "proposal list",
  meaning: "list the changes that wait for another person",
  options: [
    projectOption,
    { flags: "--state <state>", meaning: "open, approved, published, rejected or withdrawn; else the first two" },
  ],
  examples: ["proposal list --project acme-shop", "proposal list --project acme-shop --state published"],
  notes: "Closed ones are kept for 30 days.",
  read: (given) => ({ project: given.required("project", projectId), state: given.option("state", oneOf(states)) }),
  async run({ project, state }, context) {
    const found = await proposalsOf(project, state, context.client);
    const names = context.output.isJson ? new Map() : await personNames(project, context);
    context.output.answer({ proposals: found }, () =>
      found.length === 0 ? [`${project} has no ${state ?? "waiting"} proposal.`] : proposalTable(found, names),
    );
  },
});

/** @param state null: those that are not closed */
async function proposalsOf(project: string, state: ProposalState | null, client: AdminClient): Promise<Proposal[]> {
  const found: Proposal[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const query = { limit: 1_000, ...(state === null ? {} : { state }), ...(after === undefined ? {} : { after }) };
    const page = await client.listProposals({ project, ...query });
    for (const each of page.proposals) {
      if (state !== null || each.state === "open" || each.state === "approved") found.push(each);
    }
    after = page.next;
  }
  return found.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}

function proposalTable(proposals: readonly Proposal[], names: Names): string[] {
  return table(
    ["PROPOSAL", "STATE", "BY", "MADE", "OF", "WHY"],
    proposals.map(({ id, state, author, created_at, edits, reason }) => [
      id,
      state,
      names.get(author.person ?? author.actor) ?? author.person ?? author.actor,
      created_at.slice(0, 16).replace("T", " "),
      editsText(edits),
      reason || "-",
    ]),
  );
}

export const proposalShow = command({
  name: "proposal show",
  meaning: "show a proposal, and what would come of it now",
  operands: [proposalOperand],
  options: [projectOption],
  examples: ["proposal show p_k3v7q2zd5m --project acme-shop"],
  read: (given) => ({ id: given.operand("PROPOSAL", proposalId), project: given.required("project", projectId) }),
  async run({ id, project }, context) {
    const shown = await context.client.getProposal({ project, proposal: id });
    const names = context.output.isJson ? new Map() : await personNames(project, context);
    context.output.answer(shown, () => [...detailLines(project, shown, names, context), ...nextLines(project, shown, context)]);
  },
});

/** What it is, and what it would do. */
export function detailLines(project: string, shown: ProposalDetail, names: Names, { output }: Pick<Context, "output">): string[] {
  const { id, state, author, created_at, reason, approvals, closed, plan, override, edits, moved_on } = shown;
  const paint = output.paint.bind(output);
  const moved = moved_on.map(({ kind, id, revision }) =>
    printable(`${kind} ${id} ${revision === null ? "is gone" : `was changed at revision ${revision}`}`),
  );
  return [
    paint("bold", `${id}  ${state}${reason === "" ? "" : `  "${printable(reason)}"`}`),
    `  proposed  ${created_at}  ${doerText(author, names)}`,
    ...approvals.map((approval) => `  approved  ${approval.at}  ${doerText(approval, names)}`),
    ...(state === "open" && shown.approvals_required === 2 ? [`  It ${waitingText(shown)}.`] : []),
    ...(closed === null
      ? []
      : [
          `  ${state.padEnd(9)} ${closed.at}  ${doerText(closed, names)}${closed.reason === "" ? "" : `  "${printable(closed.reason)}"`}`,
        ]),
    ...(plan === null ? [`  of ${editsText(edits)}`] : ["", ...changeLines(project, withoutFourEyes(plan), override, paint)]),
    ...moved.map((line) => paint("red", `  ✗ ${line} since it was proposed: its author has to propose it anew`)),
  ];
}

/** What is proposed is what this guard asks for. */
export function withoutFourEyes(plan: ChangeAnswer): ChangeAnswer {
  return { ...plan, refusals: plan.refusals.filter(({ guard }) => guard !== "four_eyes") };
}

function nextLines(project: string, { id, state, moved_on }: ProposalDetail, { line }: Pick<Context, "line">): string[] {
  if (state !== "open" && state !== "approved") return [];
  if (moved_on.length > 0) return [];
  const verb = state === "open" ? "approve" : "publish";
  return ["", `To ${verb} it: ${line(`proposal ${verb} ${id} --project ${project}`)}`];
}
