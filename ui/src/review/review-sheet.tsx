import { Alert, Button, Drawer, Group, Loader, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { QueryClient } from "@tanstack/react-query";
import type { ChangeAnswer } from "drawbridge-rules/wire/change.ts";
import { useEffect, useState } from "react";
import { useWatched } from "../elements/watched.ts";
import { admin, connection } from "../server-connection.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ChangesSince } from "./changes-since.tsx";
import { ProblemList } from "./resolve-list.tsx";
import classes from "./review.module.css";
import { ReviewDecision } from "./review-decision.tsx";
import { type ReviewedChange, type ReviewOutcome, ReviewRun } from "./review-run.ts";
import { undoTexts } from "./review-texts.ts";
import { isWholeProject, plannedChange } from "./shown-change.ts";
import { type Review, refetchProject, undoOf } from "./use-review.tsx";

const { actions, review, states } = sharedTexts;

interface ReviewSheetProps {
  readonly change: ReviewedChange;
  readonly reason: string;
  /** Called with each letter: a closed review keeps its reason. */
  readonly onReason: (reason: string) => void;
  readonly onEnd: (outcome: ReviewOutcome) => void;
}

export default function ReviewSheet({ change, reason, onReason, onEnd }: ReviewSheetProps) {
  const [run] = useState(() => new ReviewRun({ change, onEnd, whenAnswering }));
  const step = useWatched(run.steps);
  useEffect(() => {
    // Deferred: React runs each effect twice in development.
    const begin = setTimeout(() => void run.plan());
    return () => {
      clearTimeout(begin);
      run.stop();
    };
  }, [run]);
  const close = () => onEnd({ kind: "closed" });
  const isPublishing = step.kind === "publishing";
  return (
    <Drawer
      opened
      size={880}
      padding="lg"
      title={change.title}
      classNames={{ content: classes.sheet, body: classes.body }}
      onClose={close}
      closeOnClickOutside={false}
      closeOnEscape={!isPublishing}
      closeButtonProps={{ disabled: isPublishing }}
    >
      {step.kind === "looking" || step.kind === "publishing" ? (
        <ReviewDecision
          change={change}
          step={step}
          reason={reason}
          onReason={onReason}
          onPublish={(decision) => void run.publish(decision)}
          onEnd={onEnd}
        />
      ) : (
        <>
          <div className={classes.content}>
            <div role="status">
              {step.kind === "planning" && <Busy text={review.planning} />}
              {step.kind === "away" && <Busy text={step.mayHaveChanged ? review.maybeSent : review.notSent} />}
            </div>
            {step.kind === "wrong" && <ProblemList title={review.problems} problems={step.problems} />}
            {step.kind === "stale" && <ChangesSince since={step.since} text={review.lookAgain} />}
            {step.kind === "failed" && (
              <Alert color="caution" title={review.failed}>
                {step.error.message}
              </Alert>
            )}
          </div>
          <Stack className={classes.footer}>
            <Group justify="flex-end" className={classes.buttons}>
              <Button onClick={close}>{actions.close}</Button>
              {(step.kind === "failed" || step.kind === "away") && (
                <Button variant="filled" onClick={() => void run.again()}>
                  {states.again}
                </Button>
              )}
            </Group>
          </Stack>
        </>
      )}
    </Drawer>
  );
}

function Busy({ text }: { readonly text: string }) {
  return (
    <Group wrap="nowrap">
      <Loader size="sm" aria-hidden />
      <Text>{text}</Text>
    </Group>
  );
}

/** After a pause: a server that responds, but not to this request, must not be asked in a loop. */
function whenAnswering(go: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const { awaySince, isSignedOut } = connection.state.read();
    if (awaySince === null && !isSignedOut) timer ??= setTimeout(go, 1000);
  };
  const stopWatching = connection.state.watch(look);
  look();
  return () => {
    stopWatching();
    clearTimeout(timer);
  };
}

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
  readonly mayUndo: boolean;
}

/** The review decides where a guard objects, or others have changed it since. */
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
