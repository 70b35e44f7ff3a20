import { Box, Button, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useMemo } from "react";
import { EmptyState } from "../elements/empty-state.tsx";
import { Icon } from "../elements/icon.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-head.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { useShortcut } from "../shell/shortcut.ts";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { AskField } from "./ask-field.tsx";
import { PlatformCard } from "./platform-card.tsx";
import { useSetPolicySearch, versionPoliciesRoute } from "./version-policies-route.ts";
import { VersionPolicyDrawer } from "./version-policy-drawer.tsx";
import { listPlatforms, policyListQuery } from "./version-policy-list.ts";
import { versionPolicyTexts } from "./version-policy-texts.ts";

export function VersionPoliciesScreen() {
  const { project } = versionPoliciesRoute.useParams();
  const texts = useTexts(versionPolicyTexts);
  const { screens } = useSharedTexts();
  const head = useQuery(projectHeadQuery(project));
  const policies = useQuery(policyListQuery(project));
  const go = useSetPolicySearch();
  const mayEdit = isAtLeast(useRole(project), "editor");
  useShortcut("c", texts.create, () => mayEdit && go({ create: true }));
  return (
    <Screen
      title={screens.versions}
      meaning={texts.meaning}
      project={project}
      actions={
        <MayEdit project={project}>
          <Button leftSection={<Icon name="plus" size={1} />} onClick={() => go({ create: true })}>
            {texts.create}
          </Button>
        </MayEdit>
      }
    >
      <QueryState query={head}>
        {({ value }) => (
          <QueryState query={policies}>{(list) => <Policies project={project} head={value} policies={list} />}</QueryState>
        )}
      </QueryState>
    </Screen>
  );
}

interface PoliciesProps {
  readonly project: string;
  readonly head: Project;
  readonly policies: readonly Policy[];
}

function Policies({ project, head, policies }: PoliciesProps) {
  const texts = useTexts(versionPolicyTexts);
  const { edit, create } = versionPoliciesRoute.useSearch();
  const go = useSetPolicySearch();
  const mayEdit = isAtLeast(useRole(project), "editor");
  const platforms = useMemo(() => listPlatforms(policies), [policies]);
  return (
    <>
      {policies.length === 0 ? (
        <EmptyState title={texts.emptyTitle} action={mayEdit ? null : <Text size="sm">{texts.emptyRead}</Text>}>
          {texts.empty}
        </EmptyState>
      ) : (
        <Box maw="20rem">
          <AskField />
        </Box>
      )}
      {platforms.map((platform) => (
        <PlatformCard key={platform.id} project={project} head={head} platform={platform} />
      ))}
      {(create === true || edit !== undefined) && (
        <VersionPolicyDrawer
          key={edit ?? ""}
          project={project}
          head={head}
          id={create ? null : (edit ?? null)}
          policy={policies.find(({ id }) => id === edit) ?? null}
          taken={policies.map(({ id }) => id)}
          onClose={() => go({})}
        />
      )}
    </>
  );
}
