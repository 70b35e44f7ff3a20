import { Alert, Button, Stack, Text, Timeline, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "drawbridge-client/admin";
import { describeCommit } from "drawbridge-rules/describe/commit.ts";
import type { ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { type ReactNode, useMemo, useState } from "react";
import { Hint } from "../elements/cells.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { memberListQuery } from "../members/member-list.ts";
import { ChangeDetails, ChangeEffect, ChangeSentences } from "../review/change-view.tsx";
import { plannedChange } from "../review/shown-change.ts";
import { useRole, useSession } from "../session/session.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { proposalHistoryQuery } from "./activity-list.ts";
import { proposalTexts as texts } from "./activity-texts.ts";
import { actorText, blockingGuards, isOpen } from "./approval.ts";
import { DetailsHead } from "./details-head.tsx";
import { proposalQuery } from "./proposal-list.ts";
import { stateText } from "./proposal-state.ts";
import { ProposalVerbs } from "./proposal-verbs.tsx";

interface OpenProposalProps {
  readonly project: string;
  readonly id: string;
  readonly isPage: boolean;
}

export function OpenProposal({ project, id, isPage }: OpenProposalProps) {
  const proposal = useQuery(proposalQuery(project, id));
  if (proposal.error && isNotFound(proposal.error)) return <Alert color="gray">{texts.gone}</Alert>;
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
        <Text fw={500} role="status">
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

function Story({ project, id }: { readonly project: string; readonly id: string }) {
  const history = useQuery(proposalHistoryQuery(project, id));
  return (
    <section aria-label={texts.story}>
      <Title order={3} mb="xs">
        {texts.story}
      </Title>
      <QueryState query={history}>
        {({ commits }) => (
          <Timeline bulletSize={12} lineWidth={2} active={commits.length}>
            {commits.toReversed().map((commit) => (
              <Timeline.Item key={commit.revision}>
                <Text style={{ overflowWrap: "anywhere" }}>
                  {describeCommit(commit, consoleReader())}
                  {commit.reason === "" ? "" : `: ${commit.reason}`}
                </Text>
                <Hint size="xs">
                  <InstantText at={commit.at} />
                </Hint>
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </QueryState>
    </section>
  );
}

function ProposalPlan({ project, proposal }: { readonly project: string; readonly proposal: ProposalDetail }) {
  const { plan } = proposal;
  const change = useMemo(() => plan && plannedChange(plan), [plan]);
  if (!plan || !change) return null;
  const against = blockingGuards(proposal);
  const conflicts = [...plan.problems, ...plan.guards.filter(({ code }) => against.includes(code))];
  return (
    <Stack gap="md">
      {conflicts.length > 0 && <Sentences title={texts.against} color="closed" of={conflicts} />}
      {!plan.changed && <Text>{sharedTexts.review.nothing}</Text>}
      <ChangeSentences change={change} isTitled />
      <div>
        <ChangeEffect project={project} change={change} />
      </div>
      {plan.warnings.length > 0 && <Sentences title={sharedTexts.review.warnings} color="caution" of={plan.warnings} />}
      <ChangeDetails change={change} />
    </Stack>
  );
}

interface SentencesProps {
  readonly title: string;
  readonly color: string;
  readonly of: readonly { readonly path: string; readonly detail: string }[];
}

function Sentences({ title, color, of }: SentencesProps) {
  return (
    <Alert color={color} title={title}>
      {of.map(({ path, detail }) => (
        <Text key={`${path} ${detail}`}>{detail}</Text>
      ))}
    </Alert>
  );
}

/** Replaces the decision if the change was replaced during the review. */
function useChangedNotice(proposal: ProposalDetail): ReactNode {
  const [seen, setSeen] = useState(() => seenIn(proposal));
  const isChanged = seen.hash !== proposal.hash;
  // Another user approved it in the meantime; its content is the same.
  if (!isChanged && seen.wasApproved !== (proposal.state === "approved")) setSeen(seenIn(proposal));
  if (!isChanged) return null;
  return (
    <Alert color="caution" title={texts.changedTitle} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>{seen.wasApproved ? texts.changedApproved : texts.changed}</Text>
        <Button onClick={() => setSeen(seenIn(proposal))}>{texts.looked}</Button>
      </Stack>
    </Alert>
  );
}

/** An approval covers only the version that was reviewed. */
function seenIn({ hash, state }: ProposalDetail) {
  return { hash, wasApproved: state === "approved" };
}
