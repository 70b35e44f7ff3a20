/** The value of each kind of resource, edits of them, and proposals of edits: types that depend on each other. */
import type { Guard } from "../changes/refusal.ts";
import type { ReadKey } from "../credentials/read-key.ts";
import type { Token } from "../credentials/token.ts";
import type { Override } from "../occurrence/occurrence.ts";
import type { Grant } from "../people/grant.ts";
import type { Role } from "../people/role.ts";
import type { Platform } from "../versions/platform-schema.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { Instance } from "./instance.ts";
import type { Kind } from "./kind.ts";
import type { Project } from "./project.ts";

/** The manifest as it was last applied, in its printed form. */
interface AppliedManifest {
  readonly document: Readonly<Record<string, unknown>>;
}

export interface Protection {
  /** The configuration only changes by proposals that another person approved. */
  readonly fourEyes: boolean;
  /** Edits require a reason. */
  readonly reasonRequired: boolean;
}

/** Value type of each kind. */
export interface ResourceValues {
  readonly project: Project;
  readonly platform: Platform;
  readonly instance: Instance;
  readonly window: MaintenanceWindow;
  readonly override: Override;
  readonly manifest: AppliedManifest;
  readonly read_key: ReadKey;
  readonly token: Token;
  readonly grant: Grant;
  readonly protection: Protection;
  readonly proposal: Proposal;
}

export type Edit = {
  [K in Kind]: { readonly kind: K; readonly id: string; readonly value: ResourceValues[K] | null };
}[Kind];

type ProposalState = "open" | "approved" | "published" | "rejected" | "withdrawn";

/** The actor that history records, and the person it counts as. */
export interface AttributedActor {
  readonly actor: string;
  /** Null: no person. */
  readonly person: string | null;
}

/** Revision of a resource at the time of the review; null: it did not exist. */
export interface SeenRevision {
  readonly kind: Kind;
  readonly id: string;
  readonly revision: number | null;
}

/** The content of a proposal; its hash covers all of it. */
export interface ProposedChange {
  /** Edits of the request, without those that change nothing. */
  readonly edits: readonly Edit[];
  readonly held: readonly SeenRevision[];
  readonly override: readonly Guard[];
  readonly reason: string;
  readonly author: AttributedActor;
  /** Role that the route required; approving and publishing require it too. */
  readonly role: Role;
}

export interface Approval extends AttributedActor {
  readonly at: number;
  /** Hash of the reviewed content. */
  readonly hash: string;
}

/** The end of a proposal. Instants are epoch milliseconds. */
interface Closing extends AttributedActor {
  readonly at: number;
  /** Reason for a rejection; "" otherwise. */
  readonly reason: string;
}

export interface Proposal extends ProposedChange {
  readonly hash: string;
  readonly createdAt: number;
  readonly state: ProposalState;
  /** The last approval, once the proposal has enough. */
  readonly approval: Approval | null;
  /** All approvals of the present change, if it requires more than one. */
  readonly approvals?: readonly Approval[];
  readonly closed: Closing | null;
}
