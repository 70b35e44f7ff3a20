import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { describeActor } from "drawbridge-rules/describe/actor.ts";
import { describeCommit } from "drawbridge-rules/describe/commit.ts";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import type { NameTable } from "drawbridge-rules/wire/names.ts";
import { undoChoice } from "../activity/undo-choice.ts";
import { InstantText } from "../elements/instant-text.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { projectQueryKey } from "../query-key.ts";
import { useUndo } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { ownZone } from "../texts/browser-locale.ts";
import { consoleReader } from "../texts/reader.ts";
import { Initials } from "./author-line.tsx";
import { statusTexts as texts } from "./status-texts.ts";

const count = 5;

function lastChangesQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "history", "last"),
    queryFn: () => admin.getHistory({ project, limit: count }),
  });
}

/** The latest changes, each with its undo. */
export function LastChanges({ project }: { readonly project: string }) {
  const found = useQuery(lastChangesQuery(project));
  return (
    <QueryState query={found}>
      {({ commits, names }) =>
        commits.length === 0 ? (
          <Text fz="sm" c="dimmed">
            {texts.noChanges}
          </Text>
        ) : (
          <Stack gap="sm">
            {commits.map((commit) => (
              <Change key={commit.revision} project={project} commit={commit} names={names} />
            ))}
          </Stack>
        )
      }
    </QueryState>
  );
}

interface ChangeProps {
  readonly project: string;
  readonly commit: Commit;
  readonly names: NameTable;
}

function Change({ project, commit, names }: ChangeProps) {
  const undo = useUndo(project);
  const { revision, at, actor, actor_name, reason } = commit;
  const title = describeCommit(commit, consoleReader(names));
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Initials name={describeActor(actor, actor_name)} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Anchor
          fz="sm"
          c="var(--mantine-color-text)"
          style={{ overflowWrap: "anywhere" }}
          renderRoot={(props) => (
            <Link {...props} to="/projects/$project/activity" params={{ project }} search={{ revision }}>
              {title}
            </Link>
          )}
        />
        <Text fz="xs" c="dimmed" truncate>
          <InstantText at={at} show="relative" />
          {reason === "" ? "" : ` · ${reason}`}
        </Text>
      </div>
      {undoChoice(commit, project).isUndoable && (
        <MayEdit project={project}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={texts.undoShortOf(title)}
            onClick={() =>
              void undo({ revision }, texts.undoTitle(texts.undo, formatInstant(at, { zone: ownZone, now: Date.now() })))
            }
          >
            {texts.undoShort}
          </Button>
        </MayEdit>
      )}
    </Group>
  );
}
