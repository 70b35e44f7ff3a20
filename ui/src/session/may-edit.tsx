import type { Role } from "drawbridge-rules/people/role.ts";
import type { ReactNode } from "react";
import { isAtLeast, roleIn, useSession } from "./session.ts";

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
