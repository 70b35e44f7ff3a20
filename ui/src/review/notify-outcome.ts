/** Notification that a change was published or proposed, announced to screen readers. */
import { notifications } from "@mantine/notifications";
import { sharedTexts } from "../texts/shared-texts.ts";
import type { ReviewOutcome } from "./review-run.ts";

export function useNotifyOutcome(): (title: string, outcome: ReviewOutcome) => void {
  const { review } = sharedTexts;
  return (title, { kind }) => {
    if (kind === "closed") return;
    const isProposed = kind === "proposed";
    notifications.show({
      color: "green",
      title: isProposed ? review.proposed : review.published,
      message: isProposed ? `${title}. ${review.proposedMeaning}` : title,
    });
  };
}
