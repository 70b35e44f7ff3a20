import { ActionIcon, Group, Kbd, Modal, Stack, Switch, Table } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type NavigationEntry, overviewEntry, projectEntries, serverEntries, useScreenLocation } from "./navigation.ts";
import { useShortcut, useShortcuts, useShortcutsOn } from "./shortcut.ts";

/** Dialog that lists keyboard shortcuts, and the shell's own shortcuts. */
export function ShortcutHelp() {
  const { shell } = sharedTexts;
  const [isOpen, { open, close }] = useDisclosure(false);
  const { has, project } = useScreenLocation();
  const entries = [overviewEntry, ...(project === null ? [] : projectEntries), ...serverEntries].filter(has);
  useShortcut("?", shell.shortcutOf.help, open);
  return (
    <>
      {entries.map((entry) => (
        <ScreenShortcut key={entry.screen} entry={entry} project={project} />
      ))}
      <ActionIcon variant="default" aria-label={shell.shortcuts} onClick={open} visibleFrom="sm">
        <Icon name="help" />
      </ActionIcon>
      <Modal opened={isOpen} onClose={close} title={shell.shortcuts}>
        <ShortcutTable />
      </Modal>
    </>
  );
}

function ScreenShortcut({ entry, project }: { readonly entry: NavigationEntry; readonly project: string | null }) {
  const { shell, screens } = sharedTexts;
  const navigate = useNavigate();
  useShortcut(`g ${entry.shortcut}`, shell.goTo(screens[entry.screen]), () => {
    void navigate({ to: entry.path as "/projects/$project/instances", params: { project: project ?? "" } });
  });
  return null;
}

function ShortcutTable() {
  const { shell } = sharedTexts;
  const shortcuts = useShortcuts();
  const [isOn, turn] = useShortcutsOn();
  return (
    <Stack>
      <Switch
        label={shell.shortcutsOn}
        description={shell.shortcutsOnMeaning}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) => turn(checked)}
      />
      <Table aria-label={shell.shortcuts}>
        <Table.Tbody>
          {shortcuts.map(({ keys, meaning }) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" fw={400}>
                {meaning}
              </Table.Th>
              <Table.Td>
                <Group gap={6} justify="flex-end" wrap="nowrap">
                  {keys.split(" ").map((key, index) => (
                    <span key={key}>
                      {index > 0 && `${shell.shortcutOf.andThen} `}
                      <Kbd>{key}</Kbd>
                    </span>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
