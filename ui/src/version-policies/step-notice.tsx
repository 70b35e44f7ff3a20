/** The step of a published policy: ahead, in effect, or held until an operator decides. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out-limit.ts";
import { isShareOver, minRequestsForGuards } from "drawbridge-rules/impact/traffic.ts";
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

/** Nothing for a held step, which has a notice of its own. */
export function StepNotice({ project, platform, policy, traffic, lockOutLimit = defaultLockOutLimit }: StepNoticeProps) {
  const texts = useTexts(stepTexts);
  const { relative, share } = useFormats();
  const words = useStepWords();
  const now = useNow();
  const forced = useNewlyForced(policy, traffic);
  const { step } = policy;
  const state = step && stepState(step, now);
  if (!step || state === "held") return null;
  const { what, when } = words(step);
  const away = relative(plannedStepInstant(step), now, step.zone);
  if (state === "past") {
    return (
      <Group gap="sm">
        <Text size="sm">{texts.taken(what, when, away)}</Text>
        <DecisionLink project={project} platform={platform} decision="apply" label={texts.tidy} />
      </Group>
    );
  }
  const limit = step.limit ?? lockOutLimit;
  const requests = traffic?.requests ?? 0;
  const isOver = requests >= minRequestsForGuards && isShareOver(forced, requests, limit);
  const part = share(forced, requests);
  return (
    <Alert color={isOver ? "orange" : "blue"} icon={<Icon name="calendar" />} py="xs" role={noteRole}>
      <Text size="sm">
        {texts.future(what, when, away)}
        {forced > 0 && ` ${isOver ? texts.overLimit(part, String(limit)) : texts.forces(part)}`}
      </Text>
    </Alert>
  );
}

/** Not urgent: screen readers come to it in its place. */
const noteRole = "note";

/** Loud, with what can be decided. Nothing for any other step. */
export function HeldStepNotice({ project, platform, policy, traffic }: Omit<StepNoticeProps, "lockOutLimit">) {
  const texts = useTexts(stepTexts);
  const { share } = useFormats();
  const words = useStepWords();
  const forced = useNewlyForced(policy, traffic);
  const { step } = policy;
  if (!step?.held) return null;
  const { what, when } = words(step);
  return (
    <Alert color="red" icon={<Icon name="warning" />} title={texts.heldTitle(platform)}>
      <Text size="sm">
        {texts.heldStep(what, when)}
        {forced > 0 && ` ${texts.forces(share(forced, traffic?.requests ?? 0))}`}
      </Text>
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
    </Alert>
  );
}

/** Requests of the last 24 hours that only the rules after the step tell to update. */
function useNewlyForced(policy: VersionPolicy, traffic: CountedTraffic | null): number {
  return useMemo(() => {
    if (!traffic || !policy.step) return 0;
    return newlyForcedRequests(traffic, compilePolicy(policyBeforeStep(policy)), compilePolicy(policyAfterStep(policy)));
  }, [policy, traffic]);
}

interface DecisionLinkProps extends Pick<StepNoticeProps, "project" | "platform"> {
  readonly decision: StepDecision;
  readonly label: string;
}

/** Opens the form with the decision entered; nothing for users who may not edit. */
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
