import { Button } from "@mantine/core";
import type { Proposal } from "drawbridge-rules/wire/proposal.ts";
import { Suspense, useState } from "react";
import { lazyPart } from "../elements/lazy-part.ts";
import { statusTexts as texts } from "./status-texts.ts";

const loadDialog = async () => (await import("./approval-dialog.tsx")).ApprovalDialog;
const ApprovalDialog = lazyPart(loadDialog);

interface ProposalVerbsProps {
  readonly project: string;
  /** A proposal that the user can approve or publish. */
  readonly proposal: Proposal;
  readonly isMain: boolean;
}

export function ProposalVerbs({ project, proposal, isMain }: ProposalVerbsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const load = () => void loadDialog().catch(() => undefined);
  return (
    <>
      <Button variant={isMain ? "filled" : "default"} onPointerEnter={load} onFocus={load} onClick={() => setIsOpen(true)}>
        {proposal.state === "approved" ? texts.publish : texts.approveAndPublish}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ApprovalDialog project={project} proposal={proposal} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
