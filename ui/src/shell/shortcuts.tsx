/**
 * Shortcuts of one key, or of `g` and one key. They are ignored in text fields and can be turned off together, because voice
 * control may turn any spoken word into keys (WCAG 2.1.4).
 */

import { ActionIcon, Group, Kbd, Modal, Stack, Switch, Table } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { Icon } from "../elements/icon.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import {
  type NavigationEntry,
  overviewEntry,
  projectEntries,
  serverEntries,
  setupEntries,
  useScreenLocation,
} from "./navigation.ts";

interface Shortcut {
  /** `?`, `c`, or `g n`. */
  readonly keys: string;
  readonly meaning: string;
}

interface Registered extends Shortcut {
  readonly act: () => void;
}

const storageKey = "drawbridge-shortcuts";
/** Milliseconds within which the second key follows. */
const timeout = 1500;

let registered: readonly Registered[] = [];
let isOn = localStorage.getItem(storageKey) !== "off";
let first: { readonly key: string; readonly at: number } | null = null;
const watchers = new Set<() => void>();

/** Registers shortcuts while the component is mounted. */
export function useShortcut(keys: string, meaning: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // Before it is painted: users press a key as soon as they see what it does.
  useLayoutEffect(() => {
    const own: Registered = { keys, meaning, act: () => latest.current() };
    change(() => {
      registered = [...registered, own];
    });
    return () =>
      change(() => {
        registered = registered.filter((other) => other !== own);
      });
  }, [keys, meaning]);
}

/** Shortcuts of the components on the page. */
function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(watch, () => registered);
}

function useShortcutsOn(): readonly [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(watch, () => isOn), switchShortcuts];
}

function switchShortcuts(on: boolean): void {
  localStorage.setItem(storageKey, on ? "on" : "off");
  change(() => {
    isOn = on;
  });
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

function change(make: () => void): void {
  make();
  for (const changed of [...watchers]) changed();
}

addEventListener("keydown", (event) => {
  if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const isSecond = first !== null && performance.now() - first.at < timeout;
  const keys = isSecond ? `${first?.key} ${event.key}` : event.key;
  first = event.key === "g" && !isSecond ? { key: "g", at: performance.now() } : null;
  const found = registered.findLast((shortcut) => shortcut.keys === keys);
  if (!found) return;
  event.preventDefault();
  found.act();
});

/** Also ignored in dialogs. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null;
}

/** Dialog that lists keyboard shortcuts, and the shell's own shortcuts. */
export function ShortcutHelp() {
  const { shell } = sharedTexts;
  const [isOpen, { open, close }] = useDisclosure(false);
  const { has, project } = useScreenLocation();
  const entries = [overviewEntry, ...(project === null ? [] : [...projectEntries, ...setupEntries]), ...serverEntries].filter(
    has,
  );
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
    void navigate({ to: entry.path as "/projects/$project/connect", params: { project: project ?? "" } });
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
