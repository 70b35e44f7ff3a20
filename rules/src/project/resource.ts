/** The value of each kind of resource, edits of them, and proposals of edits: types that are made of each other. */
import type { Guard } from "../changes/refusal.ts";
import type { AccessToken } from "../credentials/access-token.ts";
import type { EdgeToken } from "../credentials/edge-token.ts";
import type { FeedToken } from "../credentials/feed-token.ts";
import type { ReadKey } from "../credentials/read-key.ts";
import type { Grant } from "../people/grant.ts";
import type { Role } from "../people/role.ts";
import type { Platform } from "../versions/platform-schema.ts";
import type { MaintenanceWindow } from "../windows/maintenance-window.ts";
import type { Override } from "../windows/occurrence.ts";
import type { Instance } from "./instance.ts";
import type { Kind } from "./kind.ts";
import type { Project } from "./project.ts";

/** The manifest as it was last applied, in its printed form. */
export interface AppliedManifest {
  readonly document: Readonly<Record<string, unknown>>;
}

export interface Protection {
  /** The configuration is changed by proposals that another person approved. */
  readonly fourEyes: boolean;
  /** An edit says why. */
  readonly reasonRequired: boolean;
}

/** What each kind holds. */
export interface ResourceValues {
  readonly project: Project;
  readonly platform: Platform;
  readonly instance: Instance;
  readonly window: MaintenanceWindow;
  readonly override: Override;
  readonly manifest: AppliedManifest;
  readonly read_key: ReadKey;
  readonly feed_token: FeedToken;
  readonly access_token: AccessToken;
  readonly edge_token: EdgeToken;
  readonly grant: Grant;
  readonly protection: Protection;
  readonly proposal: Proposal;
}

export type Edit = {
  [K in Kind]: { readonly kind: K; readonly id: string; readonly value: ResourceValues[K] | null };
}[Kind];

export type ProposalState = "open" | "approved" | "published" | "rejected" | "withdrawn";

/** Who did something: what history keeps, and the person that it counts as. */
export interface Doer {
  readonly actor: string;
  /** Null: nobody in particular. */
  readonly person: string | null;
}

/** Of a resource as it was when it was looked at; null: it was not there. */
export interface HeldRevision {
  readonly kind: Kind;
  readonly id: string;
  readonly revision: number | null;
}

/** What is proposed: all that its hash is taken of. */
export interface ProposedChange {
  /** What the door made of the request, without what changes nothing. */
  readonly edits: readonly Edit[];
  readonly held: readonly HeldRevision[];
  readonly override: readonly Guard[];
  readonly reason: string;
  readonly author: Doer;
  /** That the route took; whoever approves or publishes needs it too. */
  readonly role: Role;
}

export interface Approval extends Doer {
  readonly at: number;
  /** Of what was looked at. */
  readonly hash: string;
}

/** How it ended. Instants are epoch milliseconds. */
export interface Closing extends Doer {
  readonly at: number;
  /** Of a rejection. */
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
