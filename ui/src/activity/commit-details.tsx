import { Alert, Badge, Button, Group, List, Stack, Text, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { describeAct } from "drawbridge-rules/describe/commit.ts";
import { guardNames } from "drawbridge-rules/describe/guard.ts";
import { capitalized } from "drawbridge-rules/describe/sentence.ts";
import type { Commit, NameTable } from "drawbridge-rules/wire/history.ts";
import { useMemo } from "react";
import { Hint } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { QueryState, ScreenLink } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { ChangeDetails, ChangeEffect, ChangeSentences } from "../review/change-view.tsx";
import { committedChange } from "../review/shown-change.ts";
import { useUndo } from "../review/use-review.tsx";
import { MayEdit } from "../session/session.ts";
import { statusTexts } from "../status/status-texts.ts";
import { WhoMay } from "../status/who-may.tsx";
import { formatInstant } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type Actors, commitQuery } from "./activity-list.ts";
import { activityTexts as texts } from "./activity-texts.ts";
import { commitIcon } from "./commit-icon.ts";
import { DetailsHead } from "./details-head.tsx";
import { type OneWay, undoChoice } from "./undo-choice.ts";

interface OpenCommitProps {
  readonly project: string | null;
  readonly revision: number;
  readonly actors: Actors;
  readonly isPage: boolean;
}

/** Read on its own: the list may leave out some of its changes, or all of it. */
export function OpenCommit({ project, revision, ...props }: OpenCommitProps) {
  const query = useQuery(commitQuery(project, revision));
  return (
    <QueryState query={query}>
      {({ commit, names, compacted }) =>
        commit ? (
          <CommitDetails
            project={project}
            commit={commit}
            names={names}
            isGone={compacted !== null && revision <= compacted}
            {...props}
          />
        ) : (
          <Alert color="gray">{texts.noSuch(revision)}</Alert>
        )
      }
    </QueryState>
  );
}

interface CommitDetailsProps extends Omit<OpenCommitProps, "revision"> {
  readonly commit: Commit;
  readonly names: NameTable;
  /** Its changes have been compacted away. */
  readonly isGone: boolean;
}

function CommitDetails({ project, commit, names, isGone, actors, isPage }: CommitDetailsProps) {
  const { revision, at, actor, actor_name, reason, overridden, changes } = commit;
  const reader = consoleReader(names);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names belong to the commit
  const [act, change] = useMemo(
    () => [capitalized(describeAct(commit, reader)), committedChange(commit, reader)] as const,
    [commit],
  );
  const title = isGone ? texts.compactedOne : act;
  const name = actor_name ?? actors.nameOf(actor);
  const { oneWay } = undoChoice(commit, project);
  const proposal = changes.find(({ kind }) => kind === "proposal");
  // A third person may have published it.
  const { author, approval } = (proposal?.after ?? {}) as { readonly author?: Doer; readonly approval?: Doer | null };
  const nameOf = (doer: Doer | undefined) => actors.nameOf(doer?.person ?? doer?.actor ?? "");
  return (
    <Stack gap="md">
      <DetailsHead
        title={title}
        by={{ name, actor, at, reason }}
        icon={commitIcon(commit)}
        isPage={isPage}
        actions={!isGone && project !== null && <UndoButtons project={project} commit={commit} title={title} />}
      >
        <Group gap="xs">
          {overridden.map((guard) => (
            <Badge key={guard} color="caution" h="auto" styles={{ label: { whiteSpace: "normal" } }}>
              {texts.passed(guardNames[guard])}
            </Badge>
          ))}
        </Group>
        {proposal?.after && project !== null && (
          <Text>
            {approval ? texts.proposedAndApproved(nameOf(author), nameOf(approval)) : texts.proposedBy(nameOf(author))}
            {" · "}
            <ScreenLink project={project} to="/projects/$project/activity" search={{ proposal: proposal.id }}>
              {texts.openProposal}
            </ScreenLink>
          </Text>
        )}
      </DetailsHead>
      {!isGone && (
        <>
          <ChangeSentences change={change} isTitled />
          {/* Its own box: on a phone, the number comes first in it. */}
          <div>
            <ChangeEffect project={project} change={change} />
          </div>
          {oneWay.length > 0 && <OneWayList project={project} oneWay={oneWay} />}
          <ChangeDetails change={change} />
        </>
      )}
      <Hint size="xs">{texts.revision(revision)}</Hint>
    </Stack>
  );
}

interface Doer {
  readonly actor?: string;
  readonly person?: string | null;
}

type Tab = readonly [place: "maintenance" | "connect" | "settings" | "activity", search: Readonly<Record<string, string>>];

/** Where the next best step is. */
const alternatives: Readonly<Record<OneWay, Tab>> = {
  project: ["settings", { tab: "general" }],
  maintenance: ["maintenance", {}],
  read_key: ["connect", { tab: "keys" }],
  token: ["settings", { tab: "tokens" }],
  grant: ["settings", { tab: "members" }],
  protection: ["settings", { tab: "approval" }],
  proposal: ["activity", { show: "approvals" }],
};

function OneWayList({ project, oneWay }: { readonly project: string | null; readonly oneWay: readonly OneWay[] }) {
  return (
    <List listStyleType="none" c="dimmed" size="sm">
      {oneWay.map((way) => {
        const [place, search] = alternatives[way];
        return (
          <List.Item key={way}>
            {texts.oneWay[way]}{" "}
            {project !== null && (
              <ScreenLink project={project} to={`/projects/$project/${place}`} search={search}>
                {texts.openScreen(sharedTexts.screens[place])}
              </ScreenLink>
            )}
          </List.Item>
        );
      })}
    </List>
  );
}

interface UndoButtonsProps {
  readonly project: string;
  readonly commit: Commit;
  readonly title: string;
}

function UndoButtons({ project, commit, title }: UndoButtonsProps) {
  const { isUndoable, isRestorable } = undoChoice(commit, project);
  const head = useQuery(projectHeadQuery(project)).data;
  const { revision } = commit;
  const when = formatInstant(commit.at);
  const undo = useUndo(project);
  if (!isUndoable && !isRestorable) return null;
  return (
    <MayEdit
      project={project}
      otherwise={<WhoMay project={project} least="editor" some={statusTexts.mayUndo} none={statusTexts.mayUndoRole} />}
    >
      <Group gap="xs">
        {isUndoable && (
          <Tooltip label={texts.undoHint}>
            <Button
              leftSection={<Icon name="activity" size={1} />}
              onClick={() => void undo({ revision }, texts.undoTitle(title))}
            >
              {texts.undo}
            </Button>
          </Tooltip>
        )}
        {isRestorable && head?.value.revision !== revision && (
          <Tooltip label={texts.restoreHint}>
            <Button variant="subtle" color="gray" onClick={() => void undo({ to: revision }, texts.restoreTitle(when))}>
              {texts.restore}
            </Button>
          </Tooltip>
        )}
      </Group>
    </MayEdit>
  );
}
