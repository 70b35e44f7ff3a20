/** Platforms of which more requests are forced to update than the project's limit. */

import { formatShare, formatSince } from "../texts/formats.ts";
import type { AttentionSource } from "./attention-source.ts";
import { attentionTexts as texts } from "./attention-texts.ts";
import { type ForcedPlatform, readForced } from "./forced-share.ts";

export const forcedPlatforms: AttentionSource<readonly ForcedPlatform[]> = {
  /** Milliseconds: no commit tells that apps were updated. */
  every: 300_000,
  read: (project) => readForced(project),
  find: (platforms, { now }) => {
    return platforms
      .filter(({ isAboveLimit }) => isAboveLimit)
      .map(({ platform, requests, forced: count, changed }) => {
        const share = formatShare(count, requests);
        const text = changed
          ? texts.forcedSince(share, platform, formatSince(changed.at, now), changed.actor_name ?? changed.actor)
          : texts.forced(share, platform);
        return { key: platform, urgency: "now", text, to: "/projects/$project/versions", search: { edit: platform } };
      });
  },
};
