/** One request for approval: the decision on top, the change below it, and what has happened so far. */
import { Alert, Stack, Text, Timeline, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "drawbridge-client/admin";
import { describeCommit } from "drawbridge-rules/describe/commit.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import type { ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { useId } from "react";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { memberListQuery } from "../members/member-list.ts";
import { useRole, useSession } from "../session/session.ts";
import { consoleReader } from "../texts/reader.ts";
import { proposalHistoryQuery } from "./activity-list.ts";
import { proposalTexts } from "./activity-texts.ts";
import { actorText, isOpen } from "./approval.ts";
import { DetailsHead } from "./details-head.tsx";
import { proposalQuery } from "./proposal-list.ts";
import { ProposalPlan, useChangedNotice } from "./proposal-plan.tsx";
import { stateText } from "./proposal-state.ts";
import { ProposalVerbs } from "./proposal-verbs.tsx";

interface OpenProposalProps {
  readonly project: string;
  readonly id: string;
  /** On a phone, it takes the focus. */
  readonly isPage: boolean;
}

export function OpenProposal({ project, id, isPage }: OpenProposalProps) {
  const proposal = useQuery(proposalQuery(project, id));
  if (proposal.error && isNotFound(proposal.error)) return <Alert color="gray">{proposalTexts.gone}</Alert>;
  return (
    <QueryState query={proposal}>
      {(detail) => <ProposalDetails project={project} proposal={detail} isPage={isPage} />}
    </QueryState>
  );
}

interface ProposalDetailsProps extends Omit<OpenProposalProps, "id"> {
  readonly proposal: ProposalDetail;
}

function ProposalDetails({ project, proposal, isPage }: ProposalDetailsProps) {
  const notice = useChangedNotice(proposal);
  const session = useSession();
  const role = useRole(project);
  const members = useQuery({ ...memberListQuery(project), retry: false }).data;
  const { id, names, author, created_at, reason, title } = proposal;
  const requested = { name: actorText(author, names), actor: author.actor, at: created_at, reason };
  return (
    <Stack gap="md">
      <DetailsHead title={title} by={requested} icon="proposals" isPage={isPage}>
        <Text size="sm" fw={500} role="status">
          {stateText(proposal, { names, members, session, role })}
        </Text>
      </DetailsHead>
      {notice}
      {isOpen(proposal) && !notice && <ProposalVerbs key={proposal.hash} project={project} proposal={proposal} />}
      <ProposalPlan project={project} proposal={proposal} />
      <Story project={project} id={id} />
    </Stack>
  );
}

/** The steps of a proposal so far, from the history. */
function Story({ project, id }: { readonly project: string; readonly id: string }) {
  const heading = useId();
  const history = useQuery(proposalHistoryQuery(project, id));
  return (
    <section aria-labelledby={heading}>
      <Title order={3} mb="xs" id={heading}>
        {proposalTexts.story}
      </Title>
      <QueryState query={history}>{({ commits }) => <Steps commits={commits.toReversed()} />}</QueryState>
    </section>
  );
}

function Steps({ commits }: { readonly commits: readonly Commit[] }) {
  return (
    <Timeline bulletSize={12} lineWidth={2} active={commits.length}>
      {commits.map((commit) => (
        <Timeline.Item key={commit.revision}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {describeCommit(commit, consoleReader())}
            {commit.reason === "" ? "" : `: ${commit.reason}`}
          </Text>
          <Text size="xs" c="dimmed">
            <InstantText at={commit.at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
