import { Badge, Text } from "@mantine/core";
import type { Proposal, ProposalState } from "drawbridge-rules/wire/proposal.ts";
import { isOutdated } from "./approval.ts";
import { proposalTexts as texts } from "./proposal-texts.ts";

const colors: Readonly<Record<ProposalState, string>> = {
  open: "planned",
  approved: "accent",
  published: "gray",
  rejected: "gray",
  withdrawn: "gray",
};

export function ProposalStateBadge({ proposal }: { readonly proposal: Pick<Proposal, "state" | "out_of_date"> }) {
  const { state } = proposal;
  return (
    <Badge variant="light" color={isOutdated(proposal) ? "caution" : colors[state]} tt="none" miw="max-content">
      {isOutdated(proposal) ? texts.outdatedState : texts.states[state]}
    </Badge>
  );
}

export function ProposalReason({ reason }: Pick<Proposal, "reason">) {
  if (reason !== "") return <span style={{ overflowWrap: "anywhere" }}>{reason}</span>;
  return (
    <Text span size="sm" c="dimmed">
      {texts.noReason}
    </Text>
  );
}
