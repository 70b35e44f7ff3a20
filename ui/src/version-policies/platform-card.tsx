/** A platform of the project with its policy in a line: the ruler, what it is asked about, and where its apps are got. */
import { Alert, Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { memo, useMemo } from "react";
import { AdoptionSection } from "../adoption/adoption-section.tsx";
import { type CountedTraffic, stepForcedRequests } from "../adoption/counted-traffic.ts";
import { draftKey, readDraft } from "../drafts/draft.ts";
import { Icon } from "../elements/icon.tsx";
import { useNow } from "../elements/use-now.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { formatShare } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { readPolicy } from "./policy-draft.ts";
import { ReleaseList } from "./releases.tsx";
import { namesAnyVersion } from "./ruler-scale.ts";
import { stepSentence, stepState } from "./step-draft.ts";
import { StoreLinkText } from "./store-fields.tsx";
import { PublishedAnswer } from "./version-answer.tsx";
import { useCheckedVersion, useSetPolicySearch, versionPoliciesRoute } from "./version-policies-route.ts";
import { type ListedPlatform, toPolicyForm } from "./version-policy-list.ts";
import { stepTexts, versionPolicyTexts as texts } from "./version-policy-texts.ts";
import { VersionRuler } from "./version-ruler.tsx";

interface PlatformCardProps {
  readonly project: string;
  readonly head: Project;
  readonly platform: ListedPlatform;
  /** Requests of the last 24 hours; null: none; undefined: not known. */
  readonly traffic: CountedTraffic | null | undefined;
  /** New versions that no release declares. */
  readonly suggested: readonly SuggestedRelease[];
}

/** Memoized: typing in the drawer must not redraw the rulers of all platforms. */
export const PlatformCard = memo(function PlatformCard(props: PlatformCardProps) {
  const { project, head, platform, traffic, suggested } = props;
  const { id, policy } = platform;
  const [asked, ask] = useCheckedVersion();
  const go = useSetPolicySearch();
  const form = useMemo(() => (policy ? toPolicyForm(policy) : {}), [policy]);
  const rules = useMemo(() => readPolicy(form), [form]);
  const isEmpty = !namesAnyVersion(rules);
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.titleEdit(id)}>
      <Stack gap="sm">
        <CardTitle project={project} id={id} />
        <StepNotice project={project} platform={id} policy={rules} traffic={traffic ?? null} />
        {isEmpty && (
          <Group gap="sm">
            <Text size="sm">{texts.noRules}</Text>
            <MayEdit project={project}>
              <Button variant="default" size="compact-sm" onClick={() => go({ edit: id })} aria-label={texts.setRules(id)}>
                {texts.setRules(id)}
              </Button>
            </MayEdit>
          </Group>
        )}
        {(!isEmpty || traffic) && <VersionRuler platform={id} form={form} traffic={traffic} asked={asked} onAsk={ask} />}
        {traffic === null && (
          <Text size="sm" c="dimmed">
            {texts.noRequests}
          </Text>
        )}
        <PublishedAnswer project={project} platform={id} version={asked} form={form} />
        <StoreLinkText platform={id} form={form} stores={head.stores} />
        <ReleaseList
          project={project}
          platform={id}
          releases={form.releases ?? []}
          suggested={suggested}
          requests={traffic?.requests ?? 0}
        />
        <AdoptionSection project={project} platform={id} />
      </Stack>
    </Paper>
  );
});

function CardTitle({ project, id }: Pick<PlatformCardProps, "project"> & { readonly id: string }) {
  const { actions, drafts } = sharedTexts;
  const { actor } = useSession();
  const isTyped = readDraft(draftKey(actor, `${project}/platforms/${id}`)) !== null;
  const mayEdit = isAtLeast(useRole(project), "editor");
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap="sm">
        <Title order={2} size="h4">
          {id}
        </Title>
        {isTyped && (
          <Badge size="sm" variant="light" color="planned">
            {drafts.kept}
          </Badge>
        )}
      </Group>
      <Button
        variant="default"
        size="compact-sm"
        {...(mayEdit ? { leftSection: <Icon name="edit" size={1} /> } : {})}
        renderRoot={(props) => (
          <Link
            {...props}
            from={versionPoliciesRoute.fullPath}
            search={({ version, period }) => ({ version, period, edit: id })}
            aria-label={mayEdit ? texts.editOf(id) : texts.detailsOf(id)}
          />
        )}
      >
        {mayEdit ? actions.edit : texts.details}
      </Button>
    </Group>
  );
}

interface StepNoticeProps {
  readonly project: string;
  readonly platform: string;
  readonly policy: VersionPolicy;
  /** Null: no requests. */
  readonly traffic: CountedTraffic | null;
}

/** The step of a published policy: ahead, or in effect. */
function StepNotice({ project, platform, policy, traffic }: StepNoticeProps) {
  const now = useNow();
  const mayEdit = isAtLeast(useRole(project), "editor");
  const forced = useMemo(() => traffic && stepForcedRequests(traffic, policy), [policy, traffic]);
  const { step } = policy;
  if (!step) return null;
  if (stepState(step, now) === "future") {
    const share = traffic && formatShare(forced ?? 0, traffic.requests);
    return (
      <Alert color="planned" icon={<Icon name="calendar" />} py="xs" role={noteRole}>
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
              aria-label={stepTexts.decisionOf(stepTexts.decisions.apply, platform)}
            />
          )}
        >
          {stepTexts.decisions.apply}
        </Button>
      )}
    </Group>
  );
}

/** Not urgent: screen readers come to it in its place. */
const noteRole = "note";
