import { Alert, Anchor, Button, Drawer, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FeedToken } from "drawbridge-rules/wire/feed-token.ts";
import { CredentialStateBadge } from "../credentials/credential-state.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { EmptyState } from "../elements/empty-state.tsx";
import { Icon } from "../elements/icon.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { settingsRoute } from "../settings/settings-route.ts";
import { useShortcut } from "../shell/shortcut.ts";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { FeedTokenDetails } from "./feed-token-details.tsx";
import { feedKeeper, feedTokenListQuery, inOrder } from "./feed-token-list.ts";
import { feedTokenTexts } from "./feed-token-texts.ts";
import { NewFeedToken } from "./new-feed-token.tsx";

/** Calendars and Atom feeds of a project's maintenance. */
export function FeedTokens({ project }: { readonly project: string }) {
  const texts = useTexts(feedTokenTexts);
  const { actions } = useSharedTexts();
  const { create } = settingsRoute.useSearch();
  const tokens = useQuery(feedTokenListQuery(project));
  const go = useGo();
  const mayMake = isAtLeast(useRole(project), feedKeeper);
  useShortcut("c", texts.create, () => mayMake && go({ create: true }));
  return (
    <>
      <QueryState query={tokens}>{(list) => <FeedTokenList project={project} tokens={list} />}</QueryState>
      {create && mayMake && (
        <Drawer opened onClose={() => go({})} title={texts.create} closeButtonProps={{ "aria-label": actions.close }}>
          <NewFeedToken project={project} onClose={() => go({})} />
        </Drawer>
      )}
    </>
  );
}

interface FeedTokenListProps {
  readonly project: string;
  readonly tokens: readonly FeedToken[];
}

function FeedTokenList({ project, tokens }: FeedTokenListProps) {
  const texts = useTexts(feedTokenTexts);
  const { actions } = useSharedTexts();
  const { edit } = settingsRoute.useSearch();
  const go = useGo();
  const open = tokens.find(({ id }) => id === edit);
  return (
    <Stack gap="md">
      {tokens.length === 0 ? (
        <EmptyState title={texts.emptyTitle} action={<CreateButton project={project} />}>
          {texts.empty}
        </EmptyState>
      ) : (
        <>
          <Group justify="space-between" align="flex-end" gap="sm">
            <Text size="sm" c="dimmed" maw="60ch">
              {texts.meaning}
            </Text>
            <CreateButton project={project} />
          </Group>
          <FeedTokenTable tokens={inOrder(tokens)} />
        </>
      )}
      {edit !== undefined && (
        <Drawer
          opened
          onClose={() => go({})}
          title={texts.title(open?.name ?? edit)}
          closeButtonProps={{ "aria-label": actions.close }}
        >
          {open ? (
            <FeedTokenDetails key={edit} project={project} value={open} onClose={() => go({})} />
          ) : (
            <Alert color="gray">{texts.gone}</Alert>
          )}
        </Drawer>
      )}
    </Stack>
  );
}

function FeedTokenTable({ tokens }: Pick<FeedTokenListProps, "tokens">) {
  const texts = useTexts(feedTokenTexts);
  const { never } = useTexts(credentialTexts);
  const columns: readonly Column<FeedToken>[] = [
    {
      key: "name",
      title: texts.columns.name,
      render: ({ id, name }) => (
        <Anchor
          fz="sm"
          fw={600}
          renderRoot={(props) => (
            <Link {...props} from={settingsRoute.fullPath} search={{ section: "feeds", edit: id }}>
              {name || id}
            </Link>
          )}
        />
      ),
    },
    { key: "state", title: texts.columns.state, render: ({ state }) => <CredentialStateBadge state={state} /> },
    { key: "covers", title: texts.columns.covers, render: ({ instance }) => instance ?? texts.wholeProject },
    {
      key: "expiry",
      title: texts.columns.expiry,
      render: ({ expires_at: at }) => (at === null ? never : <InstantText at={at} />),
    },
  ];
  return <DataTable label={texts.table} columns={columns} rows={tokens} rowKey={({ id }) => id} />;
}

function CreateButton({ project }: { readonly project: string }) {
  const texts = useTexts(feedTokenTexts);
  const go = useGo();
  return (
    <MayEdit project={project} role={feedKeeper} otherwise={<Text size="sm">{texts.readOnly}</Text>}>
      <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ create: true })}>
        {texts.create}
      </Button>
    </MayEdit>
  );
}

function useGo(): (search: { readonly create?: true }) => void {
  const navigate = settingsRoute.useNavigate();
  return (search) => void navigate({ search: { section: "feeds", ...search } });
}
