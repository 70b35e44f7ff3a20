/** Shows a published change in the corner of the screen and to screen readers, with a button that undoes it. */
import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { undoTexts } from "./review-texts.ts";

/** Milliseconds: long enough to read what changed, and to change one's mind. */
const shownFor = 10_000;

/** @param undo null means it cannot be undone here */
export function notifyChange(title: string, sentence: string, undo: (() => Promise<void>) | null): void {
  if (!undo) return void notifications.show({ color: "accent", title, message: sentence });
  const id = crypto.randomUUID();
  const press = () => {
    notifications.hide(id);
    void undo();
  };
  const message = (
    <Group gap="sm" justify="space-between">
      <Text span inherit flex="1 1 8rem" style={{ overflowWrap: "anywhere" }}>
        {sentence}
      </Text>
      <Button variant="default" onClick={press}>
        {undoTexts.undo}
      </Button>
    </Group>
  );
  notifications.show({ id, color: "accent", title, message, autoClose: shownFor });
}
