import { Button, Group, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import type { Proposal, ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { type ReactNode, useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { memberListQuery } from "../members/member-list.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb, type Verb } from "../verbs/use-verb.ts";
import { VerbForm, VerbSection } from "../verbs/verb-form.tsx";
import { approvalBlocker, type Blocker, isAuthor, isOutdated, publicationBlocker } from "./approval.ts";
import { proposalTexts as texts } from "./proposal-texts.ts";

type End = "reject" | "withdraw";

/** Buttons for a proposal, with the reason where one is not available. */
export function ProposalVerbs({ project, proposal }: ProposalVerbsProps) {
  const session = useSession();
  const role = useRole(project);
  const [end, setEnd] = useState<End | null>(null);
  const isOwn = isAuthor(proposal, session);
  const mayEnd = isAtLeast(role, proposal.role);
  const props = { project, proposal, onClose: () => setEnd(null) };
  if (end) return <EndProposal {...props} kind={end} />;
  return (
    <>
      <Approve project={project} proposal={proposal} />
      <Publish project={project} proposal={proposal} />
      <Group gap="sm">
        {isOwn && isAtLeast(role, "operator") && (
          <Button variant="subtle" color="gray" onClick={() => setEnd("withdraw")}>
            {texts.withdraw}
          </Button>
        )}
        {mayEnd && !isOwn && (
          <Button variant="subtle" color="gray" onClick={() => setEnd("reject")}>
            {texts.reject}
          </Button>
        )}
      </Group>
    </>
  );
}

function Approve({ project, proposal }: ProposalVerbsProps) {
  const { id, hash } = proposal;
  const blocker = approvalBlocker(proposal, useSession(), useRole(project));
  const { form, change, drop } = useSavedForm<{ readonly note: string }>(`${project}/proposals/${id}/note`, { note: "" });
  const verb = useVerb(project, (reason: string, idempotencyKey) =>
    admin.approveProposal({ project, proposal: id, body: { hash }, idempotencyKey, ...(reason === "" ? {} : { reason }) }),
  );
  const send = async () => {
    const answer = await verb.run(form.note.trim());
    if (!answer) return;
    drop();
    const { state, not_published } = answer;
    if (not_published) notifications.show({ color: "caution", title: texts.notPublished, message: not_published.detail });
    else notifyDone(state === "open" ? texts.approvedOnce : state === "published" ? texts.published : texts.approved);
  };
  if (isOutdated(proposal)) return null;
  const isPublished = proposal.publish_when_approved && proposal.state === "open";
  const title = isPublished ? texts.approveAndPublish : texts.approve;
  const meaning = isPublished ? texts.approveAndPublishMeaning : texts.approveMeaning;
  return (
    <BlockableSection title={title} meaning={meaning} blocker={blocker} verb={verb}>
      <Textarea
        w="100%"
        label={texts.note}
        description={texts.noteHint}
        maxLength={500}
        autosize
        minRows={1}
        maxRows={4}
        value={form.note}
        onChange={({ currentTarget: { value } }) => change({ note: value })}
      />
      <Button
        {...(proposal.state === "approved" ? { variant: "default" } : {})}
        loading={verb.isBusy}
        onClick={() => void send()}
      >
        {title}
      </Button>
    </BlockableSection>
  );
}

function Publish({ project, proposal }: ProposalVerbsProps) {
  const { id, hash } = proposal;
  const role = useRole(project);
  const members = useQuery(memberListQuery(project)).data;
  const blocker = publicationBlocker(proposal, role, members);
  const verb = useVerb(project, (looked: string, idempotencyKey) =>
    admin.publishProposal({ project, proposal: id, body: { hash: looked }, idempotencyKey }),
  );
  const send = async () => {
    const done: Proposal | null = await verb.run(hash);
    if (done) notifyDone(texts.published);
  };
  // A missing role and an outdated proposal are already explained above.
  if (blocker?.kind === "role" || blocker?.kind === "outdated") return null;
  return (
    <BlockableSection title={texts.publish} meaning={texts.publishMeaning} blocker={blocker} verb={verb}>
      <Button loading={verb.isBusy} onClick={() => void send()}>
        {texts.publish}
      </Button>
    </BlockableSection>
  );
}

/** Anyone with the role for the change can update it. */
export function UpdateProposal({ project, proposal: { id, hash, role } }: ProposalVerbsProps) {
  const isAllowed = isAtLeast(useRole(project), role);
  const verb = useVerb(project, (looked: string, idempotencyKey) =>
    admin.updateProposal({ project, proposal: id, body: { hash: looked }, idempotencyKey }),
  );
  const send = async () => {
    if (await verb.run(hash)) notifyDone(texts.updated);
  };
  return (
    <BlockableSection
      title={texts.update}
      meaning={texts.updateMeaning}
      blocker={isAllowed ? null : { kind: "role", role }}
      verb={verb}
    >
      <Button loading={verb.isBusy} onClick={() => void send()}>
        {texts.update}
      </Button>
    </BlockableSection>
  );
}

interface BlockableSectionProps {
  readonly title: string;
  readonly meaning: string;
  /** Shown in place of the controls. */
  readonly blocker: Blocker | null;
  readonly verb: Verb<never, unknown>;
  readonly children: ReactNode;
}

function BlockableSection({ title, meaning, blocker, verb, children }: BlockableSectionProps) {
  const { roles } = sharedTexts;
  const why = blocker?.kind === "role" ? texts.needsRole(roles[blocker.role]) : blocker && texts.hindrance[blocker.kind];
  return (
    <VerbSection title={title} meaning={why ?? meaning} verb={verb}>
      {why === null && children}
    </VerbSection>
  );
}

interface ProposalVerbsProps {
  readonly project: string;
  /** The reviewed proposal. Another hash needs another `key` of the component. */
  readonly proposal: ProposalDetail;
}

interface EndProposalProps extends ProposalVerbsProps {
  readonly kind: End;
  readonly onClose: () => void;
}

/** Rejects a proposal with a reason, or withdraws it. */
function EndProposal({ project, proposal: { id }, kind, onClose }: EndProposalProps) {
  const isRejected = kind === "reject";
  const { form, change, drop } = useSavedForm<{ readonly why: string }>(`${project}/proposals/${id}/reject`, { why: "" });
  const verb = useVerb(project, (reason: string, idempotencyKey) =>
    isRejected
      ? admin.rejectProposal({ project, proposal: id, body: { reason }, idempotencyKey })
      : admin.withdrawProposal({ project, proposal: id, idempotencyKey }),
  );
  const why = form.why.trim();
  const send = async () => {
    if (!(await verb.run(why))) return;
    drop();
    notifyDone(isRejected ? texts.rejected : texts.withdrawn);
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
      <Text size="sm">{isRejected ? texts.rejectMeaning : texts.withdrawMeaning}</Text>
      {isRejected && (
        <Textarea
          label={texts.why}
          description={texts.whyHint}
          required
          data-autofocus
          ref={(field) => field?.focus()}
          maxLength={500}
          autosize
          minRows={2}
          maxRows={6}
          value={form.why}
          error={verb.problemAt("reason")}
          onChange={({ currentTarget: { value } }) => change({ why: value })}
        />
      )}
    </VerbForm>
  );
}
