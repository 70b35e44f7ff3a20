/** Who is signed in, and what they may do. The server decides at each request; this is so that nobody is offered what it refuses. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { createContext, useContext } from "react";
import { serverKey } from "../query-key.ts";
import { admin, connection } from "../server-connection.ts";

export { isAtLeast } from "./role-rank.ts";

export const sessionQuery = queryOptions({
  queryKey: serverKey("session"),
  queryFn: readSession,
});

/** @throws AdminError: `unauthorized` where nobody is signed in */
export async function readSession(): Promise<WhoAmI> {
  const session = await admin.getSession();
  connection.signedIn();
  return session;
}

export const SessionContext = createContext<WhoAmI | null>(null);

/** Of whoever is signed in: nothing is shown before that is known. */
export function useSession(): WhoAmI {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession outside of a session");
  return session;
}

/** Null: none. Administrators own every project. */
export function useRole(project: string): Role | null {
  return roleIn(useSession(), project);
}

export function roleIn({ administrator, roles }: WhoAmI, project: string): Role | null {
  if (administrator) return "owner";
  return roles.find((grant) => grant.project === project)?.role ?? null;
}

/** Ends this session, or every one of this person, and leaves. */
export async function signOut(queries: QueryClient, everywhere: boolean): Promise<void> {
  if (everywhere) await admin.signOutEverywhere();
  else await admin.signOut();
  queries.clear();
  location.assign("/sign-in");
}
