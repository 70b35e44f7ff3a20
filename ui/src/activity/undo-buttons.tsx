/** Ways back from a change: its own edits reversed, or everything as it was right after it. */
import { Button, Group, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { Icon } from "../elements/icon.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { useUndo } from "../review/use-review.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { statusTexts } from "../status/status-texts.ts";
import { WhoMay } from "../status/who-may.tsx";
import { formatInstant } from "../texts/formats.ts";
import { activityTexts as texts } from "./activity-texts.ts";
import { undoChoice } from "./undo-choice.ts";

interface UndoButtonsProps {
  readonly project: string;
  /** With all its changes. */
  readonly commit: Commit;
  readonly title: string;
}

export function UndoButtons({ project, commit, title }: UndoButtonsProps) {
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
              variant="default"
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
