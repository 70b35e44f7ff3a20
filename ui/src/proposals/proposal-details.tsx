import { Alert, Button, Code, List, Stack, Text } from "@mantine/core";
import type { ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import { type ReactNode, useState } from "react";
import { InstantText } from "../elements/instant-text.tsx";
import { DifferenceList } from "../review/difference-list.tsx";
import { EffectList } from "../review/effect-list.tsx";
import { ImpactList } from "../review/impact-list.tsx";
import { impactTexts } from "../review/impact-texts.ts";
import { ProblemList } from "../review/problem-list.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { actorText, blockingGuards } from "./approval.ts";
import { OutdatedProposal } from "./outdated-proposal.tsx";
import { ProposalHistory } from "./proposal-history.tsx";
import { isOpen } from "./proposal-order.ts";
import { Part } from "./proposal-part.tsx";
import { ProposalReason, ProposalStateBadge } from "./proposal-subject.tsx";
import { proposalTexts as texts } from "./proposal-texts.ts";
import { ProposalVerbs } from "./proposal-verbs.tsx";

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
      <Facts proposal={proposal} />
      {proposal.moved_on.length > 0 && <OutdatedProposal project={project} proposal={proposal} />}
      <Plan proposal={proposal} />
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
    <Alert color="orange" title={texts.changedTitle} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{wasApproved ? texts.changedApproved : texts.changed}</Text>
        <Button variant="default" size="xs" onClick={onLooked}>
          {texts.looked}
        </Button>
      </Stack>
    </Alert>
  );
}

function Facts({ proposal }: Pick<ProposalDetailsProps, "proposal">) {
  const { review, roles } = sharedTexts;
  const { approvals, override, names } = proposal;
  return (
    <Stack gap={4}>
      <Fact name={texts.columns.state}>
        <ProposalStateBadge state={proposal.state} />
      </Fact>
      <Fact name={texts.author}>
        {actorText(proposal.author, names)}, <InstantText at={proposal.created_at} />
      </Fact>
      <Fact name={texts.reason}>
        <ProposalReason reason={proposal.reason} />
      </Fact>
      {approvals.map((approval) => (
        <Text key={approval.person} component="div" size="sm">
          {texts.approvedBy(actorText(approval, names))}, <InstantText at={approval.at} />
        </Text>
      ))}
      <Fact name={texts.role}>{roles[proposal.role]}</Fact>
      <Fact name={texts.id}>
        <Code>{proposal.id}</Code>
      </Fact>
      {override.length > 0 && (
        <Alert color="yellow" title={texts.overridden} mt="xs">
          <List size="sm">
            {override.map((guard) => (
              <List.Item key={guard}>{review.guards[guard]}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Text component="div" size="sm" style={{ overflowWrap: "anywhere" }}>
      <Text span size="sm" c="dimmed">{`${name}: `}</Text>
      {children}
    </Text>
  );
}

/** Effect of the proposal if it were published now. */
function Plan({ proposal }: Pick<ProposalDetailsProps, "proposal">) {
  const { review } = sharedTexts;
  const { title: impactTitle } = impactTexts;
  const { plan } = proposal;
  if (!plan) return <Text size="sm">{proposal.state === "published" ? texts.done : texts.ended}</Text>;
  const against = blockingGuards(proposal);
  const refusals = plan.refusals.filter(({ guard }) => guard !== undefined && against.includes(guard));
  return (
    <>
      <Part title={texts.planTitle}>
        {plan.differences.length === 0 ? (
          <Text size="sm">{review.nothing}</Text>
        ) : (
          <DifferenceList differences={plan.differences} />
        )}
      </Part>
      {plan.impact && plan.impact.length > 0 && (
        <Part title={impactTitle}>
          <ImpactList impact={plan.impact} />
        </Part>
      )}
      {plan.effects && (
        <Part title={review.effects}>
          <EffectList effects={plan.effects} />
        </Part>
      )}
      {plan.warnings.length > 0 && <ProblemList title={review.warnings} problems={plan.warnings} color="yellow" />}
      {plan.problems.length > 0 && <ProblemList title={review.problems} problems={plan.problems} color="red" />}
      {refusals.length > 0 && <ProblemList title={texts.against} problems={refusals} color="orange" />}
    </>
  );
}
