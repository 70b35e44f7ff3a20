/** The link that a blocked app opens, as the server finds it: the platform's own, else the project's. */

import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { draftOf } from "./policy-draft.ts";
import { forces, lacksUpdateLink, readLink, type StoreLinks, usualStores } from "./version-rules.ts";

export interface UpdateLink {
  /** Null: there is none. */
  readonly url: string | null;
  readonly isOfProject: boolean;
  /** `none`: wanted so, as for a web app. `dead_end`: somebody may be told to update, and has nothing to open. `unsaid`: yet. */
  readonly state: "there" | "none" | "missing" | "dead_end" | "unsaid";
}

/** @param platform its name; "" while nobody has named it */
export function updateLinkOf(platform: string, form: PolicyForm, stores: Project["stores"]): UpdateLink {
  const store = form.store ?? usualStores.get(platform);
  if (store === undefined) return { url: null, isOfProject: false, state: "unsaid" };
  if (store === "none") return { url: null, isOfProject: false, state: "none" };
  const read = { store, stores: linksIn(form.stores), policy: draftOf(form).policy };
  const ofProject = linksIn(stores);
  const own = read.stores[store];
  const url = own ?? ofProject[store];
  const without = forces(read.policy) ? "dead_end" : "missing";
  return { url, isOfProject: own === null && url !== null, state: lacksUpdateLink(read, ofProject) ? without : "there" };
}

/** Links that are not valid yet are none. */
function linksIn({ android, apple }: Project["stores"] = {}): StoreLinks {
  return { android: readLink(android, "", []), apple: readLink(apple, "", []) };
}
