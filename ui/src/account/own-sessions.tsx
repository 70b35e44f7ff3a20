import { Badge, Button, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session } from "drawbridge-rules/wire/session.ts";
import { VerbError } from "../credentials/verb-error.tsx";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";
import { signOut } from "../session/session.ts";
import { formatInstant } from "../texts/formats.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { accountTexts as texts } from "./account-texts.ts";

/** Sessions are not in the log, so no event announces them: they are polled while the screen is open. */
const ownSessionsQuery = queryOptions({
  queryKey: serverQueryKey("sessions"),
  queryFn: () => admin.listSessions(),
  refetchInterval: 15_000,
});

/** The user's sessions, with buttons to end one or all of them. */
export function OwnSessions() {
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
        <Badge ml="xs" size="sm" variant="light" color="green" tt="none">
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
