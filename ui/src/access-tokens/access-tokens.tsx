/** The tokens of whoever holds them, found, looked at, made and revoked. */
import { Alert, Drawer, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import { type ReactNode, useDeferredValue } from "react";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { EmptyState } from "../elements/empty-state.tsx";
import { ListFilters } from "../elements/list-filters.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { useLanguage, useSharedTexts, useTexts } from "../texts/language.tsx";
import { AccessTokenDetails } from "./access-token-details.tsx";
import { NewAccessToken } from "./access-token-form.tsx";
import { accessTokenListQuery, isFound } from "./access-token-list.ts";
import { type AccessTokenSearch, credentialStates } from "./access-token-search.ts";
import { AccessTokenTable } from "./access-token-table.tsx";
import { accessTokenTexts } from "./access-token-texts.ts";

export interface AccessTokensProps {
  /** Null: of the installation. */
  readonly project: string | null;
  readonly search: AccessTokenSearch;
  /** What is searched for stays unless it is said. */
  readonly go: (search: AccessTokenSearch) => void;
  /** Makes the first. */
  readonly createButton: ReactNode;
}

export function AccessTokens(props: AccessTokensProps) {
  const { project, search, go } = props;
  const texts = useTexts(accessTokenTexts);
  const { actions } = useSharedTexts();
  const tokens = useQuery(accessTokenListQuery(project));
  return (
    <>
      <QueryState query={tokens}>{(list) => <Listed {...props} tokens={list} />}</QueryState>
      {search.createToken && (
        <Drawer opened onClose={() => go({})} title={texts.create} closeButtonProps={{ "aria-label": actions.close }}>
          <NewAccessToken project={project} onClose={() => go({})} />
        </Drawer>
      )}
    </>
  );
}

interface ListedProps extends AccessTokensProps {
  readonly tokens: readonly ListedAccessToken[];
}

function Listed({ project, search, go, createButton, tokens }: ListedProps) {
  const texts = useTexts(accessTokenTexts);
  const { actions } = useSharedTexts();
  const open = tokens.find(({ id }) => id === search.token);
  return (
    <>
      {tokens.length === 0 ? (
        <EmptyState title={texts.emptyTitle} action={createButton}>
          {project === null ? texts.emptyServer : texts.emptyProject}
        </EmptyState>
      ) : (
        <Found tokens={tokens} search={search} go={go} />
      )}
      {search.token !== undefined && (
        <Drawer
          opened
          onClose={() => go({})}
          title={texts.title(open?.name || search.token)}
          closeButtonProps={{ "aria-label": actions.close }}
        >
          {open ? (
            <AccessTokenDetails key={open.id} project={project} token={open} onClose={() => go({})} />
          ) : (
            <Alert color="gray">{texts.gone}</Alert>
          )}
        </Drawer>
      )}
    </>
  );
}

function Found({ tokens, search: { query = "", state }, go }: Pick<ListedProps, "tokens" | "search" | "go">) {
  const texts = useTexts(accessTokenTexts);
  const { states } = useTexts(credentialTexts);
  const { locale } = useLanguage();
  const wanted = useDeferredValue(query);
  const found = tokens.filter((token) => (state === undefined || token.state === state) && isFound(token, wanted));
  return (
    <>
      <ListFilters
        texts={texts}
        states={credentialStates.map((value) => [value, states[value]] as const)}
        query={query}
        state={state}
        go={go}
      />
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0 ? texts.noneFound : texts.found(found.length, locale)}
      </Text>
      {found.length > 0 && <AccessTokenTable tokens={found} onOpen={(token) => go({ token })} />}
    </>
  );
}
