import { Anchor, Modal, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Proposal, ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { useMemo, useState } from "react";
import { actorText } from "../activity/approval.ts";
import { proposalQuery } from "../activity/proposal-list.ts";
import { ApproveForm } from "../activity/proposal-verbs.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { ChangeEffect } from "../review/change-view.tsx";
import { plannedChange } from "../review/shown-change.ts";
import { AuthorLine } from "./author-line.tsx";
import { Sentence } from "./fact-view.tsx";
import { statusTexts as texts } from "./status-texts.ts";

interface ApprovalDialogProps {
  readonly project: string;
  readonly proposal: Proposal;
  readonly onClose: () => void;
}

/** Effect of a proposal, with the form that approves it. */
export function ApprovalDialog({ project, proposal: { id, state }, onClose }: ApprovalDialogProps) {
  const detail = useQuery(proposalQuery(project, id));
  // A dialog takes the focus to its main button only where that is there when it opens.
  if (detail.isPending) return null;
  return (
    <Modal opened size="lg" onClose={onClose} title={state === "approved" ? texts.publish : texts.approveAndPublish}>
      <QueryState query={detail}>{(read) => <Approval project={project} read={read} onClose={onClose} />}</QueryState>
    </Modal>
  );
}

interface ApprovalProps extends Pick<ApprovalDialogProps, "project" | "onClose"> {
  readonly read: ProposalDetail;
}

function Approval({ project, read, onClose }: ApprovalProps) {
  // An approval is for exactly what was shown first.
  const [proposal] = useState(read);
  const { id, title, author, reason, names, plan } = proposal;
  const change = useMemo(() => (plan ? plannedChange(plan) : null), [plan]);
  const name = actorText(author, names);
  return (
    <Stack gap="md">
      <Sentence size="md">{title}</Sentence>
      <AuthorLine name={name}>{reason === "" ? name : `${name}: ${reason}`}</AuthorLine>
      {change && <ChangeEffect project={project} change={change} />}
      <Anchor
        fz="sm"
        renderRoot={(props) => (
          <Link {...props} to="/projects/$project/activity" params={{ project }} search={{ proposal: id }} onClick={onClose}>
            {texts.openApproval}
          </Link>
        )}
      />
      <ApproveForm project={project} proposal={proposal} onDone={onClose} />
    </Stack>
  );
}
