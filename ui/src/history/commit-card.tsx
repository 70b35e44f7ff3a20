import { Badge, Button, Divider, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { describeAct } from "drawbridge-rules/describe/commit.ts";
import { guardNames } from "drawbridge-rules/describe/guard.ts";
import type { Reader } from "drawbridge-rules/describe/reader.ts";
import { capitalized } from "drawbridge-rules/describe/sentence.ts";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";
import { type ReactNode, useId } from "react";
import { InstantText } from "../elements/instant-text.tsx";
import { ScreenLink } from "../elements/screen.tsx";
import { ChangeSentences } from "../review/change-view.tsx";
import { committedChange } from "../review/shown-change.ts";
import { ownZone } from "../texts/browser-locale.ts";
import type { Actors } from "./history-list.ts";
import { historyTexts as texts } from "./history-texts.ts";
import { UndoButtons } from "./undo-buttons.tsx";

interface CommitCardProps {
  /** Null: the installation, which is not rolled back. */
  readonly project: string | null;
  readonly commit: Commit;
  readonly actors: Actors;
  readonly reader: Reader;
  readonly isOpen: boolean;
  /** Its changes have been compacted away. */
  readonly isCompacted: boolean;
  /** A filter has left out some of its changes. */
  readonly isPart: boolean;
  readonly onToggle: () => void;
  /** A link to this revision alone. */
  readonly link: (text: string) => ReactNode;
}

/** One revision: changes, author, time and reason; and on demand every difference. */
export function CommitCard({ project, commit, actors, reader, isOpen, isCompacted, isPart, onToggle, link }: CommitCardProps) {
  const { revision, at, actor, reason, overridden } = commit;
  const id = useId();
  return (
    <Paper withBorder p="sm" component="article" aria-labelledby={id}>
      <Stack gap={6}>
        <Title order={2} size="h5" id={id} style={{ overflowWrap: "anywhere" }}>
          {isCompacted ? texts.compactedOne : capitalized(describeAct(commit, reader))}
        </Title>
        {reason !== "" && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {texts.reason(reason)}
          </Text>
        )}
        <Group gap="xs" justify="space-between">
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {link(texts.revision(revision))}
            {" · "}
            {actors.nameOf(actor)}
            {" · "}
            <InstantText at={at} zone={ownZone} />
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={texts.toggle(isOpen ? texts.close : texts.open, texts.revision(revision))}
            onClick={onToggle}
          >
            {isOpen ? texts.close : texts.open}
          </Button>
        </Group>
        {overridden.length > 0 && (
          <Group gap="xs">
            {overridden.map((guard) => (
              <Badge key={guard} variant="light" color="caution" tt="none" h="auto" styles={wrapped}>
                {texts.passed(guardNames[guard])}
              </Badge>
            ))}
          </Group>
        )}
        {isOpen && <CommitDetails {...{ project, commit, actors, reader, isCompacted, isPart }} />}
      </Stack>
    </Paper>
  );
}

const wrapped = { label: { whiteSpace: "normal" } } as const;

interface CommitDetailsProps {
  readonly project: string | null;
  readonly commit: Commit;
  readonly actors: Actors;
  readonly reader: Reader;
  readonly isCompacted: boolean;
  /** A filter has left out some of its changes. */
  readonly isPart: boolean;
}

/** All edits of a revision, and the buttons to undo it or restore it. */
function CommitDetails({ project, commit, actors, reader, isCompacted, isPart }: CommitDetailsProps) {
  const { changes } = commit;
  return (
    <Stack gap="sm">
      <Divider />
      {isCompacted && <Text size="sm">{texts.compactedOne}</Text>}
      {changes.map((change) => (
        <ProposedBy key={`${change.kind} ${change.id}`} project={project} change={change} actors={actors} />
      ))}
      {changes.length > 0 && <ChangeSentences change={committedChange(commit, reader)} />}
      {!isCompacted && <UndoButtons project={project} commit={commit} isPart={isPart} />}
    </Stack>
  );
}

interface Doers {
  readonly author?: { readonly actor?: string; readonly person?: string | null } | null;
  readonly approval?: { readonly actor?: string; readonly person?: string | null } | null;
}

interface ProposedByProps {
  readonly project: string | null;
  readonly change: CommittedChange;
  readonly actors: Actors;
}

/** A proposal has an author and an approver; a third person may have published it. */
function ProposedBy({ project, change: { kind, id, after }, actors }: ProposedByProps) {
  if (kind !== "proposal" || !after || project === null) return null;
  const { author, approval } = after as Doers;
  const nameOf = (doer: Doers["author"]) => actors.nameOf(doer?.person ?? doer?.actor ?? "");
  return (
    <Text size="sm">
      {approval ? texts.proposedAndApproved(nameOf(author), nameOf(approval)) : texts.proposedBy(nameOf(author))}{" "}
      <ScreenLink project={project} to="/projects/$project/activity/approvals" search={{ open: id }}>
        {texts.proposal(id)}
      </ScreenLink>
    </Text>
  );
}
