import { Alert, Button, Code, List, Stack, Text, Timeline, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { describeCommit } from "drawbridge-rules/describe/commit.ts";
import { guardNames } from "drawbridge-rules/describe/guard.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import type { Doer, ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { type ReactNode, useId, useState } from "react";
import { Facts } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { ChangeDetails, ChangeEffect, ChangeSentences } from "../review/change-view.tsx";
import { ProblemList } from "../review/resolve-list.tsx";
import { plannedChange } from "../review/shown-change.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { actorText, blockingGuards, isOpen, isOutdated } from "./approval.ts";
import { proposalHistoryQuery } from "./proposal-list.ts";
import { ProposalReason, ProposalStateBadge } from "./proposal-subject.tsx";
import { proposalTexts, proposalTexts as texts } from "./proposal-texts.ts";
import { ProposalVerbs, UpdateProposal } from "./proposal-verbs.tsx";

const { review, roles } = sharedTexts;

interface ProposalDetailsProps {
  readonly project: string;
  readonly proposal: ProposalDetail;
}

/** Version of a proposal that the user has reviewed; an approval covers only that one. */
interface Looked {
  readonly hash: string;
  readonly wasApproved: boolean;
}

export function ProposalDetails({ project, proposal }: ProposalDetailsProps) {
  const [looked, setLooked] = useState<Looked>(() => lookedAt(proposal));
  const isChanged = looked.hash !== proposal.hash;
  // Another user approved it in the meantime; its content is the same.
  if (!isChanged && looked.wasApproved !== (proposal.state === "approved")) setLooked(lookedAt(proposal));
  return (
    <Stack gap="md">
      {isChanged && <Changed wasApproved={looked.wasApproved} onLooked={() => setLooked(lookedAt(proposal))} />}
      <ProposalFacts proposal={proposal} />
      {isOutdated(proposal) && <OutdatedProposal project={project} proposal={proposal} />}
      <Plan project={project} proposal={proposal} />
      {isOpen(proposal) && !isChanged && <ProposalVerbs key={looked.hash} project={project} proposal={proposal} />}
      <ProposalHistory project={project} id={proposal.id} />
    </Stack>
  );
}

function lookedAt({ hash, state }: ProposalDetail): Looked {
  return { hash, wasApproved: state === "approved" };
}

function Changed({ wasApproved, onLooked }: { readonly wasApproved: boolean; readonly onLooked: () => void }) {
  return (
    <Alert color="caution" title={texts.changedTitle} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{wasApproved ? texts.changedApproved : texts.changed}</Text>
        <Button variant="default" size="xs" onClick={onLooked}>
          {texts.looked}
        </Button>
      </Stack>
    </Alert>
  );
}

function ProposalFacts({ proposal }: Pick<ProposalDetailsProps, "proposal">) {
  const { author, created_at, updated, reason, approvals, override, names, role, id } = proposal;
  const by = (doer: Doer, at: string) => (
    <>
      {actorText(doer, names)}, <InstantText at={at} />
    </>
  );
  const approved = approvals.map((approval) => [
    texts.approvedBy(actorText(approval, names)),
    <InstantText key="at" at={approval.at} />,
  ]);
  return (
    <Stack gap={4}>
      <Facts
        facts={{
          [texts.columns.state]: <ProposalStateBadge proposal={proposal} />,
          [texts.author]: by(author, created_at),
          [texts.updatedBy]: updated && by(updated, updated.at),
          [texts.reason]: <ProposalReason reason={reason} />,
          ...Object.fromEntries(approved),
          [texts.role]: roles[role],
          [texts.id]: <Code>{id}</Code>,
        }}
      />
      {proposal.publish_when_approved && isOpen(proposal) && <Text size="sm">{texts.whenApproved}</Text>}
      {override.length > 0 && (
        <Alert color="caution" title={texts.overridden} mt="xs">
          <List size="sm">
            {override.map((guard) => (
              <List.Item key={guard}>{guardNames[guard]}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

/** Effect of the proposal if it were published now. */
function Plan({ project, proposal }: ProposalDetailsProps) {
  const { plan } = proposal;
  if (!plan) return <Text size="sm">{proposal.state === "published" ? texts.done : texts.ended}</Text>;
  const against = blockingGuards(proposal);
  const change = plannedChange(plan);
  const findings = [...plan.guards.filter(({ code }) => against.includes(code)), ...plan.warnings];
  return (
    <>
      <Part title={texts.planTitle}>
        {change.edits.length === 0 ? <Text size="sm">{review.nothing}</Text> : <ChangeSentences change={change} />}
      </Part>
      {findings.length > 0 && (
        <Part title={texts.against}>
          <List size="sm">
            {findings.map(({ path, detail }) => (
              <List.Item key={`${path} ${detail}`}>{detail}</List.Item>
            ))}
          </List>
        </Part>
      )}
      {plan.problems.length > 0 && <ProblemList title={review.problems} problems={plan.problems} />}
      <ChangeEffect project={project} change={change} />
      <ChangeDetails change={change} />
    </>
  );
}

/** Activity of a proposal, from the history. */
function ProposalHistory({ project, id }: { readonly project: string; readonly id: string }) {
  const texts = proposalTexts;
  const story = useQuery(proposalHistoryQuery(project, id));
  return (
    <Part title={texts.story}>
      <QueryState query={story}>{({ commits }) => <Steps commits={commits} />}</QueryState>
    </Part>
  );
}

function Steps({ commits }: { readonly commits: readonly Commit[] }) {
  const steps = commits.toReversed();
  return (
    <Timeline bulletSize={12} lineWidth={2} active={steps.length}>
      {steps.map((commit) => (
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

/** A part of what is shown of one proposal. */
function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h5" mb="xs" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}

/** Members that changed since the proposal, and the button that updates it. */
function OutdatedProposal({ project, proposal }: ProposalDetailsProps) {
  return (
    <Alert color="caution" title={texts.outdatedTitle}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{texts.outdated}</Text>
        <List size="sm">
          {proposal.out_of_date.map(({ path, detail }) => (
            <List.Item key={path}>{detail}</List.Item>
          ))}
        </List>
        <UpdateProposal project={project} proposal={proposal} />
      </Stack>
    </Alert>
  );
}
