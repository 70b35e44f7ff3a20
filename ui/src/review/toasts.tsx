import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import { useMediaQuery } from "@mantine/hooks";
import { Notifications } from "@mantine/notifications";
import classes from "./review.module.css";

/** On a phone at the bottom, above a form's buttons, but below the header of a sheet, whose buttons are at the bottom. */
export function Toasts() {
  const isPhone = useMediaQuery("(width < 48em)");
  return <Notifications position={isPhone ? "bottom-center" : "bottom-left"} className={classes.toasts} />;
}
