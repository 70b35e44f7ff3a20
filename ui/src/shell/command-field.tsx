/** The palette is loaded when it is opened. */
import { ActionIcon, Button, Kbd } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { lazy, Suspense, useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./shell.module.css";
import { useWanted } from "./use-panel.ts";

const load = () => import("./command-palette.tsx").then(({ CommandPalette }) => ({ default: CommandPalette }));
const CommandPalette = lazy(load);

const commandKeys = /mac|iphone|ipad/i.test(navigator.platform) ? "⌘K" : "Ctrl+K";
const openEvent = "drawbridge-commands";

export function openCommands(): void {
  dispatchEvent(new Event(openEvent));
}

export function CommandField() {
  const { shell } = sharedTexts;
  // The palette opens at each number, also after it was closed.
  const [opened, setOpened] = useState(0);
  const open = () => setOpened((count) => count + 1);
  const want = useWanted(load);
  useWindowEvent("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || event.metaKey === event.ctrlKey) return;
    event.preventDefault();
    // It would lead away from what the dialog edits.
    if (!document.querySelector('[aria-modal="true"]')) open();
  });
  useWindowEvent(openEvent, open);
  const button = { "aria-keyshortcuts": "Control+K Meta+K", onClick: open, ...want };
  return (
    <>
      <Button
        {...button}
        visibleFrom="sm"
        fw={400}
        classNames={{ root: classes.command ?? "", label: classes.commandLabel ?? "" }}
        leftSection={<Icon name="search" size={1} />}
        rightSection={<Kbd>{commandKeys}</Kbd>}
      >
        {shell.commands}
      </Button>
      <ActionIcon {...button} hiddenFrom="sm" variant="subtle" color="gray" aria-label={shell.commands}>
        <Icon name="search" size={1} />
      </ActionIcon>
      {opened > 0 && (
        <Suspense>
          <CommandPalette opened={opened} />
        </Suspense>
      )}
    </>
  );
}
