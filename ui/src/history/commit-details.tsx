import { Divider, Stack, Text, Title } from "@mantine/core";
import type { Commit, CommittedChange } from "drawbridge-rules/wire/history.ts";
import { ScreenLink } from "../elements/screen-link.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { DifferenceList } from "../review/difference-list.tsx";
import { changedResourceName, inOrder, shownDifferences } from "./commit-words.ts";
import { historyTexts as texts } from "./history-texts.ts";
import { UndoButtons } from "./undo-buttons.tsx";
import type { Actors } from "./use-actors.ts";

interface CommitDetailsProps {
  readonly project: string | null;
  readonly commit: Commit;
  readonly actors: Actors;
  readonly isCompacted: boolean;
  /** A filter has left out some of its changes. */
  readonly isPart: boolean;
}

/** All differences of a revision, and the buttons to undo it or restore it. */
export function CommitDetails({ project, commit, actors, isCompacted, isPart }: CommitDetailsProps) {
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
