import { Alert, Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { connection, useServerState } from "../server-connection.ts";
import { formatTime } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./shell.module.css";

/** Banner while the server does not respond, with the time since. */
export function UnreachableBanner() {
  const { shell } = sharedTexts;
  const { awaySince } = useServerState();
  useEffect(() => {
    return connection.onReturn(() => notifications.show({ color: "green", message: shell.back }));
  }, []);
  return (
    <div role="status">
      {awaySince !== null && (
        <Alert color="orange" className={classes.away}>
          <Group justify="space-between">
            {shell.away(formatTime(awaySince))}
            <Button variant="default" size="xs" onClick={() => connection.tryNow()}>
              {shell.tryNow}
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
