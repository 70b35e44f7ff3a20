/** Extra requirements of a project for edits, in addition to the role. */

import { type ProjectState, soleId } from "../project/project-state.ts";
import type { Protection } from "../project/resource.ts";

export const noProtection: Protection = { fourEyes: false, reasonRequired: false };

/** Without a setting, nothing is required. */
export function readProtection(state: ProjectState): Protection {
  return state.protection.get(soleId)?.value ?? noProtection;
}

export function printProtection({ fourEyes, reasonRequired }: Protection): Record<string, unknown> {
  return { four_eyes: fourEyes, reason_required: reasonRequired };
}
