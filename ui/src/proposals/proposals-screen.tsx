import { Alert, Drawer, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { EmptyState } from "../elements/empty-state.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { locale } from "../texts/locale.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ProposalDetails } from "./proposal-details.tsx";
import { type Proposals, proposalListQuery, proposalQuery, protectionQuery } from "./proposal-list.ts";
import { closedProposals, openProposals } from "./proposal-order.ts";
import { useSubject } from "./proposal-subject.tsx";
import { ProposalTable, type ProposalTableProps } from "./proposal-table.tsx";
import { proposalTexts as texts } from "./proposal-texts.ts";
import { proposalsRoute } from "./proposals-route.ts";

export function ProposalsScreen() {
  const { project } = proposalsRoute.useParams();
  const { screens } = sharedTexts;
  const proposals = useQuery(proposalListQuery(project));
  const protection = useQuery(protectionQuery(project)).data;
  const { open } = proposalsRoute.useSearch();
  return (
    <Screen title={screens.proposals} meaning={texts.meaning} project={project}>
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
        {proposals.length > 0 && `${texts.found(proposals.length, locale)}. `}
        {meaning}
      </Text>
      {proposals.length > 0 && <ProposalTable {...table} />}
    </Stack>
  );
}

function OpenProposal({ project, id }: { readonly project: string; readonly id: string }) {
  const navigate = proposalsRoute.useNavigate();
  const proposal = useQuery(proposalQuery(project, id));
  const subject = useSubject();
  const isGone = proposal.error !== null && "status" in proposal.error && proposal.error.status === 404;
  return (
    <Drawer
      opened
      size="44rem"
      onClose={() => void navigate({ search: {} })}
      title={texts.title(proposal.data ? subject(proposal.data.edits) : id)}
    >
      {isGone ? (
        <Alert color="gray">{texts.gone}</Alert>
      ) : (
        <QueryState query={proposal}>{(detail) => <ProposalDetails project={project} proposal={detail} />}</QueryState>
      )}
    </Drawer>
  );
}
