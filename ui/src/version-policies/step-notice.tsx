/** The step of a published policy: ahead, held until an operator decides, or in effect. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out-limit.ts";
import { minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
import { useMemo } from "react";
import { type CountedTraffic, newlyForcedRequests } from "../adoption/counted-traffic.ts";
import { Icon } from "../elements/icon.tsx";
import { useNow } from "../elements/use-now.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { useFormats } from "../texts/formats.ts";
import { useTexts } from "../texts/language.tsx";
import { type StepDecision, stepDecisions } from "./step-decision.ts";
import { stepState } from "./step-draft.ts";
import { stepTexts } from "./step-texts.ts";
import { useStepWords } from "./use-step-words.ts";
import { versionPoliciesRoute } from "./version-policies-route.ts";
import { compilePolicy, plannedStepInstant, policyAfterStep, policyBeforeStep, type VersionPolicy } from "./version-rules.ts";

interface StepNoticeProps {
  readonly project: string;
  readonly platform: string;
  readonly policy: VersionPolicy;
  /** Null: no requests. */
  readonly traffic: CountedTraffic | null;
  /** The project's, in percent. */
  readonly lockOutLimit: number | undefined;
}

export function StepNotice({ project, platform, policy, traffic, lockOutLimit = defaultLockOutLimit }: StepNoticeProps) {
  const texts = useTexts(stepTexts);
  const { relative, share } = useFormats();
  const words = useStepWords();
  const now = useNow();
  const { step } = policy;
  const forced = useMemo(() => (traffic ? newlyForcedRequests(traffic, ...rulesAround(policy)) : 0), [policy, traffic]);
  if (!step) return null;
  const { what, when } = words(step);
  const away = relative(plannedStepInstant(step), now, step.zone);
  const part = traffic ? share(forced, traffic.requests) : "";
  const state = stepState(step, now);
  if (state === "held") {
    return (
      <Alert color="red" icon={<Icon name="warning" />} title={texts.heldTitle}>
        <Text size="sm">
          {texts.heldStep(what, when)}
          {forced > 0 && ` ${texts.forces(part)}`}
        </Text>
        <Decisions project={project} platform={platform} />
      </Alert>
    );
  }
  if (state === "past") {
    return (
      <Group gap="sm">
        <Text size="sm">{texts.taken(what, when, away)}</Text>
        <DecisionLink project={project} platform={platform} decision="apply" label={texts.tidy} />
      </Group>
    );
  }
  const limit = step.limit ?? lockOutLimit;
  const isOver = traffic !== null && traffic.requests >= minRequestsForGuards && forced * 100 > limit * traffic.requests;
  return (
    <Alert color={isOver ? "orange" : "blue"} icon={<Icon name="calendar" />} py="xs">
      <Text size="sm">
        {texts.future(what, when, away)}
        {forced > 0 && ` ${isOver ? texts.overLimit(part, String(limit)) : texts.forces(part)}`}
      </Text>
    </Alert>
  );
}

function rulesAround(policy: VersionPolicy) {
  return [compilePolicy(policyBeforeStep(policy)), compilePolicy(policyAfterStep(policy))] as const;
}

interface DecisionsProps {
  readonly project: string;
  readonly platform: string;
}

/** Buttons that open the form with a decision entered. */
function Decisions({ project, platform }: DecisionsProps) {
  const texts = useTexts(stepTexts);
  return (
    <Group gap="xs" mt="xs">
      {stepDecisions.map((decision) => (
        <DecisionLink
          key={decision}
          project={project}
          platform={platform}
          decision={decision}
          label={texts.decisions[decision]}
        />
      ))}
    </Group>
  );
}

interface DecisionLinkProps extends DecisionsProps {
  readonly decision: StepDecision;
  readonly label: string;
}

/** Nothing for users who may not edit. */
function DecisionLink({ project, platform, decision, label }: DecisionLinkProps) {
  const texts = useTexts(stepTexts);
  const mayEdit = isAtLeast(useRole(project), "editor");
  if (!mayEdit) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      renderRoot={(props) => (
        <Link
          {...props}
          to={versionPoliciesRoute.to}
          params={{ project }}
          search={{ edit: platform, step: decision }}
          aria-label={texts.decisionOf(label, platform)}
        />
      )}
    >
      {label}
    </Button>
  );
}
