/** The link that a blocked app opens, as the server finds it: the platform's own, else the project's. */
import type { PolicyForm } from "drawbridge-rules/wire/policy.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { sentForm } from "./policy-draft.ts";
import { everyProjectHas, forces, lacksUpdateLink, parsePlatform, parseStoreLinks } from "./version-rules.ts";

export interface UpdateLink {
  /** Null: there is none. */
  readonly url: string | null;
  readonly isOfProject: boolean;
  /** `none`: wanted so, as for a web app. `dead_end`: somebody may be told to update, and has nothing to open. `unsaid`: yet. */
  readonly state: "there" | "none" | "missing" | "dead_end" | "unsaid";
}

/** @param platform its name; "" while nobody has named it */
export function updateLinkOf(platform: string, form: PolicyForm, stores: Project["stores"]): UpdateLink {
  const read = parsePlatform(sentForm(form), "", platform, []);
  if (form.store === undefined && !everyProjectHas.includes(platform)) return { url: null, isOfProject: false, state: "unsaid" };
  const ofProject = parseStoreLinks(stores, "", []);
  if (!read || read.store === "none") return { url: null, isOfProject: false, state: "none" };
  const own = read.stores[read.store];
  const url = own ?? ofProject[read.store];
  const without = forces(read.policy) ? "dead_end" : "missing";
  return { url, isOfProject: own === null && url !== null, state: lacksUpdateLink(read, ofProject) ? without : "there" };
}
