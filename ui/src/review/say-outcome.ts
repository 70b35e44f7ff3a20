/** That something was published or proposed, in the corner of the screen and to screen readers. */
import { notifications } from "@mantine/notifications";
import { useSharedTexts } from "../texts/language.tsx";
import type { ReviewOutcome } from "./reviewed-change.ts";

export function useSayOutcome(): (title: string, outcome: ReviewOutcome) => void {
  const { review, actions } = useSharedTexts();
  return (title, { kind }) => {
    if (kind === "closed") return;
    notifications.show({
      color: "green",
      title: kind === "published" ? review.published : review.proposed,
      message: kind === "published" ? title : `${title}. ${review.proposedMeaning}`,
      closeButtonProps: { "aria-label": actions.close },
    });
  };
}
