import type { AdminClient } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Proposal, ProposalDetail, ProposalState } from "drawbridge-rules/wire/proposal.ts";
import { changeLines } from "./change-text.ts";
import { type Context, command } from "./command.ts";
import { projectOption } from "./options.ts";
import { instantText, minuteText, printable, table } from "./output.ts";
import { type Names, personNames } from "./person.ts";
import { attributedActorText, editsText, waitingText } from "./proposal-text.ts";
import { oneOf, projectId, proposalId } from "./text-form.ts";

export const proposalOperand = { name: "PROPOSAL", meaning: "proposal id (p_…), from proposal list" };

const states = ["open", "approved", "published", "rejected", "withdrawn"] as const satisfies ProposalState[];

export const proposalList = command({
  name: "proposal list",
  meaning: "list proposed changes",
  options: [
    projectOption,
    {
      flags: "--state <state>",
      meaning: "open, approved, published, rejected or withdrawn; default: open and approved",
      choices: states,
    },
  ],
  examples: ["proposal list --project acme-shop", "proposal list --project acme-shop --state published"],
  notes: "Closed proposals are kept for 30 days.",
  read: (args) => ({ project: args.required("project", projectId), state: args.option("state", oneOf(states)) }),
  async run({ project, state }, context) {
    const found = await proposalsOf(project, state, context.client);
    const names = context.output.isJson ? new Map() : await personNames(project, context);
    context.output.answer({ proposals: found }, () =>
      found.length === 0
        ? [`${project} has no ${state ?? "open or approved"} proposals.`]
        : proposalTable(found, names, context.output.columns),
    );
  },
});

/** @param state null: open and approved ones */
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

function proposalTable(proposals: readonly Proposal[], names: Names, columns: number | null): string[] {
  return table(
    ["PROPOSAL", "STATE", "AUTHOR", "CREATED", "CHANGES", "REASON"],
    proposals.map(({ id, state, author, created_at, edits, reason }) => [
      id,
      state,
      names.get(author.person ?? author.actor) ?? author.person ?? author.actor,
      minuteText(created_at),
      editsText(edits),
      reason || "-",
    ]),
    columns,
  );
}

export const proposalShow = command({
  name: "proposal show",
  meaning: "show a proposal and its effect now",
  operands: [proposalOperand],
  options: [projectOption],
  examples: ["proposal show p_k3v7q2zd5m --project acme-shop"],
  read: (args) => ({ id: args.operand("PROPOSAL", proposalId), project: args.required("project", projectId) }),
  async run({ id, project }, context) {
    const shown = await context.client.getProposal({ project, proposal: id });
    const names = context.output.isJson ? new Map() : await personNames(project, context);
    context.output.answer(shown, () => [...detailLines(project, shown, names, context), ...nextLines(project, shown, context)]);
  },
});

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

function nextLines(project: string, { id, state, moved_on }: ProposalDetail, { line }: Pick<Context, "line">): string[] {
  if (state !== "open" && state !== "approved") return [];
  if (moved_on.length > 0) return [];
  const verb = state === "open" ? "approve" : "publish";
  return ["", `To ${verb} it: ${line(`proposal ${verb} ${id} --project ${project}`)}`];
}
