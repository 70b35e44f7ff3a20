/** That something was published or proposed, in the corner of the screen and to screen readers. */
import { notifications } from "@mantine/notifications";
import { useSharedTexts } from "../texts/language.tsx";
import { readingTime } from "../verbs/use-say-done.ts";
import type { ReviewOutcome } from "./reviewed-change.ts";

export function useSayOutcome(): (title: string, outcome: ReviewOutcome) => void {
  const { review, actions } = useSharedTexts();
  return (title, outcome) => {
    const { kind } = outcome;
    if (kind === "closed") return;
    const isLocal = kind === "published" && outcome.answer?.visible === "local";
    const more = kind === "proposed" ? review.proposedMeaning : isLocal ? review.notEverywhere : "";
    notifications.show({
      color: "green",
      title: kind === "published" ? review.published : review.proposed,
      message: more === "" ? title : `${title}. ${more}`,
      ...(isLocal ? { autoClose: readingTime } : {}),
      closeButtonProps: { "aria-label": actions.close },
    });
  };
}
