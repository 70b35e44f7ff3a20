/** Proposals on the wire: what is proposed is named, and shown as the plan that comes of it. */

import { approvalsOf, approvalsRequired } from "drawbridge-rules/changes/proposal.ts";
import { guards } from "drawbridge-rules/changes/refusal.ts";
import { roles } from "drawbridge-rules/people/role.ts";
import type { Approval, Doer, Proposal } from "drawbridge-rules/project/resource.ts";
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { actorNames, type NamingServices } from "./actor-names.ts";
import { printInstant } from "./instant.ts";
import { next } from "./page.ts";
import { changeAnswer, instant, revision, visible } from "./wire-schema.ts";

export const proposalStates = ["open", "approved", "published", "rejected", "withdrawn"] as const;

const doer = {
  actor: z.string().meta({ examples: ["t_k3v7q2zd5m"] }),
  person: z
    .string()
    .nullable()
    .meta({ description: "Whom the actor counts as", examples: ["u_h8r2mt6wqx"] }),
};

export const proposalHash = z
  .string({ error: "expected the hash of the proposal that was looked at" })
  .meta({ description: "Of everything that is proposed", examples: ["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"] });

const approval = z.strictObject({ ...doer, at: instant, hash: proposalHash });

const fields = {
  id: z.string().meta({ examples: ["p_k3v7q2zd5m"] }),
  state: z.enum(proposalStates),
  hash: proposalHash,
  author: z.strictObject(doer),
  role: z.enum(roles).meta({ description: "Whoever approves, rejects or publishes it needs it too" }),
  reason: z.string(),
  override: z.array(z.enum(guards)),
  edits: z.array(
    z.strictObject({
      kind: z.enum(["project", "platform", "instance", "window", "override", "manifest", "protection"]),
      id: z.string(),
      deletes: z.boolean(),
    }),
  ),
  created_at: instant,
  approval: approval.nullable().meta({ description: "The last one, of a proposal that is approved" }),
  approvals: z.array(approval).meta({ description: "Of what is proposed now, one for each person, the oldest first" }),
  approvals_required: z.union([z.literal(1), z.literal(2)]).meta({
    description: "How many people have to approve it. 2: its author counts as nobody; the approval of one owner is enough, too",
  }),
  closed: z.strictObject({ ...doer, at: instant, reason: z.string() }).nullable(),
  revision,
  visible: visible.optional(),
};

export const proposalSchema = z.strictObject(fields).meta({ id: "Proposal" });
const names = z
  .record(z.string(), z.string())
  .meta({ description: "What actors and persons are called now, by their ids", examples: [{ u_h8r2mt6wqx: "Ada" }] });
export const proposalListSchema = z
  .strictObject({ proposals: z.array(proposalSchema), names, next })
  .meta({ id: "ProposalList" });
export const proposalDetailSchema = z
  .strictObject({
    ...fields,
    names,
    plan: z.union([changeAnswer, z.null()]).meta({ description: "As of now; null of one that is closed" }),
    moved_on: z
      .array(z.strictObject({ kind: z.string(), id: z.string(), revision: revision.nullable() }))
      .meta({ description: "What it touches and is no longer what its author saw: then it does not publish" }),
  })
  .meta({ id: "ProposalDetail" });

const proposedSchema = z
  .strictObject({ proposal: proposalSchema, hash: proposalHash, plan: changeAnswer })
  .meta({ id: "ProposedChange" });

/** Of every route that can be proposed. */
export const proposedAnswer = {
  202: { description: "It is proposed, and nothing is changed yet", schema: proposedSchema },
} as const;

export function printProposal(id: string, proposal: Proposal, revision: number): wire.Proposal {
  const { state, hash, author, role, reason, override, edits, createdAt, approval, closed } = proposal;
  const approved = (each: Approval) => ({ ...printDoer(each), at: printInstant(each.at), hash: each.hash });
  return {
    id,
    state,
    hash,
    author: printDoer(author),
    role,
    reason,
    override,
    edits: edits.map((edit) => ({ kind: edit.kind, id: edit.id, deletes: edit.value === null }) as wire.ProposedEdit),
    created_at: printInstant(createdAt),
    approval: approval && approved(approval),
    approvals: approvalsOf(proposal).map(approved),
    approvals_required: approvalsRequired(proposal),
    closed: closed && { ...printDoer(closed), at: printInstant(closed.at), reason: closed.reason },
    revision,
  };
}

/** Of whoever made, approved or closed one of these. Not kept with them: a name that is erased is gone from everywhere. */
export async function namesIn(workings: NamingServices, proposals: readonly Proposal[]): Promise<wire.ActorNames> {
  const doers = proposals.flatMap((one) => [one.author, ...approvalsOf(one), one.closed].filter((doer) => doer !== null));
  const ids = [...new Set(doers.flatMap(({ actor, person }) => (person === null ? [actor] : [actor, person])))];
  const nameOf = await actorNames(workings, ids);
  return Object.fromEntries(
    ids.flatMap((id) => {
      const name = nameOf(id);
      return name === null ? [] : [[id, name]];
    }),
  );
}

function printDoer({ actor, person }: Doer): wire.Doer {
  return { actor, person };
}
