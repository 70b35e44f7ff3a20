import { Button, List, SegmentedControl, Stack, Text, useMantineColorScheme } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Hint } from "../elements/cells.tsx";
import { ButtonLink } from "../elements/screen.tsx";
import { signOut, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { Panel } from "./panel.tsx";

export function AccountPanel({ onClose }: { readonly onClose: () => void }) {
  const { shell } = sharedTexts;
  const { person } = useSession();
  return (
    <Panel name={shell.account} position="bottom-end" width="min(20rem, 94vw)" onClose={onClose}>
      <Stack gap="sm">
        <div>
          <Text fw={600}>{shell.signedInAs(person?.name ?? shell.byToken)}</Text>
          {person && <Hint>{person.login}</Hint>}
        </div>
        <Roles />
        <Preferences />
        <ButtonLink onClick={onClose} to="/account">
          {shell.openAccount}
        </ButtonLink>
        <Leaving />
      </Stack>
    </Panel>
  );
}

function Roles() {
  const { shell, roles: names } = sharedTexts;
  const { administrator, roles } = useSession();
  const lines = roles.map(({ project, role }) => shell.roleOf(names[role], project));
  return (
    <div>
      <Hint size="xs">{shell.roles}</Hint>
      {administrator && <Text>{shell.administrator}</Text>}
      {!administrator && lines.length === 0 && <Text>{shell.noRoles}</Text>}
      <List size="sm" mah="8rem" style={{ overflowY: "auto" }}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}

function Preferences() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div>
      <Text size="xs" c="dimmed" mb={4}>
        {sharedTexts.shell.colours}
      </Text>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={sharedTexts.shell.colours}
        value={colorScheme}
        onChange={(chosen) => setColorScheme(chosen as typeof colorScheme)}
        data={(["light", "dark", "auto"] as const).map((value) => ({ value, label: sharedTexts.shell.coloursOf[value] }))}
      />
    </div>
  );
}

function Leaving() {
  const queries = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (everywhere: boolean) => signOut(queries, everywhere),
    onError: ({ message }) => notifications.show({ color: "caution", message }),
  });
  return [false, true].map((everywhere) => (
    <Button key={String(everywhere)} loading={isPending && variables === everywhere} onClick={() => mutate(everywhere)}>
      {everywhere ? sharedTexts.shell.signOutEverywhere : sharedTexts.shell.signOut}
    </Button>
  ));
}
