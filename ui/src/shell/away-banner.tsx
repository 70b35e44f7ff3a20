import { Alert, Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { connection, useServerState } from "../server-connection.ts";
import { useFormats } from "../texts/formats.ts";
import { useSharedTexts } from "../texts/language.tsx";
import classes from "./shell.module.css";

/** That the server is away, since when, and what becomes of what is typed. */
export function AwayBanner() {
  const { shell, actions } = useSharedTexts();
  const { time } = useFormats();
  const { awaySince } = useServerState();
  useEffect(() => {
    const closeButtonProps = { "aria-label": actions.close };
    return connection.onReturn(() => notifications.show({ color: "green", message: shell.back, closeButtonProps }));
  }, [shell, actions]);
  return (
    <div role="status">
      {awaySince !== null && (
        <Alert color="orange" className={classes.away}>
          <Group justify="space-between">
            {shell.away(time(awaySince))}
            <Button variant="default" size="xs" onClick={() => connection.tryNow()}>
              {shell.tryNow}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
