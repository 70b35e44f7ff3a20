import { Alert, List, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Screen } from "../elements/screen.tsx";
import { roleTexts as meanings } from "../members/member-texts.ts";
import { useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { accountTexts as texts } from "./account-texts.ts";
import { OwnSessions } from "./own-sessions.tsx";
import { PasswordForm } from "./password-form.tsx";

export function AccountScreen() {
  const { shell } = sharedTexts;
  const { person, session } = useSession();
  return (
    <Screen title={shell.account} meaning={texts.meaning}>
      <Stack gap="xl">
        {person && <Who />}
        <Part title={texts.roles}>
          <OwnRoles />
        </Part>
        {session ? (
          <>
            <Part title={texts.sessions} meaning={texts.sessionsMeaning}>
              <OwnSessions />
            </Part>
            <Part title={texts.password} meaning={texts.passwordMeaning}>
              <PasswordForm />
            </Part>
          </>
        ) : (
          <Alert color="gray">{texts.byToken}</Alert>
        )}
      </Stack>
    </Screen>
  );
}

function Part({ title, meaning, children }: { readonly title: string; readonly meaning?: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <div>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {meaning !== undefined && (
          <Text size="sm" c="dimmed" maw="60ch">
            {meaning}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}

function Who() {
  const { person } = useSession();
  if (!person) return null;
  const facts = [
    [texts.name, person.name],
    [texts.login, person.login],
    [texts.id, person.id],
  ];
  return (
    <Part title={texts.you}>
      <Stack gap={4}>
        {facts.map(([name, value]) => (
          <Text key={name} size="sm" style={{ overflowWrap: "anywhere" }}>
            <Text span size="sm" c="dimmed">{`${name}: `}</Text>
            {value}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {texts.changeWho}
        </Text>
      </Stack>
    </Part>
  );
}

function OwnRoles() {
  const { shell, roles: names } = sharedTexts;
  const { administrator, roles } = useSession();
  if (administrator) return <Text size="sm">{shell.administrator}</Text>;
  if (roles.length === 0) return <Text size="sm">{shell.noRoles}</Text>;
  return (
    <List size="sm">
      {roles.map(({ project, role }) => (
        <List.Item key={project}>
          {shell.roleOf(names[role], project)}
          <Text size="sm" c="dimmed">
            {meanings[role]}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}
