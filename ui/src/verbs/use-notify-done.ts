import { notifications } from "@mantine/notifications";
import type { Visible } from "drawbridge-rules/wire/values.ts";
import { useSharedTexts } from "../texts/language.tsx";

/** Milliseconds for a notification with more text. */
export const readingTime = 12_000;

/**
 * Notifies users of a success, in the corner of the screen and through screen readers. With the answer, also mentions apps that do
 * not get the change yet.
 */
export function useNotifyDone(): (message: string, answer?: Visible) => void {
  const { review } = useSharedTexts();
  return (message, answer = {}) =>
    notifications.show({
      color: "green",
      ...(answer.visible === "local" ? { title: message, message: review.notEverywhere, autoClose: readingTime } : { message }),
    });
}
