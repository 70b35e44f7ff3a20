/** Ways back from a change: its own edits reversed, or everything as it was right after it. */
import { Button, Group, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ChangeOptions } from "drawbridge-client/admin";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import type { Commit } from "drawbridge-rules/wire/history.ts";
import { Icon } from "../elements/icon.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { lookAgain } from "../review/changes-since.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { WhoMay } from "../status/who-may.tsx";
import { formatInstant } from "../texts/formats.ts";
import { activityTexts as texts } from "./activity-texts.ts";
import { undoChoice } from "./undo-choice.ts";

interface UndoButtonsProps {
  readonly project: string;
  /** With all its changes. */
  readonly commit: Commit;
  readonly title: string;
  readonly author: string;
}

export function UndoButtons({ project, commit, title, author }: UndoButtonsProps) {
  const { isUndoable, isRestorable } = undoChoice(commit, project);
  const head = useQuery(projectHeadQuery(project)).data;
  const { revision } = commit;
  const when = formatInstant(commit.at);
  const undo = useGoBack(project, texts.undoTitle(title), texts.undoReason(author, when), { revision });
  const restore = useGoBack(project, texts.restoreTitle(when), texts.restoreReason(when), { to: revision });
  if (!isUndoable && !isRestorable) return null;
  return (
    <MayEdit project={project} otherwise={<WhoMay project={project} least="editor" some={texts.undoAsk} none={texts.undoRole} />}>
      <Group gap="xs">
        {isUndoable && (
          <Tooltip label={texts.undoHint}>
            <Button variant="default" leftSection={<Icon name="activity" size={1} />} onClick={undo}>
              {texts.undo}
            </Button>
          </Tooltip>
        )}
        {isRestorable && head?.value.revision !== revision && (
          <Tooltip label={texts.restoreHint}>
            <Button variant="subtle" color="gray" onClick={restore}>
              {texts.restore}
            </Button>
          </Tooltip>
        )}
      </Group>
    </MayEdit>
  );
}

function useGoBack(
  project: string,
  title: string,
  reason: string,
  body: { readonly revision: number } | { readonly to: number },
) {
  const review = useReview();
  const request = (options: ChangeOptions): Promise<ChangeAnswer> => admin.undo({ project, body, ...options });
  return () => void review({ project, title, reason, request, onStale: lookAgain(async () => undefined) });
}
