/** Field in the middle of the bar that opens the palette of commands, which is loaded then. */
import { Kbd, UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { onOpenCommands } from "./open-commands.ts";
import classes from "./shell.module.css";
import { commandKeys, useShortcut } from "./shortcuts.tsx";
import { useWanted } from "./use-wanted.ts";

const load = () => import("./command-palette.tsx").then(({ CommandPalette }) => ({ default: CommandPalette }));
const CommandPalette = lazy(load);

export function CommandField() {
  const { shell } = sharedTexts;
  // Counts the openings: the palette opens at each, also after it was closed.
  const [opened, setOpened] = useState(0);
  const open = useCallback(() => setOpened((count) => count + 1), []);
  const want = useWanted(load);
  useShortcut("/", shell.shortcutOf.commands, open);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey || event.metaKey === event.ctrlKey) return;
      event.preventDefault();
      // Above a dialog, it would lead away from what is edited there.
      if (!document.querySelector('[aria-modal="true"]')) open();
    };
    addEventListener("keydown", onKey);
    const forget = onOpenCommands(open);
    return () => {
      forget();
      removeEventListener("keydown", onKey);
    };
  }, [open]);
  return (
    <>
      <UnstyledButton className={classes.command} aria-keyshortcuts="Control+K Meta+K" onClick={open} {...want}>
        <Icon name="search" size={1} />
        <span>{shell.commands}</span>
        <Kbd>{commandKeys}</Kbd>
      </UnstyledButton>
      {opened > 0 && (
        <Suspense>
          <CommandPalette opened={opened} />
        </Suspense>
      )}
    </>
  );
}
