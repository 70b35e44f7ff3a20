/** Setup steps that a new project may lack. */

import { admin } from "../server-connection.ts";
import type { AttentionSource } from "./attention-source.ts";
import { attentionTexts } from "./attention-texts.ts";

/** True if it has an instance. */
export const unfinishedSetup: AttentionSource<boolean> = {
  read: async (project) => (await admin.listInstances({ project, limit: 1 })).instances.length > 0,
  find: (hasInstances) => {
    if (hasInstances) return [];
    const text = attentionTexts.noInstances;
    return [{ key: "instances", urgency: "hint", text, to: "/projects/$project/instances" }];
  },
};
