/** The step of a published policy: ahead, or in effect. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import { useMemo } from "react";
import { type CountedTraffic, stepForcedRequests } from "../adoption/counted-traffic.ts";
import { Icon } from "../elements/icon.tsx";
import { useNow } from "../elements/use-now.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { formatShare } from "../texts/formats.ts";
import { stepState } from "./step-draft.ts";
import { stepSentence } from "./step-sentence.ts";
import { stepTexts as texts } from "./step-texts.ts";
import { versionPoliciesRoute } from "./version-policies-route.ts";

interface StepNoticeProps {
  readonly project: string;
  readonly platform: string;
  readonly policy: VersionPolicy;
  /** Null: no requests. */
  readonly traffic: CountedTraffic | null;
}

export function StepNotice({ project, platform, policy, traffic }: StepNoticeProps) {
  const now = useNow();
  const mayEdit = isAtLeast(useRole(project), "editor");
  const forced = useMemo(() => traffic && stepForcedRequests(traffic, policy), [policy, traffic]);
  const { step } = policy;
  if (!step) return null;
  if (stepState(step, now) === "future") {
    const share = traffic && formatShare(forced ?? 0, traffic.requests);
    return (
      <Alert color="blue" icon={<Icon name="calendar" />} py="xs" role={noteRole}>
        <Text size="sm">{stepSentence(step, share, now)}</Text>
      </Alert>
    );
  }
  return (
    <Group gap="sm">
      <Text size="sm">{stepSentence(step, null, now)}</Text>
      {mayEdit && (
        <Button
          variant="default"
          size="compact-sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to={versionPoliciesRoute.to}
              params={{ project }}
              search={{ edit: platform, step: "apply" }}
              aria-label={texts.decisionOf(texts.decisions.apply, platform)}
            />
          )}
        >
          {texts.decisions.apply}
        </Button>
      )}
    </Group>
  );
}

/** Not urgent: screen readers come to it in its place. */
const noteRole = "note";
