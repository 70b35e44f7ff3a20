import { MantineThemeProvider } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { sharedTexts } from "../texts/shared-texts.ts";

/** Labels the close button of every dialog and notification, in the language of the console. */
export function CloseLabels({ children }: { readonly children: ReactNode }) {
  const { actions } = sharedTexts;
  const theme = useMemo(() => {
    const button = { defaultProps: { "aria-label": actions.close } };
    const notification = { defaultProps: { closeButtonProps: button.defaultProps } };
    return { components: { DrawerCloseButton: button, ModalCloseButton: button, Notification: notification } };
  }, []);
  return (
    <MantineThemeProvider theme={theme} inherit>
      {children}
    </MantineThemeProvider>
  );
}
