import { Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import type { ProposalState } from "drawbridge-rules/wire/proposal.ts";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { proposalHistoryQuery } from "./proposal-list.ts";
import { Part } from "./proposal-part.tsx";
import { proposalTexts } from "./proposal-texts.ts";

interface ProposalHistoryProps {
  readonly project: string;
  readonly id: string;
}

/** Activity of a proposal, from the history. */
export function ProposalHistory({ project, id }: ProposalHistoryProps) {
  const texts = proposalTexts;
  const story = useQuery(proposalHistoryQuery(project, id));
  return (
    <Part title={texts.story}>
      <QueryState query={story}>{({ commits }) => <Steps commits={commits} />}</QueryState>
    </Part>
  );
}

type ProposalEvent = keyof (typeof proposalTexts)["did"];

function Steps({ commits }: { readonly commits: readonly Commit[] }) {
  const { did } = proposalTexts;
  const steps = commits.toReversed().flatMap((commit) => {
    const deed = proposalEvent(commit);
    return deed ? [{ commit, deed }] : [];
  });
  return (
    <Timeline bulletSize={12} lineWidth={2} active={steps.length}>
      {steps.map(({ commit: { revision, actor, actor_name: name, at, reason }, deed }) => (
        <Timeline.Item key={revision}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {did[deed](name ?? actor)}
            {reason === "" ? "" : `: ${reason}`}
          </Text>
          <Text size="xs" c="dimmed">
            <InstantText at={at} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

/** Null: deleted after 30 days. */
function proposalEvent({ changes: [change] }: Commit): ProposalEvent | null {
  if (!change?.after) return null;
  const after = change.after.state as ProposalState;
  if (after !== "open") return after;
  if (!change.before) return "proposed";
  // After the first of two approvals, it stays open.
  if (change.before.hash === change.after.hash) return "approved";
  return change.before.state === "approved" ? "amendedApproved" : "amended";
}
