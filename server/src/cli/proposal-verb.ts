/** Verbs on proposals. Approving and publishing show the proposal first, and apply to exactly the version shown. */
import { isStale } from "drawbridge-client/admin";
import { DrawbridgeError } from "drawbridge-rules/values/errors.ts";
import type { Proposal, ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { undoLine } from "./advice.ts";
import type { OptionWords, ParsedArguments } from "./arguments.ts";
import { type Context, command } from "./command.ts";
import { projectOption, readReason, reasonOption, yesOption } from "./options.ts";
import { personNames } from "./person.ts";
import { detailLines, proposalOperand } from "./proposal.ts";
import { waitingText } from "./proposal-text.ts";
import { isConfirmed, requirePrompt } from "./review.ts";
import { oneLine, projectId, proposalId, reviewHash } from "./text-form.ts";

const hashOption: OptionWords = {
  flags: "--hash <hash>",
  meaning: "act only on the version that was reviewed: `hash` in proposal show --json",
};
const options = [projectOption, hashOption, yesOption];

export const proposalApprove = command({
  name: "proposal approve",
  meaning: "approve a change that another person proposed",
  operands: [proposalOperand],
  options: [...options, reasonOption],
  examples: ["proposal approve p_k3v7q2zd5m --project acme-shop"],
  notes:
    "Authors cannot approve their own proposals, nor can a token that belongs to no person. A proposal by such a token needs two\napprovals, or an owner's. Changing a proposal resets its approval.",
  read: readChoice,
  run: (choice, context) => look("approve", choice, context),
});

export const proposalPublish = command({
  name: "proposal publish",
  meaning: "publish an approved proposal",
  operands: [proposalOperand],
  options,
  examples: ["proposal publish p_k3v7q2zd5m --project acme-shop --yes"],
  notes: "Uses the proposal's reason.",
  read: readChoice,
  run: (choice, context) => look("publish", choice, context),
});

interface Choice {
  readonly id: string;
  readonly project: string;
  /** Null: the hash of the shown proposal. */
  readonly hash: string | null;
  readonly yes: boolean;
  readonly options: { readonly reason?: string };
}

function readChoice(args: ParsedArguments): Choice {
  return {
    id: args.operand("PROPOSAL", proposalId),
    project: args.required("project", projectId),
    hash: args.option("hash", reviewHash),
    yes: args.flag("yes"),
    options: readReason(args),
  };
}

const done = { approve: "was approved", publish: "was published" } as const;

async function look(verb: "approve" | "publish", choice: Choice, context: Context): Promise<number> {
  requirePrompt(`proposal ${verb}`, choice.yes, context);
  for (;;) {
    const hash = choice.hash ?? (await agreedHash(verb, choice, context));
    if (hash === null) return 1;
    try {
      return tell(choice.project, await act(verb, choice, hash, context), done[verb], context);
    } catch (error) {
      const isAmended = isStale(error) && error.errors.length === 0 && choice.hash === null && !choice.yes;
      if (!isAmended) throw error;
      context.output.lines(["", `${choice.id} was changed in the meantime. The current version:`, ""]);
    }
  }
}

/** Hash of the version that the user confirmed; null: the user declined. */
async function agreedHash(verb: "approve" | "publish", { id, project, yes }: Choice, context: Context): Promise<string | null> {
  const shown = await context.client.getProposal({ project, proposal: id });
  if (context.output.isJson) return shown.hash;
  context.output.lines(detailLines(project, shown, await personNames(project, context), context));
  if (verb === "publish" && shown.state === "open") throw notApproved(project, shown, context);
  if (yes || (await isConfirmed(questionOf(verb, shown), context))) return shown.hash;
  context.io.err("Nothing was changed.\n");
  return null;
}

/** Checked before the prompt. */
function notApproved(project: string, shown: ProposalDetail, { line }: Pick<Context, "line">): DrawbridgeError {
  const { id } = shown;
  const approve = line(`proposal approve ${id} --project ${project}`);
  return new DrawbridgeError("conflict", `${id} ${waitingText(shown)}: ${approve}`);
}

function questionOf(verb: "approve" | "publish", { id }: ProposalDetail): string {
  return verb === "approve" ? `Approve ${id}?` : `Publish ${id}?`;
}

function act(
  verb: "approve" | "publish",
  { id, project, options }: Choice,
  hash: string,
  { client }: Context,
): Promise<Proposal> {
  return verb === "approve"
    ? client.approveProposal({ project, proposal: id, body: { hash }, ...options })
    : client.publishProposal({ project, proposal: id, body: { hash } });
}

function tell(project: string, proposal: Proposal, what: string, context: Context): number {
  const { line, output } = context;
  const { id, state, revision, edits } = proposal;
  const isUndoable = state === "published" && edits.some(({ kind }) => kind !== "override" && kind !== "protection");
  const isDone = state !== "open";
  output.answer(proposal, () => [
    output.paint(
      "green",
      `${id} ${isDone ? what : "has your approval"}${state === "published" ? `: ${project} is now at revision ${revision}` : ""}.`,
    ),
    ...(!isDone ? [`It ${waitingText(proposal)}.`] : []),
    ...(isUndoable ? [undoLine(context, { project, revision })] : []),
    ...(state === "approved" ? [`To publish it: ${line(`proposal publish ${id} --project ${project}`)}`] : []),
  ]);
  return 0;
}

export const proposalReject = command({
  name: "proposal reject",
  meaning: "reject a proposal, with a reason",
  operands: [proposalOperand],
  options: [projectOption, reasonOption],
  examples: ['proposal reject p_k3v7q2zd5m --project acme-shop --reason "not before the release"'],
  read: (args) => ({
    id: args.operand("PROPOSAL", proposalId),
    project: args.required("project", projectId),
    reason: args.required("reason", oneLine),
  }),
  async run({ id, project, reason }, context) {
    return tell(
      project,
      await context.client.rejectProposal({ project, proposal: id, body: { reason } }),
      "was rejected",
      context,
    );
  },
});

export const proposalWithdraw = command({
  name: "proposal withdraw",
  meaning: "withdraw your own proposal",
  operands: [proposalOperand],
  options: [projectOption, reasonOption],
  examples: ["proposal withdraw p_k3v7q2zd5m --project acme-shop"],
  read: (args) => ({
    id: args.operand("PROPOSAL", proposalId),
    project: args.required("project", projectId),
    options: readReason(args),
  }),
  async run({ id, project, options }, context) {
    return tell(project, await context.client.withdrawProposal({ project, proposal: id, ...options }), "was withdrawn", context);
  },
});
