/** Approving and publishing show the proposal first, and apply to exactly the version shown. */
import { type AdminClient, isStale } from "drawbridge-client/admin";
import { describeActor } from "drawbridge-rules/describe/reader.ts";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { ApprovedProposal, Proposal, ProposalDetail, ProposalState } from "drawbridge-rules/wire/proposal.ts";
import { undoLine } from "./advice.ts";
import { operand, option, required, type Values } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { given, projectOption, reasonOption, shownProjectOption, yesOption } from "./options.ts";
import { minuteText, printable } from "./output.ts";
import { personNames } from "./person.ts";
import { detailLines, waitingText } from "./proposal-text.ts";
import { listCommand } from "./resource-commands.ts";
import { isDeclined, requirePrompt } from "./review.ts";
import { oneLine, oneOf, proposalId } from "./text-form.ts";

const proposalOperand = operand("PROPOSAL", "id of a request for approval (p_…), from proposal list", proposalId);
const place = { id: proposalOperand, project: projectOption };

const states = ["open", "approved", "published", "rejected", "withdrawn"] as const satisfies ProposalState[];

const proposalList = listCommand({
  name: "proposal list",
  meaning: "list requests for approval",
  args: {
    project: shownProjectOption,
    state: option(
      "--state <state>",
      "open, approved, published, rejected or withdrawn; default: open and approved",
      oneOf(states),
    ),
  },
  examples: ["proposal list --project acme-shop", "proposal list --project acme-shop --state published"],
  notes: "Closed requests are kept for 30 days.",
  member: "proposals",
  find: ({ project, state }, { client }) => proposalsOf(project, state, client),
  none: ({ project, state }) => `${project} has no ${state ?? "open or approved"} requests for approval.`,
  async columns(_, { project }, context) {
    const names = await personNames(project, context);
    return [
      ["REQUEST", ({ id }) => id],
      ["CHANGE", ({ title }) => title],
      ["STATE", ({ state, out_of_date }) => (out_of_date.length > 0 ? `${state}, out of date` : state)],
      ["AUTHOR", ({ author: { actor, person } }) => describeActor(person ?? actor, names.get(person ?? actor) ?? null)],
      ["CREATED", ({ created_at }) => minuteText(created_at)],
      ["REASON", ({ reason }) => reason || "-"],
    ];
  },
});

async function proposalsOf(project: string, state: ProposalState | null, client: AdminClient): Promise<Proposal[]> {
  const all = await client.listAll("listProposals", { project, ...given({ state }) });
  const found = all.filter((each) => state !== null || each.state === "open" || each.state === "approved");
  return found.sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
}

const proposalShow = command({
  name: "proposal show",
  meaning: "show a request for approval and its effect now",
  args: { ...place, project: shownProjectOption },
  examples: ["proposal show p_k3v7q2zd5m --project acme-shop"],
  async run({ id, project }, context) {
    const shown = await context.client.getProposal({ project, proposal: id });
    const names = context.output.isJson ? new Map() : await personNames(project, context);
    context.output.answer(shown, () => [...detailLines(project, shown, names, context), ...nextLines(project, shown, context)]);
  },
});

function nextLines(project: string, { id, state, out_of_date }: ProposalDetail, { line }: Pick<Context, "line">): string[] {
  if (state !== "open" && state !== "approved") return [];
  if (out_of_date.length > 0) return [];
  const verb = state === "open" ? "approve" : "publish";
  return ["", `To ${verb} it: ${line(`proposal ${verb} ${id} --project ${project}`)}`];
}

const reviewedPlace = {
  ...place,
  yes: yesOption,
};

const proposalApprove = command({
  name: "proposal approve",
  meaning: "approve a change of another person",
  args: { ...reviewedPlace, options: reasonOption },
  examples: ["proposal approve p_k3v7q2zd5m --project acme-shop"],
  notes:
    "Publishes it too if it was requested with --publish-when-approved. Authors cannot approve their own requests, and neither can a token without a person. A request by such a token needs two\napprovals, or an owner's. Changing a request resets its approval.",
  run: (choice, context) => review("approve", choice, context),
});

const proposalPublish = command({
  name: "proposal publish",
  meaning: "publish an approved change",
  args: reviewedPlace,
  examples: ["proposal publish p_k3v7q2zd5m --project acme-shop --yes"],
  notes: "Uses the reason of the request.",
  run: (choice, context) => review("publish", { ...choice, options: {} }, context),
});

