import { notifications } from "@mantine/notifications";
import { useSharedTexts } from "../texts/language.tsx";

/** Says that something is done, in the corner of the screen and to screen readers. */
export function useSayDone(): (message: string) => void {
  const { actions } = useSharedTexts();
  return (message) => notifications.show({ color: "green", message, closeButtonProps: { "aria-label": actions.close } });
}
