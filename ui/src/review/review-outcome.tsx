import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { QueryClient } from "@tanstack/react-query";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { admin } from "../server-connection.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import type { ReviewedChange, ReviewOutcome } from "./review-run.ts";
import { undoTexts } from "./review-texts.ts";
import { isWholeProject, plannedChange } from "./shown-change.ts";
import { refetchProject, undoOf } from "./undo-change.ts";
import type { Review } from "./use-review.tsx";

export function notifyOutcome(change: ReviewedChange, outcome: ReviewOutcome, undoer: Undoer): void {
  const { proposed, proposedMeaning, published } = sharedTexts.review;
  const { project, title } = change;
  const revision = undoer.mayUndo ? undoableRevision(change, outcome) : null;
  const undo = revision === null ? null : () => undoAtOnce(project, revision, undoer);
  if (outcome.kind === "proposed") notifyChange(proposed, `${title}. ${proposedMeaning}`, null);
  if (outcome.kind === "published") notifyChange(published, outcome.answer ? sentenceOf(outcome.answer, title) : title, undo);
}

/** `iOS minimum is now 2.5.0, and 2 more changes` */
function sentenceOf(answer: ChangeAnswer, title: string): string {
  const change = plannedChange(answer);
  const { edits, more } = change.describe();
  const [first] = edits;
  if (!first || isWholeProject(change)) return title;
  const sentence = first.now ?? first.text;
  const rest = edits.length - 1 + more;
  return rest === 0 ? sentence : undoTexts.more(sentence, rest);
}

interface Undoer {
  readonly queries: QueryClient;
  readonly openReview: Review;
  /** The user has the role to undo. */
  readonly mayUndo: boolean;
}

/** Undoes the user's own change. Where a guard objects, or others have changed it since, the review decides. */
async function undoAtOnce(project: string, revision: number, { queries, openReview }: Undoer): Promise<void> {
  const body = { revision };
  try {
    const plan = await admin.undo({ project, body, dry_run: true });
    const { changed, guards, problems, warnings, approval_required, reviewed } = plan;
    const isClear = guards.length + problems.length + warnings.length === 0;
    if (changed && isClear && !approval_required && reviewed !== undefined) {
      const done = await admin.undo({ project, body, reviewed, reason: undoTexts.title(revision) });
      refetchProject(queries, project);
      return notifyChange(undoTexts.undone, sentenceOf(done, undoTexts.title(revision)), null);
    }
  } catch {
    // The review shows why, and waits for a server that does not respond.
  }
  await openReview(undoOf(project, body, undoTexts.title(revision)));
}

/** Null means an undo is not possible, or its effect is too large for one press. */
function undoableRevision({ isProposable = true }: ReviewedChange, outcome: ReviewOutcome): number | null {
  if (outcome.kind !== "published" || !outcome.answer || !isProposable) return null;
  return isWholeProject(plannedChange(outcome.answer)) ? null : outcome.answer.revision;
}

/** Milliseconds: long enough to read what changed, and to change one's mind. */
const shownFor = 10_000;

/** @param undo null means it cannot be undone here */
function notifyChange(title: string, sentence: string, undo: (() => Promise<void>) | null): void {
  if (!undo) return void notifications.show({ color: "accent", title, message: sentence });
  const id = crypto.randomUUID();
  const press = () => {
    notifications.hide(id);
    void undo();
  };
  const message = (
    <Group gap="sm" justify="space-between">
      <Text span inherit flex="1 1 8rem" style={{ overflowWrap: "anywhere" }}>
        {sentence}
      </Text>
      <Button onClick={press}>{undoTexts.undo}</Button>
    </Group>
  );
  notifications.show({ id, color: "accent", title, message, autoClose: shownFor });
}
