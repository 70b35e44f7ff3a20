import { Button } from "@mantine/core";
import { describeActor } from "drawbridge-rules/describe/reader.ts";
import { formatInstant } from "drawbridge-rules/describe/times.ts";
import type { CommitItem } from "drawbridge-rules/wire/problem.ts";
import { Icon } from "../elements/icon.tsx";
import { useUndo } from "../review/use-review.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { useSession } from "../session/session.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { statusTexts as texts } from "./status-texts.ts";
import { WhoMay } from "./who-may.tsx";

interface UndoVerbProps {
  readonly project: string;
  readonly commit: Pick<CommitItem, "revision" | "at" | "actor" | "actor_name">;
  readonly isMain: boolean;
}

export function UndoVerb({ project, commit, isMain }: UndoVerbProps) {
  const undo = useUndo(project);
  const label = useUndoLabel(commit);
  const { revision, at } = commit;
  return (
    <MayEdit
      project={project}
      otherwise={<WhoMay project={project} least="editor" some={texts.mayUndo} none={texts.mayUndoRole} />}
    >
      <Button
        variant={isMain ? "filled" : "default"}
        leftSection={<Icon name="undo" size={1} />}
        onClick={() => void undo({ revision }, texts.undoTitle(label, formatInstant(at, { zone: ownZone, now: Date.now() })))}
      >
        {label}
      </Button>
    </MayEdit>
  );
}

function useUndoLabel({ actor, actor_name: name }: UndoVerbProps["commit"]): string {
  const me = useSession();
  if (actor === me.actor || actor === me.person?.id) return texts.undoOwn;
  const [first = ""] = describeActor(actor, name).split(" ");
  return actor.startsWith("u_") && name !== null ? texts.undoOf(first) : texts.undo;
}
