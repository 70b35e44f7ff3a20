import { Alert, Anchor, Badge, Code, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Edge } from "drawbridge-rules/wire/edge.ts";
import type { ReactNode } from "react";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { formatNumber } from "../texts/formats.ts";
import { type EdgeState, edgeKey, edgeState } from "./edge-state.ts";
import { edgeTexts as texts } from "./edge-texts.ts";
import { edgesRoute } from "./edges-route.ts";

interface EdgeTableProps {
  readonly edges: readonly Edge[];
  /** Ids of tokens that were revoked. */
  readonly ended: readonly string[];
}

export function EdgeTable({ edges, ended }: EdgeTableProps) {
  const columns: readonly Column<Edge>[] = [
    { key: "edge", title: texts.columns.edge, render: (edge) => <Name edge={edge} /> },
    { key: "state", title: texts.columns.state, render: (edge) => <State edge={edge} ended={ended} /> },
    { key: "revision", title: texts.columns.revision, render: (edge) => <Revision edge={edge} /> },
    { key: "since", title: texts.columns.since, render: (edge) => <Since edge={edge} /> },
    {
      key: "program",
      title: texts.columns.program,
      render: ({ version, tzdata }) => (
        <WithMore more={texts.tzdata(tzdata)} miw="7rem">
          {version}
        </WithMore>
      ),
    },
    { key: "address", title: texts.columns.address, render: ({ address }) => <WithMore miw="7.5rem">{address}</WithMore> },
  ];
  return <DataTable label={texts.table} columns={columns} rows={edges} rowKey={edgeKey} />;
}

interface CellProps {
  readonly edge: Edge;
}

function Name({ edge }: CellProps) {
  const { id, host, token_name: token } = edge;
  return (
    <WithMore more={token}>
      <Anchor
        fz="sm"
        fw={600}
        style={{ overflowWrap: "anywhere" }}
        renderRoot={(props) => (
          <Link {...props} from={edgesRoute.fullPath} search={({ query, state }) => ({ query, state, edge: edgeKey(edge) })}>
            {host || id}
          </Link>
        )}
      />
    </WithMore>
  );
}

function State({ edge, ended }: CellProps & Pick<EdgeTableProps, "ended">) {
  return (
    <Stack component="span" display="inline-flex" gap={2} align="flex-start">
      <EdgeStateBadge state={edgeState(edge, ended)} />
      {edge.problem !== null && (
        <Text span size="xs" c="dimmed" lineClamp={2} maw="18rem" style={{ overflowWrap: "anywhere" }}>
          {edge.problem}
        </Text>
      )}
    </Stack>
  );
}

/** Revision that the edge answers from, and its distance from the server's. */
function Revision({ edge: { revision, behind } }: CellProps) {
  if (revision === null) return <Quiet>{texts.noRevision}</Quiet>;
  const more = behind === null ? texts.otherEpoch : behind > 0 ? texts.behindBy(behind) : "";
  return <WithMore more={more}>{formatNumber(revision)}</WithMore>;
}

function Since({ edge: { connected_since: since, seen_at: seen } }: CellProps) {
  if (since !== null) return <InstantText at={since} show="relative" />;
  return (
    <Quiet>
      {texts.heard} <InstantText at={seen} show="relative" />
    </Quiet>
  );
}

interface WithMoreProps {
  readonly more?: string;
  /** Wide enough for usual names not to wrap. */
  readonly miw?: string;
  readonly children: ReactNode;
}

/** A text, and a smaller one below it; "": none. */
function WithMore({ more = "", miw, children }: WithMoreProps) {
  return (
    <Stack gap={0} component="span" display="inline-flex" style={{ minWidth: miw }}>
      <span style={{ overflowWrap: "anywhere" }}>{children}</span>
      {more !== "" && (
        <Text span size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {more}
        </Text>
      )}
    </Stack>
  );
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return (
    <Text span size="sm" c="dimmed">
      {children}
    </Text>
  );
}

const colors = {
  following: "green",
  behind: "orange",
  nothing: "orange",
  problem: "red",
  away: "orange",
  ended: "gray",
} as const satisfies Record<EdgeState, string>;

/** Badge with the state of an edge. */
function EdgeStateBadge({ state }: { readonly state: EdgeState }) {
  return (
    <Badge component="span" variant="light" color={colors[state]} tt="none" miw="max-content">
      {texts.states[state]}
    </Badge>
  );
}

interface EdgeDetailsProps {
  readonly edge: Edge;
  /** Ids of tokens that were revoked. */
  readonly ended: readonly string[];
}

export function EdgeDetails({ edge, ended }: EdgeDetailsProps) {
  const state = edgeState(edge, ended);
  return (
    <Stack gap="md">
      <Stack gap="xs" align="flex-start">
        <EdgeStateBadge state={state} />
        <Text size="sm">{texts.statesMeaning[state]}</Text>
        {edge.problem !== null && (
          <Alert color="red" w="100%" style={{ overflowWrap: "anywhere" }}>
            {edge.problem}
          </Alert>
        )}
      </Stack>
      <Stack gap={4}>
        <Fact name={texts.token}>
          <TokenLink edge={edge} />
        </Fact>
        {edge.connected_since !== null && (
          <Fact name={texts.columns.since}>
            <InstantText at={edge.connected_since} />
          </Fact>
        )}
        <Fact name={texts.heardAt}>
          <InstantText at={edge.seen_at} />
        </Fact>
        <Fact name={texts.columns.revision}>
          <Revision edge={edge} />
        </Fact>
        <Fact name={texts.epoch}>{edge.epoch === null ? texts.noRevision : <Code>{edge.epoch}</Code>}</Fact>
        <Fact name={texts.columns.program}>{`${edge.version}, ${texts.tzdata(edge.tzdata)}`}</Fact>
        <Fact name={texts.columns.address}>{edge.address}</Fact>
        <Fact name={texts.followers}>{formatNumber(edge.followers)}</Fact>
        <Fact name={texts.id}>
          <Code>{edge.id}</Code>
        </Fact>
      </Stack>
    </Stack>
  );
}

function TokenLink({ edge: { token, token_name: name } }: Pick<EdgeDetailsProps, "edge">) {
  return (
    <Anchor
      fz="sm"
      underline="always"
      renderRoot={(props) => (
        <Link {...props} from={edgesRoute.fullPath} search={({ query, state }) => ({ query, state, token })}>
          {name || token}
        </Link>
      )}
    />
  );
}
