import { Button, Fieldset, Group, Stack, Text, Textarea } from "@mantine/core";
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
import { VerbError } from "../verbs/verb-form.tsx";
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
  if (end === "reject") return <RejectProposal {...props} />;
  if (end === "withdraw") return <WithdrawProposal {...props} />;
  return (
    <>
      <Approve project={project} proposal={proposal} />
      <Publish project={project} proposal={proposal} />
      <Group gap="sm">
        {isOwn && isAtLeast(role, "operator") && (
          <Button variant="subtle" color="red" onClick={() => setEnd("withdraw")}>
            {texts.withdraw}
          </Button>
        )}
        {mayEnd && !isOwn && (
          <Button variant="subtle" color="red" onClick={() => setEnd("reject")}>
            {texts.reject}
          </Button>
        )}
      </Group>
    </>
  );
}

function Approve({ project, proposal }: ProposalVerbsProps) {
  const { id, hash } = proposal;
  const hindrance = approvalBlocker(proposal, useSession(), useRole(project));
  const { form, change, drop } = useSavedForm<{ readonly note: string }>(`${project}/proposals/${id}/note`, { note: "" });
  const verb = useVerb(project, (reason: string, idempotencyKey) =>
    admin.approveProposal({ project, proposal: id, body: { hash }, idempotencyKey, ...(reason === "" ? {} : { reason }) }),
  );
  const send = async () => {
    const answer = await verb.run(form.note.trim());
    if (!answer) return;
    drop();
    const { state, not_published } = answer;
    if (not_published) notifications.show({ color: "orange", title: texts.notPublished, message: not_published.detail });
    else notifyDone(state === "open" ? texts.approvedOnce : state === "published" ? texts.published : texts.approved);
  };
  if (isOutdated(proposal)) return null;
  const isPublished = proposal.publish_when_approved && proposal.state === "open";
  const title = isPublished ? texts.approveAndPublish : texts.approve;
  return (
    <Fieldset legend={title}>
      {hindrance ? (
        <HindranceText hindrance={hindrance} />
      ) : (
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{isPublished ? texts.approveAndPublishMeaning : texts.approveMeaning}</Text>
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
          <VerbError verb={verb} />
          <Button
            {...(proposal.state === "approved" ? { variant: "default" } : {})}
            loading={verb.isBusy}
            onClick={() => void send()}
          >
            {title}
          </Button>
        </Stack>
      )}
    </Fieldset>
  );
}

function Publish({ project, proposal }: ProposalVerbsProps) {
  const { id, hash } = proposal;
  const role = useRole(project);
  const members = useQuery(memberListQuery(project)).data;
  const hindrance = publicationBlocker(proposal, role, members);
  const verb = useVerb(project, (looked: string, idempotencyKey) =>
    admin.publishProposal({ project, proposal: id, body: { hash: looked }, idempotencyKey }),
  );
  const send = async () => {
    const done: Proposal | null = await verb.run(hash);
    if (done) notifyDone(texts.published);
  };
  // A missing role and an outdated proposal are already explained above.
  if (hindrance?.kind === "role" || hindrance?.kind === "outdated") return null;
  return (
    <Fieldset legend={texts.publish}>
      {hindrance ? (
        <HindranceText hindrance={hindrance} />
      ) : (
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{texts.publishMeaning}</Text>
          <VerbError verb={verb} />
          <Button loading={verb.isBusy} onClick={() => void send()}>
            {texts.publish}
          </Button>
        </Stack>
      )}
    </Fieldset>
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
  if (!isAllowed) return <HindranceText hindrance={{ kind: "role", role }} />;
  return (
    <>
      <Text size="sm">{texts.updateMeaning}</Text>
      <VerbError verb={verb} />
      <Button loading={verb.isBusy} onClick={() => void send()}>
        {texts.update}
      </Button>
    </>
  );
}

function HindranceText({ hindrance }: { readonly hindrance: Blocker }) {
  const { roles } = sharedTexts;
  return (
    <Text size="sm">{hindrance.kind === "role" ? texts.needsRole(roles[hindrance.role]) : texts.hindrance[hindrance.kind]}</Text>
  );
}

interface ProposalVerbsProps {
  readonly project: string;
  /** The reviewed proposal. Another hash needs another `key` of the component. */
  readonly proposal: ProposalDetail;
}

interface ProposalEndProps extends ProposalVerbsProps {
  readonly onClose: () => void;
}

/** Rejects or withdraws a proposal, with a reason. */
function RejectProposal({ project, proposal: { id }, onClose }: ProposalEndProps) {
  const { form, change, drop } = useSavedForm<{ readonly why: string }>(`${project}/proposals/${id}/reject`, { why: "" });
  const verb = useVerb(project, (why: string, idempotencyKey) =>
    admin.rejectProposal({ project, proposal: id, body: { reason: why }, idempotencyKey }),
  );
  const why = form.why.trim();
  const send = async () => {
    if (why === "" || !(await verb.run(why))) return;
    drop();
    notifyDone(texts.rejected);
    onClose();
  };
  return (
    <EndForm
      title={texts.reject}
      meaning={texts.rejectMeaning}
      verb={verb}
      isReady={why !== ""}
      onSend={() => void send()}
      onBack={onClose}
    >
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
    </EndForm>
  );
}

function WithdrawProposal({ project, proposal: { id }, onClose }: ProposalEndProps) {
  const verb = useVerb(project, (wanted: string, idempotencyKey) =>
    admin.withdrawProposal({ project, proposal: wanted, idempotencyKey }),
  );
  const send = async () => {
    if (!(await verb.run(id))) return;
    notifyDone(texts.withdrawn);
    onClose();
  };
  return (
    <EndForm
      title={texts.withdraw}
      meaning={texts.withdrawMeaning}
      verb={verb}
      isReady
      onSend={() => void send()}
      onBack={onClose}
    />
  );
}

interface EndProps {
  readonly title: string;
  readonly meaning: string;
  readonly verb: Pick<Verb<never, unknown>, "isBusy" | "error" | "problemsBeside">;
  readonly isReady: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
  readonly children?: ReactNode;
}

function EndForm({ title, meaning, verb, isReady, onSend, onBack, children }: EndProps) {
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
        <Text size="sm">{meaning}</Text>
        {children}
        <VerbError verb={verb} fields={["reason"]} />
        <Group gap="sm">
          <Button variant="default" onClick={onBack}>
            {texts.back}
          </Button>
          <Button color="red" disabled={!isReady} loading={verb.isBusy} onClick={onSend}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
