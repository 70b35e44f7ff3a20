import { Anchor, Button, Group, Modal, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { describeActor } from "drawbridge-rules/describe/actor.ts";
import type { Proposal } from "drawbridge-rules/wire/proposal.ts";
import { useMemo, useState } from "react";
import { proposalQuery } from "../activity/proposal-list.ts";
import { ChangeEffect } from "../review/change-view.tsx";
import { plannedChange } from "../review/shown-change.ts";
import { admin } from "../server-connection.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbFailure } from "../verbs/verb-failure.tsx";
import { AuthorLine } from "./author-line.tsx";
import { Sentence } from "./fact-view.tsx";
import { statusTexts as texts } from "./status-texts.ts";

interface ApprovalDialogProps {
  readonly project: string;
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

/** Approves and publishes exactly the proposal that was shown when it opened. */
export function ApprovalDialog({ project, proposal, onClose }: ApprovalDialogProps) {
  const [{ id, hash, title, reason, state, author }] = useState(proposal);
  const detail = useQuery(proposalQuery(project, id)).data;
  const verb = useVerb(project, (_: string, idempotencyKey) => decide(project, proposal, idempotencyKey));
  const send = async () => {
    const done = await verb.run(hash);
    if (!done) return;
    notifyDone(done.state === "published" ? texts.published(title) : texts.approvedOnce);
    onClose();
  };
  const name = describeActor(author.actor, detail?.names[author.person ?? author.actor] ?? null);
  const change = useMemo(() => (detail?.plan ? plannedChange(detail.plan) : null), [detail?.plan]);
  return (
    <Modal opened size="lg" onClose={onClose} title={state === "approved" ? texts.publish : texts.approveAndPublish}>
      <Stack gap="md">
        <Sentence size="md">{title}</Sentence>
        {detail && <AuthorLine name={name}>{reason === "" ? name : `${name}: ${reason}`}</AuthorLine>}
        {change && <ChangeEffect project={project} change={change} />}
        <Anchor
          fz="sm"
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/activity" params={{ project }} search={{ proposal: id }}>
              {texts.openApproval}
            </Link>
          )}
        />
        <VerbFailure run={verb} onDone={onClose} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {sharedTexts.actions.cancel}
          </Button>
          <Button data-autofocus loading={verb.isBusy} onClick={() => void send()}>
            {state === "approved" ? texts.publish : texts.approveAndPublish}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** An approval publishes by itself only where the author asked for that. Sent again, each of the two takes effect once. */
async function decide(project: string, { id, hash, state }: Proposal, idempotencyKey: string): Promise<Proposal> {
  const request = { project, proposal: id, body: { hash } };
  if (state === "open") {
    const approved: Proposal = await admin.approveProposal({ ...request, idempotencyKey });
    if (approved.state !== "approved") return approved;
  }
  return admin.publishProposal({ ...request, idempotencyKey: `${idempotencyKey}-publish` });
}
