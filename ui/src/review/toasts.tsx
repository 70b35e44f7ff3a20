import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";

/** On a phone above the page: its buttons, just pressed, are at the bottom. */
export function Toasts() {
  const isPhone = useMediaQuery("(width < 48em)");
  return <Notifications position={isPhone ? "top-center" : "bottom-left"} />;
}
