/** Whether somebody who was let in a while ago still would be. Asking is no sign of life: a stream that is left open keeps no session. */
import { isOver } from "../../accounts/session.ts";
import type { Workings } from "./admin-route.ts";
import { bearerTextOf } from "./authentication.ts";
import type { Requester } from "./requester.ts";

type RightWorkings = Pick<Workings, "store" | "accessTokens" | "grants" | "now">;

/** What they may now; null: nothing any more. @throws unavailable */
export async function standingRight(
  workings: RightWorkings,
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
