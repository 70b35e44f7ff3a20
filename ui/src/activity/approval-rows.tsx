import { Button, Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ActorNames, Proposal } from "drawbridge-rules/wire/proposal.ts";
import { Hint } from "../elements/cells.tsx";
import { EmptyState } from "../elements/query-state.tsx";
import { memberListQuery } from "../members/member-list.ts";
import { changeFigure } from "../review/change-figure.ts";
import { plannedChange } from "../review/shown-change.ts";
import type { ActivitySearch, Go, OpenItem } from "../routes.ts";
import { useRole, useSession } from "../session/session.ts";
import { formatRelative } from "../texts/formats.ts";
import classes from "./activity.module.css";
import { ActorAvatar, Row } from "./activity-row.tsx";
import { FigureChip } from "./activity-rows.tsx";
import { proposalTexts as texts } from "./activity-texts.ts";
import { actorText, closedProposals, isOpen, openProposals } from "./approval.ts";
import { type Proposals, proposalQuery } from "./proposal-list.ts";
import { stateText } from "./proposal-state.ts";

interface ProposalsProps {
  readonly project: string;
  readonly all: Proposals;
  readonly open: OpenItem;
}

interface OpenProposalsProps extends ProposalsProps {
  readonly search: ActivitySearch;
  readonly go: Go;
}

const maxPinned = 3;

export function OpenProposals({ project, all, search, open, go }: OpenProposalsProps) {
  const waiting = openProposals(all.proposals);
  const isAll = search.show === "approvals";
  if (waiting.length === 0) {
    if (!isAll || closedProposals(all.proposals).length > 0) return null;
    return (
      <EmptyState title={texts.emptyTitle}>
        <Stack gap="xs">
          {texts.empty}
          <Hint>{texts.example}</Hint>
        </Stack>
      </EmptyState>
    );
  }
  const shown = isAll ? waiting : waiting.slice(0, maxPinned);
  return (
    <section className={classes.pinned} aria-label={texts.pinned}>
      <Title order={2} fz="xs" fw={500} c="dimmed" p="xs" pb={4}>
        {texts.pinned}
      </Title>
      {shown.map((proposal) => (
        <ProposalRow key={proposal.id} {...{ project, proposal, open }} names={all.names} />
      ))}
      {shown.length < waiting.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => go({ show: "approvals" })}>
          {texts.all(waiting.length)}
        </Button>
      )}
    </section>
  );
}

interface ProposalRowProps extends Omit<ProposalsProps, "all"> {
  readonly proposal: Proposal;
  readonly names: ActorNames;
}

function ProposalRow({ project, proposal, names, open }: ProposalRowProps) {
  const session = useSession();
  const role = useRole(project);
  const members = useQuery({ ...memberListQuery(project), retry: false }).data;
  const plan = useQuery({ ...proposalQuery(project, proposal.id), enabled: isOpen(proposal) }).data?.plan;
  const author = actorText(proposal.author, names);
  const { closed } = proposal;
  return (
    <Row
      avatar={<ActorAvatar name={author} actor={proposal.author.actor} icon="proposals" />}
      title={proposal.title}
      note={[stateText(proposal, { names, members, session, role }), closed ? formatRelative(closed.at, Date.now()) : author]}
      item={{ proposal: proposal.id }}
      isOpen={open.proposal === proposal.id}
    >
      <FigureChip figure={plan ? changeFigure(plannedChange(plan), [], () => null) : null} />
    </Row>
  );
}

export function ClosedProposals({ all, ...props }: ProposalsProps) {
  const closed = closedProposals(all.proposals).slice(0, maxClosed);
  if (closed.length === 0) return null;
  return (
    <section aria-label={texts.closed}>
      <Title order={2} fz="xs" fw={500} c="dimmed" p="xs" pb={4}>
        {texts.closed}
      </Title>
      {closed.map((proposal) => (
        <ProposalRow key={proposal.id} {...props} proposal={proposal} names={all.names} />
      ))}
    </section>
  );
}

/** Older ones are in the changes. */
const maxClosed = 50;
