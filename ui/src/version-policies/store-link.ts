/** The link that a blocked app opens, as the server finds it: the platform's own, else the project's. */

import { defaultStores, forces, lacksUpdateLink } from "drawbridge-rules/versions/platform.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { readLink } from "drawbridge-rules/versions/store-link.ts";
import type { StoreLinks } from "drawbridge-rules/versions/store-link-schema.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { checkPolicyDraft } from "./policy-draft.ts";

interface UpdateLink {
  /** Null: there is none. */
  readonly url: string | null;
  readonly isOfProject: boolean;
  /** `none`: intended, as for a web app. `dead_end`: users may be forced to update and have no link. `unsaid`: not set yet. */
  readonly state: "there" | "none" | "missing" | "dead_end" | "unsaid";
}

/** @param platform its name; "" while it has none */
export function resolveUpdateLink(platform: string, form: PolicyForm, stores: Project["stores"]): UpdateLink {
  const store = form.store ?? defaultStores.get(platform);
  if (store === undefined) return { url: null, isOfProject: false, state: "unsaid" };
  if (store === "none") return { url: null, isOfProject: false, state: "none" };
  const read = { store, stores: linksIn(form.stores), policy: checkPolicyDraft(form).policy };
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
