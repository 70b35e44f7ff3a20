import { Alert, Badge, Button, Checkbox, List, Stack, Text, TextInput, Title } from "@mantine/core";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { isUnreachable } from "drawbridge-client/admin";
import type { PasswordChange, Session } from "drawbridge-rules/wire/session.ts";
import { type ReactNode, useId, useState } from "react";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Facts } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { roleTexts as meanings } from "../members/member-texts.ts";
import { serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { signOut, useSession } from "../session/session.ts";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbError } from "../verbs/verb-form.tsx";
import { accountTexts as texts } from "./account-texts.ts";

export function AccountScreen() {
  const { shell } = sharedTexts;
  const { person, session } = useSession();
  return (
    <Screen title={shell.account}>
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
  return (
    <Part title={texts.you}>
      <Stack gap={4}>
        <Facts facts={{ [texts.name]: person.name, [texts.login]: person.login, [texts.id]: person.id }} />
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

/** Sessions are not in the log, so no event announces them: they are polled while the screen is open. */
const ownSessionsQuery = queryOptions({
  queryKey: serverQueryKey("sessions"),
  queryFn: () => admin.listSessions(),
  refetchInterval: 15_000,
});

/** The user's sessions, with buttons to end one or all of them. */
function OwnSessions() {
  const sessions = useQuery(ownSessionsQuery);
  return (
    <Stack gap="sm" align="stretch">
      <QueryState query={sessions}>{({ sessions: list }) => <SessionTable sessions={list} />}</QueryState>
      <EndAll />
    </Stack>
  );
}

function SessionTable({ sessions }: { readonly sessions: readonly Session[] }) {
  const columns: readonly Column<Session>[] = [
    { key: "began", title: texts.columns.began, render: (session) => <Began session={session} /> },
    { key: "seen", title: texts.columns.seen, render: ({ seen_at: seen }) => <InstantText at={seen} show="relative" /> },
    { key: "ends", title: texts.columns.ends, render: ({ expires_at: ends }) => <InstantText at={ends} /> },
    {
      key: "end",
      title: texts.columns.end,
      isAtEnd: true,
      render: (session) => (session.current ? null : <EndOne session={session} />),
    },
  ];
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {texts.found(sessions.length)}
      </Text>
      <DataTable label={texts.sessions} columns={columns} rows={sessions} rowKey={({ id }) => id} />
      {sessions.length > 1 && <Text size="sm">{texts.unknown}</Text>}
    </>
  );
}

function Began({ session: { created_at: began, current } }: { readonly session: Session }) {
  return (
    <>
      <InstantText at={began} />
      {current && (
        <Badge ml="xs" size="sm" variant="light" color="accent" tt="none">
          {texts.current}
        </Badge>
      )}
    </>
  );
}

function EndOne({ session: { id, created_at: began } }: { readonly session: Session }) {
  const verb = useVerb(
    null,
    (session: string) => admin.endSession({ session }),
    () => notifyDone(texts.ended),
  );
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={verb.isBusy}
        aria-label={texts.endOne(formatInstant(began))}
        onClick={() => void verb.run(id)}
      >
        {texts.end}
      </Button>
      <VerbError verb={verb} />
    </>
  );
}

function EndAll() {
  const queries = useQueryClient();
  const verb = useVerb(null, (everywhere: boolean) => signOut(queries, everywhere));
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" loading={verb.isBusy} onClick={() => void verb.run(true)}>
        {texts.endAll}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.endAllMeaning}
      </Text>
      <VerbError verb={verb} />
    </Stack>
  );
}

const empty: PasswordChange = { current: "", password: "" };
const fields = ["current", "password"];

/** Never leaves the fields, except in the request. */
function PasswordForm() {
  const { person } = useSession();
  const [form, setForm] = useState(empty);
  const [isShown, setIsShown] = useState(false);
  const verb = useVerb(null, (change: PasswordChange) => admin.changePassword({ body: change }));
  const type = isShown ? "text" : "password";
  const send = async () => {
    const answer = await verb.run(form);
    if (!answer) return;
    setForm(empty);
    notifyDone(texts.changed(answer.ended));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!verb.isBusy) void send();
      }}
    >
      <Stack gap="md" maw="24rem" align="stretch">
        {/* Tells password managers whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={person?.login ?? ""} readOnly hidden />
        <TextInput
          type={type}
          label={texts.currentPassword}
          required
          autoComplete="current-password"
          maxLength={1000}
          value={form.current}
          error={verb.problemAt("current")}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, current: value })}
        />
        <TextInput
          type={type}
          label={texts.newPassword}
          description={texts.newHint}
          required
          autoComplete="new-password"
          maxLength={1000}
          value={form.password}
          error={verb.problemAt("password")}
          onChange={({ currentTarget: { value } }) => setForm({ ...form, password: value })}
        />
        <Checkbox label={texts.show} checked={isShown} onChange={({ currentTarget: { checked } }) => setIsShown(checked)} />
        <Text size="sm" c="dimmed">
          {texts.noPassword}
        </Text>
        {verb.error && isUnreachable(verb.error) && <Alert color="caution">{texts.mayHave}</Alert>}
        <VerbError verb={verb} fields={fields} />
        <Button type="submit" loading={verb.isBusy} style={{ alignSelf: "flex-start" }}>
          {texts.change}
        </Button>
      </Stack>
    </form>
  );
}
