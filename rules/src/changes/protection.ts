/** What a project asks of whoever edits it, besides the role. */

import { type ProjectState, soleId } from "../project/project-state.ts";
import type { Protection } from "../project/resource.ts";

export const noProtection: Protection = { fourEyes: false, reasonRequired: false };

/** Where nobody ever said anything, nothing is asked. */
export function protectionOf(state: ProjectState): Protection {
  return state.protection.get(soleId)?.value ?? noProtection;
}

export function printProtection({ fourEyes, reasonRequired }: Protection): Record<string, unknown> {
  return { four_eyes: fourEyes, reason_required: reasonRequired };
}