const proposalUpdate = command({
  name: "proposal update",
  meaning: "bring an outdated request up to date: the same change on the present state",
  args: { ...place, options: reasonOption },
  examples: ["proposal update p_k3v7q2zd5m --project acme-shop"],
  notes: "Writes a new version, which must be approved again. Anyone with the role for the change can do it; the author stays.",
  async run({ id, project, options }, context) {
    const { client, output, line } = context;
    const shown = await client.getProposal({ project, proposal: id });
    const body = { hash: shown.hash };
    const updated = await client.updateProposal({ project, proposal: id, body, ...options });
    const isSame = updated.hash === body.hash;
    output.answer(updated, () => [
      isSame ? `${id} is not out of date.` : output.paint("green", `${id} is up to date: ${printable(updated.title)}.`),
      ...(isSame
        ? []
        : [
            ...(shown.approvals.length > 0 ? ["Approvals of the earlier version no longer count."] : []),
            `To approve it: ${line(`proposal approve ${id} --project ${project}`)}`,
          ]),
    ]);
  },
});

type Choice = Values<typeof reviewedPlace> & { readonly options: { readonly reason?: string } };

const doneText = { approve: "was approved", publish: "was published" } as const;

async function review(verb: "approve" | "publish", choice: Choice, context: Context): Promise<number> {
  requirePrompt(`proposal ${verb}`, choice.yes, context);
  const { client } = context;
  for (;;) {
    const hash = await agreedHash(verb, choice, context);
    if (hash === null) return 1;
    const { project, id: proposal, options } = choice;
    const request = { project, proposal, body: { hash } };
    try {
      const acted = verb === "approve" ? client.approveProposal({ ...request, ...options }) : client.publishProposal(request);
      return tell(project, await acted, doneText[verb], context);
    } catch (error) {
      const isAmended = isStale(error) && error.errors.length === 0 && !choice.yes;
      if (!isAmended) throw error;
      context.output.lines(["", `${choice.id} was changed in the meantime. The current version:`, ""]);
    }
  }
}

async function agreedHash(verb: "approve" | "publish", { id, project, yes }: Choice, context: Context): Promise<string | null> {
  const shown = await context.client.getProposal({ project, proposal: id });
  if (context.output.isJson) return shown.hash;
  context.output.lines(detailLines(project, shown, await personNames(project, context), context));
  if (verb === "publish" && shown.state === "open") {
    const approve = context.line(`proposal approve ${id} --project ${project}`);
    throw new DrawbridgeError("conflict", `${id} ${waitingText(shown)}: ${approve}`);
  }
  const does = verb === "publish" ? "Publish" : shown.publish_when_approved ? "Approve and publish" : "Approve";
  return (await isDeclined(yes, () => `${does} ${id}?`, context)) ? null : shown.hash;
}

function tell(project: string, proposal: ApprovedProposal, what: string, context: Context): number {
  const { line, output } = context;
  const { id, state, revision, edits, not_published } = proposal;
  const isUndoable = state === "published" && edits.some(({ kind }) => kind !== "override" && kind !== "protection");
  const isDone = state !== "open";
  output.answer(proposal, () => [
    output.paint(
      "green",
      `${id} ${!isDone ? "has your approval" : state === "published" && what === doneText.approve ? "was approved and published" : what}${state === "published" ? `: ${project} is now at revision ${revision}` : ""}.`,
    ),
    ...(!isDone ? [`It ${waitingText(proposal)}.`] : []),
    ...(not_published ? ["It was not published:", ...reasonsOf(not_published).map((each) => `  ${printable(each)}`)] : []),
    ...(isUndoable ? [undoLine(context, { project, revision })] : []),
    ...(state === "approved" ? [`To publish it: ${line(`proposal publish ${id} --project ${project}`)}`] : []),
  ]);
  return 0;
}

function reasonsOf({ detail, problems, guards }: NonNullable<ApprovedProposal["not_published"]>): readonly string[] {
  const found = [...problems, ...guards];
  return found.length === 0 ? [detail] : found.map((each) => each.detail);
}

const proposalReject = command({
  name: "proposal reject",
  meaning: "reject a request for approval, with a reason",
  args: { ...place, reason: required(reasonOption.flags, reasonOption.meaning, oneLine) },
  examples: ['proposal reject p_k3v7q2zd5m --project acme-shop --reason "not before the release"'],
  run: async ({ id, project, reason }, context) =>
    tell(project, await context.client.rejectProposal({ project, proposal: id, body: { reason } }), "was rejected", context),
});

const proposalWithdraw = command({
  name: "proposal withdraw",
  meaning: "withdraw your own request for approval",
  args: { ...place, options: reasonOption },
  examples: ["proposal withdraw p_k3v7q2zd5m --project acme-shop"],
  run: async ({ id, project, options }, context) =>
    tell(project, await context.client.withdrawProposal({ project, proposal: id, ...options }), "was withdrawn", context),
});

export const proposalCommands = [
  proposalList,
  proposalShow,
  proposalApprove,
  proposalUpdate,
  proposalPublish,
  proposalReject,
  proposalWithdraw,
];
