/** Maintenance past its planned end: held until completed, or extended. */

import { isOverdue } from "../occurrence/occurrence-phase.ts";
import { formatInstant, formatRelative } from "../texts/formats.ts";
import type { AttentionSource } from "./attention-source.ts";
import { attentionTexts as texts } from "./attention-texts.ts";

export const overdueMaintenance: AttentionSource<true> = {
  // Active maintenance is read anyway.
  read: async () => true,
  find: (_, { maintenance, now }) => {
    return maintenance.occurrences
      .filter((occurrence) => isOverdue(occurrence, now))
      .map(({ occurrence, window, planned_end, end, overrun }) => {
        const past = formatRelative(planned_end, now);
        const until = formatInstant(end);
        return {
          key: occurrence,
          urgency: "now",
          text: overrun === "hold" ? texts.held(window, past, until) : texts.extended(window, past, until),
          to: "/projects/$project/maintenance",
        };
      });
  },
};
