import { Badge, Button, Divider, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";
import { type ReactNode, useId } from "react";
import { InstantText } from "../elements/instant-text.tsx";
import { ScreenLink } from "../elements/screen.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { DifferenceList } from "../review/difference-list.tsx";
import { ownZone } from "../texts/browser-locale.ts";
import { formatZonedInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { changedResourceName, describeCommit, inOrder, shownDifferences, type Tools } from "./commit-words.ts";
import type { Actors } from "./history-list.ts";
import { historyTexts, historyTexts as texts } from "./history-texts.ts";
import { UndoButtons } from "./undo-buttons.tsx";

interface CommitCardProps {
  /** Null: the installation, which is not rolled back. */
  readonly project: string | null;
  readonly commit: Commit;
  readonly actors: Actors;
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
export function CommitCard({ project, commit, actors, isOpen, isCompacted, isPart, onToggle, link }: CommitCardProps) {
  const texts = historyTexts;
  const { revision, at, actor, reason, overridden } = commit;
  const id = useId();
  return (
    <Paper withBorder p="sm" component="article" aria-labelledby={id}>
      <Stack gap={6}>
        <Headline id={id} commit={commit} actors={actors} isCompacted={isCompacted} />
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
              <Badge key={guard} variant="light" color="orange" tt="none" h="auto" styles={wrapped}>
                {texts.passed(texts.guards[guard] ?? guard)}
              </Badge>
            ))}
          </Group>
        )}
        {isOpen && <CommitDetails {...{ project, commit, actors, isCompacted, isPart }} />}
      </Stack>
    </Paper>
  );
}

const wrapped = { label: { whiteSpace: "normal" } } as const;

/** Number of changes listed for a commit with very many. */
const mostSaid = 2;

interface HeadlineProps {
  readonly id: string;
  readonly commit: Commit;
  readonly actors: Actors;
  readonly isCompacted: boolean;
}

function Headline({ id, commit, actors, isCompacted }: HeadlineProps) {
  const texts = historyTexts;
  const sentences = describeCommit(commit, useTools(actors));
  const rest = sentences.length - mostSaid;
  // A last item takes no more room than "1 more".
  const shown = rest > 1 ? [...sentences.slice(0, mostSaid), texts.more(rest)] : sentences;
  const said = isCompacted ? texts.compactedOne : texts.nothing;
  return (
    <Title order={2} size="h5" id={id} style={{ overflowWrap: "anywhere" }}>
      {shown.length === 0 ? said : shown.join(" · ")}
    </Title>
  );
}

function useTools({ nameOf }: Actors): Tools {
  const words = historyTexts;
  const { paths, roles } = sharedTexts;
  return { words, paths, roles, nameOf, instant: (at) => formatZonedInstant(at, ownZone) };
}

interface CommitDetailsProps {
  readonly project: string | null;
  readonly commit: Commit;
  readonly actors: Actors;
  readonly isCompacted: boolean;
  /** A filter has left out some of its changes. */
  readonly isPart: boolean;
}

/** All differences of a revision, and the buttons to undo it or restore it. */
function CommitDetails({ project, commit, actors, isCompacted, isPart }: CommitDetailsProps) {
  const { changes } = commit;
  return (
    <Stack gap="sm">
      <Divider />
      {isCompacted && <Text size="sm">{texts.compactedOne}</Text>}
      {changes.map((change) => (
        <ProposedBy key={`${change.kind} ${change.id}`} project={project} change={change} actors={actors} />
      ))}
      <ShowMore items={inOrder(changes)} first={10} keyOf={({ kind, id }) => `${kind} ${id}`}>
        {(change) => <Change change={change} actors={actors} />}
      </ShowMore>
      {!isCompacted && <UndoButtons project={project} commit={commit} isPart={isPart} />}
    </Stack>
  );
}

function Change({ change, actors }: { readonly change: CommittedChange; readonly actors: Actors }) {
  const { kind, id } = change;
  const name = kind === "grant" ? actors.nameOf(id) : changedResourceName(change);
  const differences = shownDifferences(change);
  return (
    <section>
      <Title order={3} size="h6" style={{ overflowWrap: "anywhere" }}>
        {name === "" ? texts.kinds[kind] : texts.join(texts.kinds[kind], name)}
      </Title>
      {differences.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noDifference}
        </Text>
      ) : (
        <DifferenceList differences={differences} />
      )}
    </section>
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
      <ScreenLink project={project} to="/projects/$project/proposals" search={{ open: id }}>
        {texts.proposal(id)}
      </ScreenLink>
    </Text>
  );
}
