/** A platform of the project with its policy in a line: the ruler, what it is asked about, and where its apps are got. */
import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { memo, useMemo } from "react";
import { AdoptionSection } from "../adoption/adoption-section.tsx";
import type { CountedTraffic } from "../adoption/counted-traffic.ts";
import { draftKey, readDraft } from "../drafts/draft.ts";
import { Icon } from "../elements/icon.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { readPolicy } from "./policy-draft.ts";
import { ReleaseList } from "./release-list.tsx";
import { namesAnyVersion } from "./ruler-stop.ts";
import { StepNotice } from "./step-notice.tsx";
import { StoreLinkText } from "./store-link-text.tsx";
import { PublishedAnswer } from "./version-answer.tsx";
import { useCheckedVersion, useSetPolicySearch, versionPoliciesRoute } from "./version-policies-route.ts";
import { type ListedPlatform, toPolicyForm } from "./version-policy-list.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
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
  const isTyped = readDraft(draftKey(actor, `${project}/policies/${id}`)) !== null;
  const mayEdit = isAtLeast(useRole(project), "editor");
  return (
    <Group justify="space-between" wrap="nowrap">
      <Group gap="sm">
        <Title order={2} size="h4">
          {id}
        </Title>
        {isTyped && (
          <Badge size="sm" variant="light" color="blue">
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
