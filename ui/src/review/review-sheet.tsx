import { Alert, Button, Drawer, Group, Loader, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useWatched } from "../elements/watched.ts";
import { connection } from "../server-connection.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ChangesSince } from "./changes-since.tsx";
import { ProblemList } from "./resolve-list.tsx";
import classes from "./review.module.css";
import { ReviewDecision } from "./review-decision.tsx";
import { type ReviewedChange, type ReviewOutcome, ReviewRun, type ReviewStep } from "./review-run.ts";

const { actions, review, states } = sharedTexts;

interface ReviewSheetProps {
  readonly change: ReviewedChange;
  readonly reason: string;
  /** Called with each letter: a closed review keeps its reason. */
  readonly onReason: (reason: string) => void;
  readonly onEnd: (outcome: ReviewOutcome) => void;
}

export default function ReviewSheet({ change, reason, onReason, onEnd }: ReviewSheetProps) {
  const [run, step] = useReviewRun(change, onEnd);
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
        <Waiting step={step} onAgain={() => void run.again()} onClose={close} />
      )}
    </Drawer>
  );
}

interface WaitingProps {
  readonly step: ReviewStep;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** The steps without a decision. */
function Waiting({ step, onAgain, onClose }: WaitingProps) {
  return (
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
          <Button onClick={onClose}>{actions.close}</Button>
          {(step.kind === "failed" || step.kind === "away") && (
            <Button variant="filled" onClick={onAgain}>
              {states.again}
            </Button>
          )}
        </Group>
      </Stack>
    </>
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

/** Starts a review of one change immediately. */
function useReviewRun(change: ReviewedChange, onEnd: (outcome: ReviewOutcome) => void): readonly [ReviewRun, ReviewStep] {
  const [run] = useState(() => new ReviewRun({ change, onEnd, whenAnswering }));
  useEffect(() => {
    // Deferred: React runs each effect twice in development.
    const begin = setTimeout(() => void run.plan());
    return () => {
      clearTimeout(begin);
      run.stop();
    };
  }, [run]);
  return [run, useWatched(run.steps)];
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
