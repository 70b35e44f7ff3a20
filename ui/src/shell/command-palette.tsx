import "@mantine/spotlight/styles.layer.css";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useEffect, useState } from "react";
import { Icon } from "../elements/icon.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { commandTexts as texts } from "./command-texts.ts";
import classes from "./shell.module.css";
import { useCommands } from "./use-commands.ts";

/** Commands in view: the others are found by typing. */
const most = 40;

/** @param opened changes when it is to open */
export function CommandPalette({ opened }: { readonly opened: number }) {
  const [query, setQuery] = useState("");
  const groups = useCommands(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens again at each number
  useEffect(() => {
    // While it still closes, it has the text from before.
    setQuery("");
    spotlight.open();
  }, [opened]);
  return (
    <Spotlight
      shortcut={null}
      attributes={{ content: { "aria-label": sharedTexts.shell.commands } }}
      query={query}
      onQueryChange={setQuery}
      scrollable
      maxHeight="60vh"
      limit={most}
      nothingFound={texts.none}
      highlightQuery
      centered={false}
      overlayProps={{ backgroundOpacity: 0.35 }}
      classNames={{
        action: classes.action,
        actionLabel: classes.actionLabel,
        actionsGroup: classes.actions,
      }}
      searchProps={{ size: "md", placeholder: sharedTexts.shell.commands, "aria-label": sharedTexts.shell.commands }}
      actions={groups.map(({ group, commands }) => ({
        group,
        actions: commands.map(({ icon, ...command }) => ({ ...command, leftSection: <Icon name={icon} /> })),
      }))}
    />
  );
}
