import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ActorNames, Proposal } from "drawbridge-rules/wire/proposal.ts";
import { type Column, DataTable } from "../elements/data-table.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { actorText } from "./approval.ts";
import { ProposalReason, ProposalStateBadge, useSubject } from "./proposal-subject.tsx";
import { proposalTexts } from "./proposal-texts.ts";
import { proposalsRoute } from "./proposals-route.ts";

export interface ProposalTableProps {
  readonly label: string;
  readonly proposals: readonly Proposal[];
  readonly names: ActorNames;
  /** Shows when they were closed, instead of made. */
  readonly isClosed?: boolean;
}

export function ProposalTable({ label, proposals, names, isClosed = false }: ProposalTableProps) {
  const { columns: titles } = proposalTexts;
  const subject = useSubject();
  const columns: readonly Column<Proposal>[] = [
    {
      key: "what",
      title: titles.what,
      render: ({ id, edits }) => (
        <Anchor
          fz="sm"
          fw={600}
          style={{ overflowWrap: "anywhere" }}
          renderRoot={(props) => (
            <Link {...props} from={proposalsRoute.fullPath} search={{ open: id }}>
              {subject(edits)}
            </Link>
          )}
        />
      ),
    },
    { key: "state", title: titles.state, render: ({ state }) => <ProposalStateBadge state={state} /> },
    { key: "author", title: titles.author, render: ({ author }) => actorText(author, names) },
    {
      key: "at",
      title: isClosed ? titles.closedAt : titles.at,
      render: ({ created_at: made, closed }) => <InstantText at={closed?.at ?? made} />,
    },
    {
      key: "reason",
      title: titles.reason,
      render: ({ reason, closed }) => <ProposalReason reason={closed?.reason || reason} />,
    },
  ];
  return <DataTable label={label} columns={columns} rows={proposals} rowKey={({ id }) => id} />;
}
