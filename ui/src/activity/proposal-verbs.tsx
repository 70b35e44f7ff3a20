import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import type { ApprovedProposal, Proposal, ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { Hint } from "../elements/cells.tsx";
import { fieldsOf } from "../elements/form-fields.tsx";
import { memberListQuery } from "../members/member-list.ts";
import { admin } from "../server-connection.ts";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbError, VerbForm } from "../verbs/verb-form.tsx";
import { proposalTexts as texts } from "./activity-texts.ts";
import { approvalBlocker, type Blocker, isAuthor, isOutdated, publicationBlocker } from "./approval.ts";

interface ProposalVerbsProps {
  readonly project: string;
  /** Another hash needs another `key` of the component. */
  readonly proposal: ProposalDetail;
}

export function ProposalVerbs({ project, proposal }: ProposalVerbsProps) {
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
          {isApproved ? texts.publish : texts.approveAndPublish}
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
  else notifyDone(state === "open" ? texts.approvedOnce : state === "published" ? texts.done : texts.approved);
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
