import { Alert, Anchor, Drawer, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ActorNames, Proposal } from "drawbridge-rules/wire/proposal.ts";
import { useId } from "react";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { protectionQuery } from "../projects/project-list.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { actorText, closedProposals, openProposals } from "./approval.ts";
import { ProposalDetails } from "./proposal-details.tsx";
import { type Proposals, proposalListQuery, proposalQuery } from "./proposal-list.ts";
import { ProposalReason, ProposalStateBadge } from "./proposal-subject.tsx";
import { proposalTexts, proposalTexts as texts } from "./proposal-texts.ts";
import { proposalsRoute } from "./proposals-route.ts";

export function ProposalsScreen() {
  const { project } = proposalsRoute.useParams();
  const { screens } = sharedTexts;
  const proposals = useQuery(proposalListQuery(project));
  const protection = useQuery(protectionQuery(project)).data;
  const { open } = proposalsRoute.useSearch();
  return (
    <Screen title={screens.proposals} project={project}>
      {protection && (
        <Text size="sm" maw="60ch">
          {protection.four_eyes ? texts.fourEyes : texts.noFourEyes}
        </Text>
      )}
      <QueryState query={proposals}>{(all) => <Listed all={all} />}</QueryState>
      {open !== undefined && <OpenProposal key={open} project={project} id={open} />}
    </Screen>
  );
}

function Listed({ all: { proposals, names } }: { readonly all: Proposals }) {
  const open = openProposals(proposals);
  const done = closedProposals(proposals);
  if (proposals.length === 0) return <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>;
  return (
    <>
      <Part label={texts.waiting} meaning={open.length === 0 ? texts.noneWaiting : null} proposals={open} names={names} />
      {done.length > 0 && <Part label={texts.closed} meaning={texts.closedMeaning} proposals={done} names={names} isClosed />}
    </>
  );
}

function Part({ meaning, ...table }: ProposalTableProps & { readonly meaning: string | null }) {
  const id = useId();
  const { label, proposals } = table;
  return (
    <Stack component="section" gap="xs" aria-labelledby={id}>
      <Title order={2} size="h3" id={id}>
        {label}
      </Title>
      <Text size="sm" c="dimmed" role="status">
        {proposals.length > 0 && `${texts.found(proposals.length)}. `}
        {meaning}
      </Text>
      {proposals.length > 0 && <ProposalTable {...table} />}
    </Stack>
  );
}

function OpenProposal({ project, id }: { readonly project: string; readonly id: string }) {
  const navigate = proposalsRoute.useNavigate();
  const proposal = useQuery(proposalQuery(project, id));
  const isGone = proposal.error !== null && "status" in proposal.error && proposal.error.status === 404;
  return (
    <Drawer opened size="44rem" onClose={() => void navigate({ search: {} })} title={proposal.data?.title ?? id}>
      {isGone ? (
        <Alert color="gray">{texts.gone}</Alert>
      ) : (
        <QueryState query={proposal}>{(detail) => <ProposalDetails project={project} proposal={detail} />}</QueryState>
      )}
    </Drawer>
  );
}

interface ProposalTableProps {
  readonly label: string;
  readonly proposals: readonly Proposal[];
  readonly names: ActorNames;
  /** Shows when they were closed, instead of made. */
  readonly isClosed?: boolean;
}

function ProposalTable({ label, proposals, names, isClosed = false }: ProposalTableProps) {
  const { columns: titles } = proposalTexts;
  const columns: readonly Column<Proposal>[] = [
    {
      key: "what",
      title: titles.what,
      render: ({ id, title }) => (
        <Anchor
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
          renderRoot={(props) => (
            <Link {...props} from={proposalsRoute.fullPath} search={{ open: id }}>
              {title}
            </Link>
          )}
        />
      ),
    },
    { key: "state", title: titles.state, render: (proposal) => <ProposalStateBadge proposal={proposal} /> },
    { key: "author", title: titles.author, render: ({ author }) => actorText(author, names) },
    {
      key: "at",
      title: isClosed ? titles.closedAt : titles.at,
      render: ({ created_at: made, closed }) => <InstantText at={closed?.at ?? made} />,
    },
    {
      key: "reason",
      title: titles.reason,
      render: ({ reason, closed }) => <ProposalReason reason={closed?.reason || reason} />,
    },
  ];
  return <DataTable label={label} columns={columns} rows={proposals} rowKey={({ id }) => id} />;
}
