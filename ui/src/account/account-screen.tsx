import { Alert, Checkbox, List, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isUnreachable } from "drawbridge-client/admin";
import type { PasswordChange, Session } from "drawbridge-rules/wire/session.ts";
import { useState } from "react";
import { Facts, Hint, InstantText, Mark } from "../elements/cells.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { QueryState, Screen } from "../elements/screen.tsx";
import { roleTexts as meanings } from "../members/member-texts.ts";
import { admin, serverQuery } from "../server-connection.ts";
import { signOut, useSession } from "../session/session.ts";
import { SettingsRow } from "../settings/settings-rows.tsx";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb, VerbButton, VerbForm } from "../verbs/verb-form.tsx";
import { accountTexts as texts } from "./account-texts.ts";

export function AccountScreen() {
  const { person, session } = useSession();
  return (
    <Screen title={sharedTexts.shell.account}>
      {person && (
        <SettingsRow title={texts.you} meaning={texts.changeWho}>
          <Facts facts={{ [texts.name]: person.name, [texts.login]: person.login, [texts.id]: person.id }} />
        </SettingsRow>
      )}
      <SettingsRow title={texts.roles}>
        <OwnRoles />
      </SettingsRow>
      {session ? (
        <>
          <SettingsRow title={texts.sessions} meaning={texts.sessionsMeaning}>
            <OwnSessions />
          </SettingsRow>
          <SettingsRow title={texts.password} meaning={texts.passwordMeaning}>
            <PasswordForm />
          </SettingsRow>
        </>
      ) : (
        <Alert color="gray">{texts.byToken}</Alert>
      )}
    </Screen>
  );
}

function OwnRoles() {
  const { shell, roles: names } = sharedTexts;
  const { administrator, roles } = useSession();
  if (administrator) return <Text>{shell.administrator}</Text>;
  if (roles.length === 0) return <Text>{shell.noRoles}</Text>;
  return (
    <List size="sm">
      {roles.map(({ project, role }) => (
        <List.Item key={project}>
          {shell.roleOf(names[role], project)}
          <Hint>{meanings[role]}</Hint>
        </List.Item>
      ))}
    </List>
  );
}

/** Polled: sessions are not in the log, so no event announces them. */
const ownSessionsQuery = serverQuery("sessions", () => admin.listSessions(), { refetchInterval: 15_000 });

const columns: readonly Column<Session>[] = [
  {
    key: "began",
    title: texts.columns.began,
    render: ({ created_at: began, current }) => (
      <>
        <InstantText at={began} />
        {current && <Mark color="accent">{texts.current}</Mark>}
      </>
    ),
  },
  { key: "seen", title: texts.columns.seen, render: ({ seen_at: seen }) => <InstantText at={seen} isRelative /> },
  { key: "ends", title: texts.columns.ends, render: ({ expires_at: ends }) => <InstantText at={ends} /> },
  {
    key: "end",
    title: texts.columns.end,
    isAtEnd: true,
    render: ({ id, created_at: began, current }) =>
      !current && (
        <VerbButton
          size="xs"
          aria-label={texts.endOne(formatInstant(began))}
          send={() => admin.endSession({ session: id })}
          onDone={() => notifyDone(texts.ended)}
        >
          {sharedTexts.shell.signOut}
        </VerbButton>
      ),
  },
];

function OwnSessions() {
  const sessions = useQuery(ownSessionsQuery);
  const queries = useQueryClient();
  return (
    <>
      <QueryState query={sessions}>
        {({ sessions: list }) => (
          <>
            <Text c="dimmed" role="status">
              {texts.found(list.length)}
            </Text>
            <DataTable label={texts.sessions} columns={columns} rows={list} rowKey={({ id }) => id} />
            {list.length > 1 && <Text>{texts.unknown}</Text>}
          </>
        )}
      </QueryState>
      <Stack gap="xs" align="flex-start">
        <VerbButton send={() => signOut(queries, true)}>{sharedTexts.shell.signOutEverywhere}</VerbButton>
        <Hint>{texts.endAllMeaning}</Hint>
      </Stack>
    </>
  );
}

/** Never stored: passwords leave the fields only in the request. */
const empty: PasswordChange = { current: "", password: "" };

function PasswordForm() {
  const { person } = useSession();
  const [form, setForm] = useState(empty);
  const [isShown, setIsShown] = useState(false);
  const verb = useVerb(
    null,
    (body: PasswordChange) => admin.changePassword({ body }),
    (_, { ended }) => {
      setForm(empty);
      notifyDone(texts.changed(ended));
    },
  );
  const common = { type: isShown ? "text" : "password", required: true, maxLength: 1000 };
  const send = async () => void (await verb.run(form));
  return (
    <VerbForm verb={verb} fields={["current", "password"]} submit={texts.change} onSubmit={send}>
      {/* Password managers read the login from this field. */}
      <input type="text" name="username" autoComplete="username" value={person?.login ?? ""} readOnly hidden />
      <TextInput
        {...common}
        label={texts.currentPassword}
        autoComplete="current-password"
        value={form.current}
        error={verb.problemAt("current")}
        onChange={({ currentTarget: { value } }) => setForm({ ...form, current: value })}
      />
      <TextInput
        {...common}
        label={texts.newPassword}
        description={texts.newHint}
        autoComplete="new-password"
        value={form.password}
        error={verb.problemAt("password")}
        onChange={({ currentTarget: { value } }) => setForm({ ...form, password: value })}
      />
      <Checkbox label={texts.show} checked={isShown} onChange={({ currentTarget: { checked } }) => setIsShown(checked)} />
      <Hint>{texts.noPassword}</Hint>
      {verb.error && isUnreachable(verb.error) && <Alert color="caution">{texts.mayHave}</Alert>}
    </VerbForm>
  );
}
