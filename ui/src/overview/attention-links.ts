/** Platforms with blocked versions but no update link: their users cannot update. */

import { requiresSomeUpdate, updateLink } from "../platforms/update-link.ts";
import { admin } from "../server-connection.ts";
import type { AttentionSource } from "./attention-source.ts";
import { attentionTexts as texts } from "./attention-texts.ts";

/** Names of platforms. */
export const missingLinks: AttentionSource<readonly string[]> = {
  read: async (project) => {
    const policies = await admin.listAll("listPolicies", { project });
    // Without what the project says, so that it is asked only where it matters.
    const unsure = policies.filter(
      (policy) => requiresSomeUpdate(policy) && updateLink(policy.id, policy, undefined).kind === "missing",
    );
    if (unsure.length === 0) return [];
    const { stores } = (await admin.getProject({ project })).value;
    return unsure.filter((policy) => updateLink(policy.id, policy, stores).kind === "missing").map(({ id }) => id);
  },
  find: (platforms) => {
    return platforms.map((platform) => ({
      key: platform,
      urgency: "now",
      text: texts.noLink(platform),
      to: "/projects/$project/settings",
      search: { section: "platforms", edit: platform },
    }));
  },
};
