import { notifications } from "@mantine/notifications";

/** Notifies users of a success, in the corner of the screen and through screen readers. */
export function notifyDone(message: string): void {
  notifications.show({ color: "green", message });
}
