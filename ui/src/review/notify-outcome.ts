/** Notification that a change was published or proposed, announced to screen readers. */
import { notifications } from "@mantine/notifications";
import { useSharedTexts } from "../texts/language.tsx";
import { readingTime } from "../verbs/use-notify-done.ts";
import type { ReviewOutcome } from "./reviewed-change.ts";

export function useNotifyOutcome(): (title: string, outcome: ReviewOutcome) => void {
  const { review } = useSharedTexts();
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
    });
  };
}
