/**
 * Checks whether an earlier authentication is still valid. The check does not extend the session: an open stream alone must
 * not keep it alive.
 */

import type { AccessTokenIndex } from "../../accounts/access-token-index.ts";
import type { GrantIndex } from "../../accounts/grant-index.ts";
import type { Requester } from "../../accounts/requester.ts";
import { isSessionExpired } from "../../accounts/session.ts";
import type { Store } from "../../store/store.ts";
import { readBearerToken } from "./authentication.ts";

export interface CurrentPermissionsServices {
  readonly store: Store;
  readonly accessTokens: AccessTokenIndex;
  readonly grants: GrantIndex;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Current permissions; null: none are left. @throws unavailable */
export async function readCurrentPermissions(
  services: CurrentPermissionsServices,
  { session }: Requester,
  headers: Headers,
): Promise<Requester | null> {
  const now = services.now();
  if (session === null) {
    const text = readBearerToken(headers.get("authorization") ?? "");
    return text === null ? null : services.accessTokens.requester(text, now);
  }
  const found = await services.store.accounts.session(session);
  if (!found || found.person.disabledAt !== null || isSessionExpired(found.session, now)) return null;
  return services.grants.requester(found.person.id, found.person.id, session);
}
