import { Alert, Drawer, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { EdgeToken } from "drawbridge-rules/wire/edge-token.ts";
import { useId } from "react";
import { QueryState } from "../elements/query-state.tsx";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { edgeListQuery } from "./edge-list.ts";
import { EdgeTokenDetails } from "./edge-token-details.tsx";
import { edgeTokenListQuery, inOrder } from "./edge-token-list.ts";
import { EdgeTokenTable } from "./edge-token-table.tsx";
import { edgeTokenTexts } from "./edge-token-texts.ts";
import { edgesRoute } from "./edges-route.ts";
import { NewEdgeToken } from "./new-edge-token.tsx";

export interface EdgeTokensProps {
  /** The drawer is closed. */
  readonly onClose: () => void;
}

/** What edges follow with: looked at, made and revoked. Nothing where there is none. */
export function EdgeTokens({ onClose }: EdgeTokensProps) {
  const texts = useTexts(edgeTokenTexts);
  const { actions } = useSharedTexts();
  const { createToken } = edgesRoute.useSearch();
  const tokens = useQuery(edgeTokenListQuery);
  return (
    <>
      <QueryState query={tokens}>{(list) => <Listed tokens={list} onClose={onClose} />}</QueryState>
      {createToken && (
        <Drawer opened onClose={onClose} title={texts.create} closeButtonProps={{ "aria-label": actions.close }}>
          <NewEdgeToken onClose={onClose} />
        </Drawer>
      )}
    </>
  );
}

function Listed({ tokens, onClose }: EdgeTokensProps & { readonly tokens: readonly EdgeToken[] }) {
  const texts = useTexts(edgeTokenTexts);
  const { actions } = useSharedTexts();
  const heading = useId();
  const { token: wanted } = edgesRoute.useSearch();
  const edges = useQuery(edgeListQuery).data?.edges;
  const following = (token: string) =>
    edges?.filter(({ token: shown, connected_since }) => shown === token && connected_since !== null);
  const open = tokens.find(({ id }) => id === wanted);
  return (
    <>
      {tokens.length > 0 && (
        <Stack component="section" gap="sm" aria-labelledby={heading} mt="md">
          <div>
            <Title order={2} id={heading}>
              {texts.title}
            </Title>
            <Text size="sm" c="dimmed" maw="60ch">
              {texts.meaning}
            </Text>
          </div>
          <EdgeTokenTable tokens={inOrder(tokens)} followersOf={(token) => following(token)?.length} />
        </Stack>
      )}
      {wanted !== undefined && (
        <Drawer
          opened
          onClose={onClose}
          title={texts.titleOf(open?.name || wanted)}
          closeButtonProps={{ "aria-label": actions.close }}
        >
          {open ? (
            <EdgeTokenDetails key={open.id} token={open} edges={following(open.id) ?? []} onClose={onClose} />
          ) : (
            <Alert color="gray">{texts.gone}</Alert>
          )}
        </Drawer>
      )}
    </>
  );
}
