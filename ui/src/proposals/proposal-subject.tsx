import { Badge, Text } from "@mantine/core";
import type { Proposal, ProposalState, ProposedEdit } from "drawbridge-rules/wire/proposal.ts";
import { proposalTexts as texts } from "./proposal-texts.ts";

/** Number of resources listed by name; beyond it, they are counted. */
const maxNamed = 3;

/** Resources that a proposal changes, in words: `instance eu-1, platform ios (deleted)`. */
export function formatSubject(edits: readonly Pick<ProposedEdit, "kind" | "id" | "deletes">[]): string {
  const named = edits.length > maxNamed + 1 ? edits.slice(0, maxNamed) : edits;
  const words = named.map(({ kind, id, deletes }) => {
    const what = formatResource(kind, id);
    return deletes ? texts.deleted(what) : what;
  });
  const rest = edits.length - named.length;
  return [...words, ...(rest > 0 ? [texts.more(rest)] : [])].join(", ");
}

/** `instance eu-1` */
export function formatResource(kind: string, id: string): string {
  const name = (texts.kinds as Readonly<Record<string, string>>)[kind] ?? kind;
  return id === "" ? name : `${name} ${id}`;
}

const colors: Readonly<Record<ProposalState, string>> = {
  open: "blue",
  approved: "green",
  published: "gray",
  rejected: "orange",
  withdrawn: "gray",
};

export function ProposalStateBadge({ state }: { readonly state: ProposalState }) {
  return (
    <Badge variant="light" color={colors[state]} tt="none" miw="max-content">
      {texts.states[state]}
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
