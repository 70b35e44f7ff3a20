/** Whether somebody who was let in a while ago still would be. Asking is no sign of life: a stream that is left open keeps no session. */

import type { AccessTokenRing } from "../../accounts/access-token-ring.ts";
import type { GrantRing } from "../../accounts/grant-ring.ts";
import type { Requester } from "../../accounts/requester.ts";
import { isOver } from "../../accounts/session.ts";
import type { Store } from "../../store/store.ts";
import { bearerTextOf } from "./authentication.ts";

export interface StandingRightServices {
  readonly store: Store;
  readonly accessTokens: AccessTokenRing;
  readonly grants: GrantRing;
  /** Epoch ms. */
  readonly now: () => number;
}

/** What they may now; null: nothing any more. @throws unavailable */
export async function standingRight(
  workings: StandingRightServices,
  { session }: Requester,
  headers: Headers,
): Promise<Requester | null> {
  const now = workings.now();
  if (session === null) {
    const text = bearerTextOf(headers.get("authorization") ?? "");
    return text === null ? null : workings.accessTokens.find(text, now);
  }
  const found = await workings.store.accounts.session(session);
  if (!found || found.person.disabledAt !== null || isOver(found.session, now)) return null;
  return workings.grants.requester(found.person.id, found.person.id, session);
}
