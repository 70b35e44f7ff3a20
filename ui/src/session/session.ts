import { type QueryClient, useQuery } from "@tanstack/react-query";
import { isAtLeast, type Role } from "drawbridge-rules/people/role.ts";
import type { WhoAmI } from "drawbridge-rules/wire/session.ts";
import type { Status } from "drawbridge-rules/wire/status.ts";
import { createContext, type ReactNode, useContext } from "react";
import { admin, connection, loadZones, serverQuery } from "../server-connection.ts";
import { ownZone } from "../texts/formats.ts";

export { isAtLeast };

export const sessionQuery = serverQuery("session", readSession);

/** @throws AdminError: `unauthorized` if no user is signed in */
export async function readSession(): Promise<WhoAmI> {
  const addressed = new URLSearchParams(location.search).getAll("zone");
  const [session] = await Promise.all([admin.getSession(), loadZones([ownZone, ...addressed])]);
  connection.signedIn();
  return session;
}

export const SessionContext = createContext<WhoAmI | null>(null);

export function useSession(): WhoAmI {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession outside of a session");
  return session;
}

/** Null means none. Administrators own every project. */
export function useRole(project: string): Role | null {
  return roleIn(useSession(), project);
}

export function roleIn({ administrator, roles }: WhoAmI, project: string): Role | null {
  if (administrator) return "owner";
  return roles.find((grant) => grant.project === project)?.role ?? null;
}

export async function signOut(queries: QueryClient, everywhere: boolean): Promise<void> {
  if (everywhere) await admin.signOutEverywhere();
  else await admin.signOut();
  queries.clear();
  location.assign("/sign-in");
}

/** URLs on which the program listens; behind a proxy, apps use others. */
export const statusQuery = serverQuery("status", () => admin.getStatus());

/** Until the server reports its URLs, this page's origin is likely. */
export function useReadUrls(): Status["read_urls"] {
  const { origin } = location;
  return useQuery(statusQuery).data?.read_urls ?? { config: origin, maintenance: origin };
}

interface MayEditProps {
  readonly project: string;
  /** Default: `editor`, which the configuration requires. */
  readonly role?: Role;
  readonly children: ReactNode;
  readonly otherwise?: ReactNode;
}

export function MayEdit({ project, role, children, otherwise = null }: MayEditProps) {
  return useMay(project, role) ? children : otherwise;
}

export function useMay(project: string | null, role: Role = "editor"): boolean {
  const session = useSession();
  return project === null ? session.administrator : isAtLeast(roleIn(session, project), role);
}
