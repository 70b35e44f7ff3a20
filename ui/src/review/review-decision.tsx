import { Button, Checkbox, Group, List, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import type { Names } from "drawbridge-rules/describe/reader.ts";
import type { UnaffectedResources } from "drawbridge-rules/wire/change.ts";
import type { GuardItem } from "drawbridge-rules/wire/guard.ts";
import { type ReactNode, useMemo, useState } from "react";
import { isAtLeast, useRole } from "../session/session.ts";
import { WhoMay } from "../status/who-may.tsx";
import { formatNumber } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { changeFigure } from "./change-figure.ts";
import { ChangeDetails, ChangeEffect, ChangeSentences } from "./change-view.tsx";
import { ResolveList } from "./resolve-list.tsx";
import classes from "./review.module.css";
import type { Decision, ReviewedChange, ReviewOutcome, ReviewStep } from "./review-run.ts";
import { resolveTexts, unaffectedTexts } from "./review-texts.ts";
import { fixPath, plannedChange } from "./shown-change.ts";

const { actions, review } = sharedTexts;

interface ReviewDecisionProps {
  readonly change: ReviewedChange;
  readonly step: Extract<ReviewStep, { readonly kind: "looking" | "publishing" }>;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly onPublish: (decision: Decision) => void;
  readonly onEnd: (outcome: ReviewOutcome) => void;
}

export function ReviewDecision({ change, step, reason, onReason, onPublish, onEnd }: ReviewDecisionProps) {
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
        {answer.unaffected && answer.unaffected.length > 0 && (
          <UnaffectedList left={answer.unaffected} names={shown.reader.names} />
        )}
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

function UnaffectedList({ left, names }: { readonly left: readonly UnaffectedResources[]; readonly names: Names }) {
  const namesOf = (one: UnaffectedResources) => {
    const shown = one.names.map(names.person).join(", ");
    return one.count > one.names.length ? unaffectedTexts.andMore(shown) : shown;
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
