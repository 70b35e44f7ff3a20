/** The signed-in user and their permissions. The server checks each request; the console only hides what it would refuse. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Role } from "drawbridge-rules/people/role.ts";
import { setZoneTables } from "drawbridge-rules/values/time-zones.ts";
import { tablesOf } from "drawbridge-rules/values/zone-document.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import { createContext, useContext } from "react";
import { serverQueryKey } from "../query-key.ts";
import { admin, connection } from "../server-connection.ts";

export { isAtLeast } from "./role-rank.ts";

export const sessionQuery = queryOptions({
  queryKey: serverQueryKey("session"),
  queryFn: readSession,
});

/**
 * Time zones by the server's data, in place of the browser's: times of windows are shown as apps get them. Refetched after an
 * interruption, since a server gets other data only at a start.
 */
export const timeZonesQuery = queryOptions({
  queryKey: ["time-zones"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => {
    const zones = await admin.getTimeZones({});
    setZoneTables(tablesOf(zones));
    return zones.version ?? "";
  },
});

/** @throws AdminError: `unauthorized` if no user is signed in */
export async function readSession(): Promise<WhoAmI> {
  const session = await admin.getSession();
  connection.signedIn();
  return session;
}

export const SessionContext = createContext<WhoAmI | null>(null);

/** Session of the signed-in user, which is loaded before anything renders. */
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

/** Ends this session, or all sessions of this person, and leaves the console. */
export async function signOut(queries: QueryClient, everywhere: boolean): Promise<void> {
  if (everywhere) await admin.signOutEverywhere();
  else await admin.signOut();
  queries.clear();
  location.assign("/sign-in");
}
