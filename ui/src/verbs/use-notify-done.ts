import { notifications } from "@mantine/notifications";
import type { Visible } from "drawbridge-rules/wire/values.ts";
import { useSharedTexts } from "../texts/language.tsx";

/** Milliseconds: there is more to read than that it is done. */
export const readingTime = 12_000;

/**
 * Says that something is done, in the corner of the screen and to screen readers. With the answer, also that some apps are not told
 * yet, where it says so.
 */
export function useNotifyDone(): (message: string, answer?: Visible) => void {
  const { review } = useSharedTexts();
  return (message, answer = {}) =>
    notifications.show({
      color: "green",
      ...(answer.visible === "local" ? { title: message, message: review.notEverywhere, autoClose: readingTime } : { message }),
    });
}
