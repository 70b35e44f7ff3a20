/** A platform of the project with its policy in a line: the ruler, what it is asked about, and where its apps are got. */
import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { memo } from "react";
import { AdoptionSection } from "../adoption/adoption-section.tsx";
import type { CountedTraffic } from "../adoption/counted-traffic.ts";
import { draftKey, readDraft } from "../drafts/draft.ts";
import { Icon } from "../elements/icon.tsx";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole, useSession } from "../session/session.ts";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { checkPolicyDraft } from "./policy-draft.ts";
import { namesAnyVersion } from "./ruler-stop.ts";
import { StoreLinkText } from "./store-link-text.tsx";
import { PublishedAnswer } from "./version-answer.tsx";
import { useCheckedVersion, useSetPolicySearch, versionPoliciesRoute } from "./version-policies-route.ts";
import { type ListedPlatform, toPolicyForm } from "./version-policy-list.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";
import { VersionRuler } from "./version-ruler.tsx";

interface PlatformCardProps {
  readonly project: string;
  readonly head: Project;
  readonly platform: ListedPlatform;
  /** Requests of the last 24 hours; null: none; undefined: not known. */
  readonly traffic: CountedTraffic | null | undefined;
}

/** Memoized: typing in the drawer must not redraw the rulers of all platforms. */
export const PlatformCard = memo(function PlatformCard({ project, head, platform: { id, policy }, traffic }: PlatformCardProps) {
  const texts = useTexts(versionPolicyTexts);
  const [asked, ask] = useCheckedVersion();
  const go = useSetPolicySearch();
  const form = policy ? toPolicyForm(policy) : {};
  const isEmpty = !namesAnyVersion(checkPolicyDraft(form).policy);
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.titleEdit(id)}>
      <Stack gap="sm">
        <CardTitle project={project} id={id} />
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
        <AdoptionSection project={project} platform={id} />
      </Stack>
    </Paper>
  );
});

function CardTitle({ project, id }: Pick<PlatformCardProps, "project"> & { readonly id: string }) {
  const texts = useTexts(versionPolicyTexts);
  const { actions, drafts } = useSharedTexts();
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
