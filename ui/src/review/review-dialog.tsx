/** Review of a change before it is published: differences, effect on users, and guards that block it. */

import { Alert, Button, Checkbox, Group, List, Loader, Modal, Stack, Text, Textarea, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import type { ChangeAnswer, UnaffectedResources } from "drawbridge-rules/wire/change.ts";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { memberListQuery } from "../members/member-list.ts";
import { connection } from "../server-connection.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { formatNumber } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ChangesSince, DifferenceList } from "./difference-list.tsx";
import { EffectList } from "./effect-list.tsx";
import { GuardList, ProblemList } from "./guard-list.tsx";
import { ImpactList } from "./impact-list.tsx";
import classes from "./review.module.css";
import { type Decision, type ReviewedChange, type ReviewOutcome, ReviewRun, type ReviewStep } from "./review-run.ts";
import { impactTexts, unaffectedTexts as texts } from "./review-texts.ts";

const { actions, review, states } = sharedTexts;

interface ReviewDialogProps {
  readonly change: ReviewedChange;
  readonly onEnd: (outcome: ReviewOutcome) => void;
}

export default function ReviewDialog({ change, onEnd }: ReviewDialogProps) {
  const [run, step] = useReviewRun(change, onEnd);
  const close = () => onEnd({ kind: "closed" });
  const isPublishing = step.kind === "publishing";
  return (
    <Modal
      opened
      onClose={close}
      title={change.title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={!isPublishing}
      closeButtonProps={{ disabled: isPublishing }}
    >
      <Stack gap="md">
        {step.kind === "looking" || step.kind === "publishing" ? (
          <Looking change={change} step={step} onPublish={(decision) => run.publish(decision)} onClose={close} />
        ) : (
          <Waiting step={step} onAgain={() => void run.again()} onClose={close} />
        )}
      </Stack>
    </Modal>
  );
}

/** The steps without a decision. */
function Waiting({
  step,
  onAgain,
  onClose,
}: {
  readonly step: ReviewStep;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  return (
    <>
      <div role="status">
        {step.kind === "planning" && <Busy text={review.planning} />}
        {step.kind === "away" && <Busy text={step.mayHaveChanged ? review.maybeSent : review.notSent} />}
      </div>
      {step.kind === "wrong" && <ProblemList title={review.problems} problems={step.problems} color="caution" />}
      {step.kind === "stale" && <ChangesSince since={step.since} text={review.lookAgain} />}
      {step.kind === "failed" && (
        <Alert color="caution" title={review.failed}>
          {step.error.message}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {actions.close}
        </Button>
        {(step.kind === "failed" || step.kind === "away") && <Button onClick={onAgain}>{states.again}</Button>}
      </Group>
    </>
  );
}

function Busy({ text }: { readonly text: string }) {
  return (
    <Group wrap="nowrap">
      <Loader size="sm" aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  );
}

interface LookingProps {
  readonly change: ReviewedChange;
  readonly step: Extract<ReviewStep, { readonly kind: "looking" | "publishing" }>;
  readonly onPublish: (decision: Decision) => Promise<void>;
  readonly onClose: () => void;
}

function Looking({ change, step, onPublish, onClose }: LookingProps) {
  const [reason, setReason] = useState(change.reason ?? "");
  const [override, setOverride] = useState<readonly GuardCode[]>([]);
  const [isDirect, setDirect] = useState(false);
  const [publishWhenApproved, setPublishWhenApproved] = useState(true);
  const isOwner = isAtLeast(useRole(change.project), "owner");
  const { answer } = step;
  const guards = answer.guards.map(({ code }) => code);
  const passed = override.filter((guard) => guards.includes(guard));
  const needsReason = passed.length > 0 || isDirect || answer.reason_required === true;
  const blocked = guards.filter((guard) => !passed.includes(guard));
  const hasReason = !needsReason || reason.trim() !== "";
  const isPublishing = step.kind === "publishing";
  const needsApproval = answer.approval_required && !isDirect;
  const isProposable = change.isProposable !== false && answer.reviewed !== undefined;
  const isReady = answer.changed && blocked.length === 0 && hasReason;
  const decide = (propose: boolean) =>
    void onPublish({
      reason: reason.trim(),
      override: isDirect ? [...passed, "four_eyes"] : passed,
      propose,
      publishWhenApproved: publishWhenApproved && needsApproval,
    });
  return (
    <>
      {step.kind === "looking" && step.notice}
      <Findings project={change.project} answer={answer} override={passed} onOverride={setOverride} />
      {answer.approval_required && isOwner && (
        <Checkbox label={review.breakTheGlass} checked={isDirect} onChange={() => setDirect(!isDirect)} />
      )}
      {needsApproval && (
        <Checkbox
          label={review.whenApproved}
          checked={publishWhenApproved}
          onChange={() => setPublishWhenApproved(!publishWhenApproved)}
        />
      )}
      {answer.changed && (
        <Textarea
          label={review.reason}
          description={review.reasonHint}
          required={needsReason}
          error={hasReason || reason === "" ? undefined : review.reasonNeeded}
          value={reason}
          maxLength={500}
          autosize
          minRows={1}
          maxRows={4}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      )}
      <Group justify="flex-end" gap="sm" className={classes.decision}>
        {answer.changed && !isReady && (
          <Text size="sm" c="dimmed" role="status">
            {blocked.length > 0 ? review.confirmFirst(new Set(blocked).size) : review.reasonNeeded}
          </Text>
        )}
        <Button variant="default" onClick={onClose} disabled={isPublishing}>
          {actions.cancel}
        </Button>
        {isProposable && answer.changed && !answer.approval_required && (
          <Button
            variant="default"
            title={review.proposeMeaning}
            disabled={!isReady || isPublishing}
            onClick={() => decide(true)}
          >
            {review.propose}
          </Button>
        )}
        <Button
          {...(change.isDanger ? { color: "closed" } : {})}
          loading={isPublishing}
          disabled={!isReady}
          onClick={() => decide(needsApproval)}
        >
          {needsApproval ? review.propose : review.publish}
        </Button>
      </Group>
    </>
  );
}

interface FindingsProps {
  readonly project: string;
  readonly answer: ChangeAnswer;
  readonly override: readonly GuardCode[];
  readonly onOverride: (override: readonly GuardCode[]) => void;
}

function Findings({ project, answer, override, onOverride }: FindingsProps) {
  const { title: impactTitle } = impactTexts;
  const warnings = answer.warnings.length > 0 && (
    <ProblemList title={review.warnings} problems={answer.warnings} color="caution" />
  );
  if (!answer.changed && answer.differences.length === 0)
    return (
      <>
        <Text>{review.nothing}</Text>
        {warnings}
      </>
    );
  return (
    <>
      <Part title={review.differences}>
        <DifferenceList differences={answer.differences} names={answer.names} />
      </Part>
      {answer.impact && answer.impact.length > 0 && (
        <Part title={impactTitle}>
          <ImpactList impact={answer.impact} />
        </Part>
      )}
      {/* Before the effects, which can be a long list: it says why the change cannot be published. */}
      {answer.guards.length > 0 && (
        <Part title={review.refusals}>
          <GuardList project={project} guards={answer.guards} impact={answer.impact} override={override} onChange={onOverride} />
        </Part>
      )}
      {warnings}
      {answer.effects && (
        <Part title={review.effects}>
          <EffectList answer={answer} />
        </Part>
      )}
      {answer.unaffected && answer.unaffected.length > 0 && <UnaffectedList project={project} left={answer.unaffected} />}
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
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
  return [run, useSyncExternalStore(run.watch, () => run.step)];
}

/** After a pause: a server that responds, but not to this request, must not be asked in a loop. */
function whenAnswering(go: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const { awaySince, isSignedOut } = connection.state;
    if (awaySince === null && !isSignedOut) timer ??= setTimeout(go, 1000);
  };
  const stopWatching = connection.watch(look);
  look();
  return () => {
    stopWatching();
    clearTimeout(timer);
  };
}

/** Resources that a restore does not change, by name. */
function UnaffectedList({ project, left }: { readonly project: string; readonly left: readonly UnaffectedResources[] }) {
  const members = useQuery({ ...memberListQuery(project), retry: false });
  const personOf = new Map(members.data?.map(({ person, name }) => [person, name]));
  const namesOf = ({ names, count }: UnaffectedResources) => {
    const shown = names.map((name) => personOf.get(name) ?? name).join(", ");
    return count > names.length ? texts.andMore(shown) : shown;
  };
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {texts.title}
      </Title>
      <Text size="sm">{texts.meaning}</Text>
      <List size="sm">
        {left.map((one) => (
          <List.Item key={one.kind} style={{ overflowWrap: "anywhere" }}>
            {texts.of(texts.kinds[one.kind], formatNumber(one.count), namesOf(one))}
          </List.Item>
        ))}
      </List>
    </section>
  );
}
