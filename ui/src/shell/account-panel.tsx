/** Signed-in user, roles, theme, and the ways out. */
import { Button, Kbd, List, Popover, SegmentedControl, Stack, Text, useMantineColorScheme } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { signOut, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import classes from "./shell.module.css";
import { showShortcuts } from "./shortcuts.tsx";

export function AccountPanel({ onClose }: { readonly onClose: () => void }) {
  const { shell } = sharedTexts;
  const { person } = useSession();
  return (
    <Popover
      opened
      onChange={onClose}
      closeOnClickOutside={false}
      position="bottom-end"
      withRoles={false}
      trapFocus
      width="min(20rem, 94vw)"
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={shell.account}>
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={600}>
              {shell.signedInAs(person?.name ?? shell.byToken)}
            </Text>
            {person && (
              <Text size="sm" c="dimmed">
                {person.login}
              </Text>
            )}
          </div>
          <Roles />
          <Preferences />
          <Button variant="default" onClick={onClose} renderRoot={(props) => <Link {...props} to="/account" />}>
            {shell.openAccount}
          </Button>
          <Button
            variant="default"
            visibleFrom="sm"
            rightSection={<Kbd>?</Kbd>}
            onClick={() => {
              onClose();
              showShortcuts();
            }}
          >
            {shell.shortcuts}
          </Button>
          <Leaving />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Roles() {
  const { shell, roles: names } = sharedTexts;
  const { administrator, roles } = useSession();
  const lines = roles.map(({ project, role }) => shell.roleOf(names[role], project));
  return (
    <div>
      <Text size="xs" c="dimmed">
        {shell.roles}
      </Text>
      {administrator && <Text size="sm">{shell.administrator}</Text>}
      {!administrator && lines.length === 0 && <Text size="sm">{shell.noRoles}</Text>}
      <List size="sm" mah="8rem" style={{ overflowY: "auto" }}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}

function Preferences() {
  const { shell } = sharedTexts;
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4} id="colour-choice">
        {shell.colours}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby="colour-choice"
        value={colorScheme}
        onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
        data={(["light", "dark", "auto"] as const).map((value) => ({ value, label: shell.coloursOf[value] }))}
      />
    </div>
  );
}

function Leaving() {
  const { shell } = sharedTexts;
  const queries = useQueryClient();
  const [busy, setBusy] = useState<"here" | "everywhere" | null>(null);
  const leave = async (everywhere: boolean) => {
    setBusy(everywhere ? "everywhere" : "here");
    try {
      await signOut(queries, everywhere);
    } catch (error) {
      notifications.show({ color: "caution", message: error instanceof Error ? error.message : String(error) });
      setBusy(null);
    }
  };
  return (
    <Stack gap="xs">
      <Button variant="default" loading={busy === "here"} onClick={() => void leave(false)}>
        {shell.signOut}
      </Button>
      <Button variant="default" loading={busy === "everywhere"} onClick={() => void leave(true)}>
        {shell.signOutEverywhere}
      </Button>
    </Stack>
  );
}
