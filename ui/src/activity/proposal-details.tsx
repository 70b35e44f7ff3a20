import { Alert, Button, Group, Stack, Text, Textarea, Timeline, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { isNotFound } from "drawbridge-client/admin";
import { describeCommit } from "drawbridge-rules/describe/commit.ts";
import type { ApprovedProposal, Proposal, ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { type ReactNode, useMemo, useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { Hint, InstantText } from "../elements/cells.tsx";
import { fieldsOf } from "../elements/form-fields.tsx";
import { QueryState } from "../elements/screen.tsx";
import { memberListQuery } from "../members/member-list.ts";
import { ChangeDetails, ChangeEffect, ChangeSentences } from "../review/change-view.tsx";
import { plannedChange } from "../review/shown-change.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb, VerbError, VerbForm } from "../verbs/verb-form.tsx";
import { proposalHistoryQuery } from "./activity-list.ts";
import { proposalTexts as texts } from "./activity-texts.ts";
import {
  actorText,
  approvalBlocker,
  type Blocker,
  blockingGuards,
  isAuthor,
  isOpen,
  isOutdated,
  publicationBlocker,
} from "./approval.ts";
import { DetailsHead } from "./details-head.tsx";
import { proposalQuery } from "./proposal-list.ts";
import { stateText } from "./proposal-state.ts";

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

interface ProposalVerbsProps {
  readonly project: string;
  /** Another hash needs another `key` of the component. */
  readonly proposal: ProposalDetail;
}

function ProposalVerbs({ project, proposal }: ProposalVerbsProps) {
  const session = useSession();
  const role = useRole(project);
  const [end, setEnd] = useState<End | null>(null);
  if (end) return <EndProposal project={project} proposal={proposal} kind={end} onClose={() => setEnd(null)} />;
  const isOwn = isAuthor(proposal, session);
  const mayEnd = isAtLeast(role, isOwn ? "operator" : proposal.role);
  const kind = isOwn ? "withdraw" : "reject";
  const ending = mayEnd && (
    <Button variant="subtle" color="gray" onClick={() => setEnd(kind)}>
      {texts[kind]}
    </Button>
  );
  if (isOutdated(proposal)) return <UpdateProposal project={project} proposal={proposal} ending={ending} />;
  return <ApproveForm project={project} proposal={proposal} ending={ending} />;
}

interface StepProps extends ProposalVerbsProps {
  readonly ending: React.ReactNode;
}

interface Decision {
  readonly note: string;
  /** Only for proposals that are not published by their approval. */
  readonly publishes: boolean;
}

/** Approves exactly what is shown, and publishes it. */
function ApproveForm({ project, proposal, ending }: StepProps) {
  const { id, hash } = proposal;
  const role = useRole(project);
  const members = useQuery({ ...memberListQuery(project), retry: false }).data;
  const approval = approvalBlocker(proposal, useSession(), role);
  const publication = publicationBlocker(proposal, role, members);
  const isApproved = proposal.state === "approved" && publication?.kind !== "approver";
  const { form, change, drop } = useSavedForm<{ readonly note: string }>(`${project}/proposals/${id}/note`, { note: "" });
  const verb = useVerb(project, async ({ note, publishes }: Decision, idempotencyKey): Promise<ApprovedProposal> => {
    const reviewed = { project, proposal: id, body: { hash } };
    if (isApproved) return admin.publishProposal({ ...reviewed, idempotencyKey });
    const answer = await admin.approveProposal({ ...reviewed, idempotencyKey, ...(note === "" ? {} : { reason: note }) });
    if (!publishes || answer.state !== "approved" || answer.not_published) return answer;
    return admin.publishProposal({ ...reviewed, idempotencyKey: `${idempotencyKey} publish` });
  });
  const send = async (publishes: boolean) => {
    const answer = await verb.run({ note: form.note.trim(), publishes });
    if (!answer) return;
    drop();
    notifyDecision(answer);
  };
  const later = publicationBlocker({ ...proposal, state: "approved" }, role, []);
  const blocker = isApproved ? publication : (approval ?? (later?.kind === "wrong" ? later : null));
  if (blocker) return <Blocked blocker={blocker}>{ending}</Blocked>;
  return (
    <Stack gap="xs">
      {!isApproved && (
        <Textarea
          {...fieldsOf({ form, change, problemAt: verb.problemAt }, texts).text("note")}
          maxLength={500}
          autosize
          minRows={1}
          maxRows={4}
        />
      )}
      <Group gap="xs">
        <Button variant="filled" loading={verb.isBusy} onClick={() => void send(true)}>
          {isApproved ? sharedTexts.review.publish : texts.approveAndPublish}
        </Button>
        {!isApproved && !proposal.publish_when_approved && (
          <Button disabled={verb.isBusy} onClick={() => void send(false)}>
            {texts.approve}
          </Button>
        )}
        {ending}
      </Group>
      <VerbError verb={verb} />
    </Stack>
  );
}

function notifyDecision({ state, not_published }: ApprovedProposal): void {
  if (not_published) notifications.show({ color: "caution", title: texts.notPublished, message: not_published.detail });
  else notifyDone(state === "open" ? texts.approvedOnce : state === "published" ? sharedTexts.review.published : texts.approved);
}

function Blocked({ blocker, children }: { readonly blocker: Blocker; readonly children: React.ReactNode }) {
  return (
    <Group gap="xs" justify="space-between">
      <Hint>{blocker.kind === "role" ? texts.needsRole(sharedTexts.roles[blocker.role]) : texts.hindrance[blocker.kind]}</Hint>
      {children}
    </Group>
  );
}

function UpdateProposal({ project, proposal, ending }: StepProps) {
  const { id, hash, role, out_of_date: outdated } = proposal;
  const isAllowed = isAtLeast(useRole(project), role);
  const verb = useVerb(project, (looked: string, idempotencyKey) =>
    admin.updateProposal({ project, proposal: id, body: { hash: looked }, idempotencyKey }),
  );
  const send = async () => {
    if (await verb.run(hash)) notifyDone(texts.updated);
  };
  return (
    <Stack gap="xs">
      <Text fw={500}>{texts.outdatedTitle}</Text>
      {outdated.map(({ path, detail }) => (
        <Text key={path}>{detail}</Text>
      ))}
      {isAllowed ? (
        <>
          <Hint>{texts.updateMeaning}</Hint>
          <Group gap="xs">
            <Button variant="filled" loading={verb.isBusy} onClick={() => void send()}>
              {texts.update}
            </Button>
            {ending}
          </Group>
        </>
      ) : (
        <Blocked blocker={{ kind: "role", role }}>{ending}</Blocked>
      )}
      <VerbError verb={verb} />
    </Stack>
  );
}

type End = "reject" | "withdraw";

interface EndProposalProps extends ProposalVerbsProps {
  readonly kind: End;
  readonly onClose: () => void;
}

function EndProposal({ project, proposal: { id }, kind, onClose }: EndProposalProps) {
  const isRejected = kind === "reject";
  const { form, change, drop } = useSavedForm<{ readonly why: string }>(`${project}/proposals/${id}/reject`, { why: "" });
  const verb = useVerb(
    project,
    (reason: string, idempotencyKey): Promise<Proposal> =>
      isRejected
        ? admin.rejectProposal({ project, proposal: id, body: { reason }, idempotencyKey })
        : admin.withdrawProposal({ project, proposal: id, idempotencyKey }),
  );
  const why = form.why.trim();
  const send = async () => {
    if (!(await verb.run(why))) return;
    drop();
    notifyDone(isRejected ? texts.rejectedNow : texts.withdrawnNow);
    onClose();
  };
  return (
    <VerbForm
      verb={verb}
      fields={["reason"]}
      submit={texts[kind]}
      isReady={!isRejected || why !== ""}
      onSubmit={send}
      onCancel={onClose}
    >
      <Text>{isRejected ? texts.rejectMeaning : texts.withdrawMeaning}</Text>
      {isRejected && (
        <Textarea
          {...fieldsOf({ form, change, problemAt: () => verb.problemAt("reason") }, texts).text("why")}
          required
          data-autofocus
          ref={(field) => field?.focus()}
          maxLength={500}
          autosize
          minRows={2}
          maxRows={6}
        />
      )}
    </VerbForm>
  );
}
