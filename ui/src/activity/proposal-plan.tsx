import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { type ReactNode, useMemo, useState } from "react";
import { ChangeDetails, ChangeEffect, ChangeSentences } from "../review/change-view.tsx";
import { plannedChange } from "../review/shown-change.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { proposalTexts as texts } from "./activity-texts.ts";
import { blockingGuards } from "./approval.ts";

/** Effect of the proposal if it were published now; nothing once it is closed. */
export function ProposalPlan({ project, proposal }: { readonly project: string; readonly proposal: ProposalDetail }) {
  const { plan } = proposal;
  const change = useMemo(() => plan && plannedChange(plan), [plan]);
  if (!plan || !change) return null;
  const against = blockingGuards(proposal);
  const conflicts = [...plan.problems, ...plan.guards.filter(({ code }) => against.includes(code))];
  const { review } = sharedTexts;
  return (
    <Stack gap="md">
      {conflicts.length > 0 && <Sentences title={texts.against} color="closed" of={conflicts} />}
      {!plan.changed && <Text size="sm">{review.nothing}</Text>}
      <ChangeSentences change={change} isTitled />
      <div>
        <ChangeEffect project={project} change={change} />
      </div>
      {plan.warnings.length > 0 && <Sentences title={review.warnings} color="caution" of={plan.warnings} />}
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
        <Text size="sm" key={`${path} ${detail}`}>
          {detail}
        </Text>
      ))}
    </Alert>
  );
}

/** Version of a proposal that the user has reviewed; an approval covers only that one. */
interface Seen {
  readonly hash: string;
  readonly wasApproved: boolean;
}

/** Replaces the decision if the change was replaced during the review; otherwise null. */
export function useChangedNotice(proposal: ProposalDetail): ReactNode {
  const [seen, setSeen] = useState<Seen>(() => seenIn(proposal));
  const isChanged = seen.hash !== proposal.hash;
  // Another user approved it in the meantime; its content is the same.
  if (!isChanged && seen.wasApproved !== (proposal.state === "approved")) setSeen(seenIn(proposal));
  if (!isChanged) return null;
  return (
    <Alert color="caution" title={texts.changedTitle} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{seen.wasApproved ? texts.changedApproved : texts.changed}</Text>
        <Button variant="default" onClick={() => setSeen(seenIn(proposal))}>
          {texts.looked}
        </Button>
      </Stack>
    </Alert>
  );
}

function seenIn({ hash, state }: ProposalDetail): Seen {
  return { hash, wasApproved: state === "approved" };
}
