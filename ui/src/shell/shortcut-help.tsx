import { Group, Kbd, Modal, Stack, Switch, Table } from "@mantine/core";
import { sharedTexts } from "../texts/shared-texts.ts";
import { commandKeys, showShortcuts, useShortcuts, useShortcutsOn } from "./shortcuts.tsx";

export function ShortcutHelp() {
  return (
    <Modal opened onClose={() => showShortcuts(false)} title={sharedTexts.shell.shortcuts}>
      <ShortcutTable />
    </Modal>
  );
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
          {[{ keys: commandKeys, meaning: shell.shortcutOf.commands }, ...shortcuts].map(({ keys, meaning }) => (
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
