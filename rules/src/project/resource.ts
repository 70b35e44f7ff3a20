import { z } from "zod";
import type { ReadKey } from "../credentials/read-key.ts";
import type { Token } from "../credentials/token.ts";
import type { Override } from "../occurrence/occurrence.ts";
import { type Grant, roles } from "../people/role.ts";
import { listed } from "../values/fields.ts";
import { instantMember, internal, type Member, mapMember, orNull, plain, type Stored, wireShape } from "../values/member.ts";
import type { Platform } from "../versions/platform-schema.ts";
import type { Webhook } from "../webhooks/webhook.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import { guardCode, instant, record, text, textOrNull } from "../wire/values.ts";
import type { Instance } from "./instance.ts";
import type { Kind } from "./kind.ts";
import type { Project } from "./project.ts";

export interface Protection {
  readonly fourEyes: boolean;
  readonly reasonRequired: boolean;
}

export interface ResourceValues {
  readonly project: Project;
  readonly platform: Platform;
  readonly instance: Instance;
  readonly window: MaintenanceWindow;
  readonly override: Override;
  readonly manifest: { readonly document: Readonly<Record<string, unknown>> };
  readonly read_key: ReadKey;
  readonly token: Token;
  readonly grant: Grant;
  readonly protection: Protection;
  readonly proposal: Proposal;
  readonly webhook: Webhook;
}

export type Edit = {
  [K in Kind]: { readonly kind: K; readonly id: string; readonly value: ResourceValues[K] | null };
}[Kind];

/** In the form of the manifest when a change was proposed; null means it did not exist. */
export interface FormBefore {
  readonly kind: Kind;
  readonly id: string;
  readonly form: object | null;
}

const proposalStates = ["open", "approved", "published", "rejected", "withdrawn"] as const;
export const proposalState = z
  .enum(proposalStates, { error: `expected ${listed(proposalStates, "or")}` })
  .meta({ id: "ProposalState", description: "State of the proposal" });

const actorMembers = {
  actor: plain(z.string().meta({ description: "Id of the person or token", examples: ["t_k3v7q2zd5m"] })),
  person: plain(textOrNull.meta({ description: "Person for whom the actor acts", examples: ["u_h8r2mt6wqx"] })),
};
export type AttributedActor = Stored<typeof actorMembers>;

export const reviewedHash = z.string({ error: "expected the hash of the reviewed proposal" }).meta({
  id: "ReviewedHash",
  description: "Hash of the proposed changes",
  examples: ["n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"],
});

const approvalMembers = { ...actorMembers, at: instantMember(instant), hash: plain(reviewedHash) };
export type Approval = Stored<typeof approvalMembers>;
export const approvalMember = mapMember(approvalMembers, record("ProposalApproval", wireShape(approvalMembers)));

const updateMembers = { ...actorMembers, at: instantMember(instant) };

const closingMembers = {
  ...actorMembers,
  at: instantMember(instant),
  reason: plain(text("Reason of a rejection; otherwise empty", "")),
};

const editForm = record("ProposedEdit", {
  kind: z
    .enum(["project", "platform", "instance", "window", "override", "manifest", "protection"])
    .meta({ description: "Kind of the resource", examples: ["platform"] }),
  id: text("Id of the resource", "ios"),
  deletes: z.boolean().describe("Whether it is deleted"),
});
const edits: Member<z.ZodArray<typeof editForm>, readonly Edit[]> = {
  wire: z.array(editForm).describe("Edits of resources"),
  stored: z.array(z.looseObject({ kind: z.string(), id: z.string() })),
  read() {
    throw new TypeError("edits are read by the routes");
  },
  print: (list) => list.map(({ kind, id, value }) => ({ kind, id, deletes: value === null })) as never,
};
const before: Member<null, readonly FormBefore[]> = internal(z.array(z.custom<FormBefore>()));

/** The hash covers all of it. */
const changeMembers = {
  author: mapMember(actorMembers, record("Doer", wireShape(actorMembers))),
  role: plain(z.enum(roles).meta({ description: "Required to approve, reject or publish it", examples: ["editor"] })),
  reason: plain(text("Reason that the author gave", "release 2.4 is in both stores")),
  override: plain(z.array(guardCode).describe("Guards to override")),
  /** Edits of the request, without those that change nothing. */
  edits,
  before,
  publishWhenApproved: plain(z.boolean().describe("Whether the approval publishes it, if the guards then allow it")),
};
export type ProposedChange = Stored<typeof changeMembers>;

export const proposalMembers = {
  state: plain(proposalState),
  hash: plain(reviewedHash),
  ...changeMembers,
  createdAt: instantMember(instant),
  updated: orNull(mapMember(updateMembers, record("ProposalUpdate", wireShape(updateMembers))), {
    description: "Last update of an outdated proposal; null: as its author wrote it",
  }),
  approval: orNull(approvalMember, { description: "Last approval, if the proposal is approved" }),
  closed: orNull(mapMember(closingMembers, record("ProposalClosing", wireShape(closingMembers))), {
    description: "Null while the proposal is open or approved",
  }),
};
export interface Proposal extends Stored<typeof proposalMembers> {
  /** All approvals of the present change, if it requires more than one. */
  readonly approvals?: readonly Approval[];
  /** Revision that its publication undoes or restores, for the history. */
  readonly reverts?: Reverts;
}

export type Reverts = { readonly undone: number } | { readonly restored: number };
