import { Alert, Button, Checkbox, Drawer, Group, List, Loader, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import type { QueryClient } from "@tanstack/react-query";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import type { ChangeAnswer, UnaffectedResources } from "drawbridge-rules/wire/change.ts";
import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { useWatched } from "../elements/watched.ts";
import { admin, connection } from "../server-connection.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { WhoMay } from "../status/who-may.tsx";
import { formatNumber } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ChangeDetails, ChangeEffect, ChangeSentences } from "./change-view.tsx";
import { ChangesSince } from "./changes-since.tsx";
import { ProblemList, ResolveList } from "./resolve-list.tsx";
import classes from "./review.module.css";
import { type Decision, type ReviewedChange, type ReviewOutcome, ReviewRun, type ReviewStep } from "./review-run.ts";
import { resolveTexts, unaffectedTexts, undoTexts } from "./review-texts.ts";
import { changeFigure, fixPath, isWholeProject, plannedChange } from "./shown-change.ts";
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
  // News of the change before would cover the sentences of this one.
  useEffect(() => notifications.clean(), []);
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

interface ReviewDecisionProps extends ReviewSheetProps {
  readonly step: Extract<ReviewStep, { readonly kind: "looking" | "publishing" }>;
  readonly onPublish: (decision: Decision) => void;
}

function ReviewDecision({ change, step, reason, onReason, onPublish, onEnd }: ReviewDecisionProps) {
  const [override, setOverride] = useState<readonly GuardCode[]>([]);
  const [isDirect, setDirect] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [whenApproved, setWhenApproved] = useState(true);
  const { project, onFix } = change;
  const isOwner = isAtLeast(useRole(project), "owner");
  const { answer } = step;
  const shown = useMemo(() => plannedChange(answer), [answer]);
  const guards = answer.guards.map(({ code }) => code);
  const passed = override.filter((guard) => guards.includes(guard));
  const blocked = new Set(guards.filter((guard) => !passed.includes(guard)));
  const isProposable = change.isProposable !== false && answer.reviewed !== undefined;
  const needsApproval = answer.approval_required ? !isDirect : isAsked;
  const needsReason = passed.length > 0 || isDirect || answer.reason_required === true;
  const decide = () =>
    onPublish({
      reason: reason.trim(),
      override: isDirect ? [...passed, "four_eyes"] : passed,
      propose: needsApproval,
      publishWhenApproved: whenApproved && answer.approval_required,
    });
  const isBusy = step.kind === "publishing";
  const hasReason = !needsReason || reason.trim() !== "";
  const isReady = answer.changed && blocked.size === 0 && hasReason;
  const closes = changeFigure(shown, [], () => null)?.color === "closed" && !needsApproval;
  // From any field of the sheet, as in editors and messengers.
  useWindowEvent("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (isReady && !isBusy && !event.repeat) decide();
  });
  const hindrance = !answer.changed ? review.nothing : blocked.size > 0 ? review.confirmFirst(blocked.size) : review.reasonNeeded;
  const fix = (guard: GuardItem) => {
    onEnd({ kind: "closed" });
    onFix?.({ path: fixPath(guard, answer.differences), detail: guard.detail });
  };
  return (
    <>
      <div className={classes.content} data-review>
        {step.kind === "looking" && step.notice}
        <div className={classes.columns}>
          <div className={classes.main}>
            <Part title={review.differences}>
              <ChangeSentences change={shown} />
            </Part>
            {answer.guards.length > 0 && (
              <Part title={resolveTexts.title}>
                <ResolveList
                  project={project}
                  guards={answer.guards}
                  override={passed}
                  onChange={setOverride}
                  onFix={onFix && fix}
                />
              </Part>
            )}
            {answer.approval_required && (
              <Part title={resolveTexts.approval}>
                <Paper withBorder p="sm">
                  <Stack gap="xs">
                    <WhoMay
                      project={project}
                      least="editor"
                      some={resolveTexts.approvers}
                      none={resolveTexts.noApprovers}
                      isOther
                    />
                    {!isDirect && (
                      <Checkbox
                        label={review.whenApproved}
                        checked={whenApproved}
                        onChange={({ currentTarget: { checked } }) => setWhenApproved(checked)}
                      />
                    )}
                    {isOwner && (
                      <Checkbox
                        label={review.breakTheGlass}
                        checked={isDirect}
                        onChange={({ currentTarget: { checked } }) => setDirect(checked)}
                      />
                    )}
                  </Stack>
                </Paper>
              </Part>
            )}
            {answer.warnings.length > 0 && (
              <Part title={review.warnings}>
                <List size="sm" spacing={4} className={classes.sentence}>
                  {answer.warnings.map(({ path, detail }) => (
                    <List.Item key={`${path} ${detail}`}>{detail}</List.Item>
                  ))}
                </List>
              </Part>
            )}
            {isProposable && answer.changed && !answer.approval_required && (
              <Checkbox
                label={review.askFirst}
                checked={isAsked}
                onChange={({ currentTarget: { checked } }) => setAsked(checked)}
              />
            )}
          </div>
          <ChangeEffect project={project === "" ? null : project} change={shown} />
          <ChangeDetails change={shown} />
        </div>
        {answer.unaffected && answer.unaffected.length > 0 && <UnaffectedList left={answer.unaffected} />}
      </div>
      <Stack className={classes.footer} gap="sm">
        {answer.changed && (
          <Textarea
            label={review.reason}
            placeholder={review.reasonHint}
            required={needsReason}
            value={reason}
            maxLength={500}
            autosize
            minRows={1}
            maxRows={3}
            onChange={({ currentTarget: { value } }) => onReason(value)}
          />
        )}
        <Group justify="flex-end" gap="sm" className={classes.buttons}>
          <Text c="dimmed" role="status" className={classes.status}>
            {!isReady && hindrance}
          </Text>
          <Button onClick={() => onEnd({ kind: "closed" })} disabled={isBusy}>
            {actions.cancel}
          </Button>
          <Button
            variant="filled"
            {...(closes ? { color: "closed" } : {})}
            loading={isBusy}
            disabled={!isReady}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={decide}
          >
            {needsApproval ? review.propose : review.publish}
          </Button>
        </Group>
      </Stack>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={3} fz="md" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function UnaffectedList({ left }: { readonly left: readonly UnaffectedResources[] }) {
  const namesOf = ({ kind, count, names }: UnaffectedResources) => {
    // The others have only ids, which mean nothing to a reader.
    if (kind !== "read_key" && kind !== "token") return "";
    const shown = names.join(", ");
    return count > names.length ? unaffectedTexts.andMore(shown) : shown;
  };
  return (
    <Part title={unaffectedTexts.title}>
      <Text>{unaffectedTexts.meaning}</Text>
      <List size="sm" className={classes.sentence}>
        {left.map((one) => (
          <List.Item key={one.kind}>
            {unaffectedTexts.of(unaffectedTexts.kinds[one.kind], formatNumber(one.count), namesOf(one))}
          </List.Item>
        ))}
      </List>
    </Part>
  );
}
