import { VerbDialog } from "../verbs/verb-dialog.tsx";
import type { Drag } from "./drag.ts";
import type { OccurrenceBar } from "./occurrence-bar.ts";

interface DropConfirmationProps {
  readonly project: string;
  readonly drag: Drag;
  readonly bar: OccurrenceBar;
  /** Also called if nothing was changed. */
  readonly onDone: () => void;
}

/** Confirmation of a drop; nothing is sent before the user confirms. */
export function DropConfirmation({ project, drag: { kind, start, end }, bar: { listed }, onDone }: DropConfirmationProps) {
  const text = (ms: number) => new Date(ms).toISOString();
  const verb =
    kind === "extend"
      ? ({ kind, occurrence: listed, end: text(end) } as const)
      : ({ kind: "move", occurrence: listed, start: text(start), end: text(end) } as const);
  return <VerbDialog project={project} verb={verb} onClose={onDone} onDone={onDone} />;
}
