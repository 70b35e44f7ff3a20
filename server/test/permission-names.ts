/** Names and ids in the installation of `permission-world.ts`; fixed, so that a test can hard-code them. */

import { type CredentialPrefix, generateCredential } from "drawbridge-rules/credentials/credential-text.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import { hashCredential } from "../src/base/hash.ts";

export interface Side {
  readonly project: string;
  readonly platform: string;
  readonly window: string;
  readonly instance: string;
  readonly key: string;
  readonly feed: string;
  readonly token: string;
  /** An owner. */
  readonly person: string;
  /** Open, of a window. */
  readonly proposal: string;
}

export const ours = sideOf("ours");
export const theirs = sideOf("theirs");

function sideOf(project: string): Side {
  return {
    project,
    platform: `${project}-tv`,
    window: `${project}-later`,
    instance: `${project}-spare`,
    key: `k_${project}`,
    feed: `f_${project}`,
    token: `t_${project}`,
    person: `u_${project}_owner`,
    proposal: `p_${project}`,
  };
}

/** Tokens of the installation, not of a project. */
export const installationToken = "t_everything";
export const installationEdgeToken = "d_everything";
export const installationWebhook = "w_everything";

/** The server's clock, epoch ms. */
export const noon = Date.parse("2026-11-21T12:00:00Z");
/** Milliseconds. */
export const hour = 60 * 60 * 1000;

/** Where people reach it, in tests without sockets. */
export const publicUrl = "https://drawbridge.test";

/** The text of a credential, always the same for a name. */
export function credentialNamed(prefix: CredentialPrefix, name: string): string {
  const seed = Buffer.from(hashCredential(name).repeat(2), "latin1");
  return generateCredential(prefix, seed);
}

export function personOf(project: string, role: Role): string {
  return `u_${project}_${role}`;
}
