import { Box, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useEffect, useMemo, useState } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { PeriodChoice } from "../adoption/adoption-section.tsx";
import { type CountedTraffic, readTraffic } from "../adoption/counted-traffic.ts";
import { Icon } from "../elements/icon.tsx";
import { EmptyState, QueryState } from "../elements/query-state.tsx";
import { Screen } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { useShortcut } from "../shell/shortcuts.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { PlatformCard } from "./platform-card.tsx";
import { AskField } from "./version-answer.tsx";
import { useSetPolicySearch, versionPoliciesRoute } from "./version-policies-route.ts";
import { VersionPolicyDrawer } from "./version-policy-editor.tsx";
import { listPlatforms, policyListQuery } from "./version-policy-list.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

/** The same object each time: cards are memoized. */
const none: readonly SuggestedRelease[] = [];

export function VersionPoliciesScreen() {
  const { project } = versionPoliciesRoute.useParams();
  const { screens } = sharedTexts;
  const head = useQuery(projectHeadQuery(project));
  const policies = useQuery(policyListQuery(project));
  const isRead = useWasRead(policies.isFetching);
  const go = useSetPolicySearch();
  const mayEdit = isAtLeast(useRole(project), "editor");
  useShortcut("c", texts.create, () => mayEdit && go({ create: true }));
  return (
    <Screen
      title={screens.versions}
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
          <QueryState query={policies}>
            {(list) => <Policies project={project} head={value} policies={list} isRead={isRead} />}
          </QueryState>
        )}
      </QueryState>
    </Screen>
  );
}

interface PoliciesProps {
  readonly project: string;
  readonly head: Project;
  readonly policies: readonly Platform[];
  /** False: they are of an earlier visit, and being read again. */
  readonly isRead: boolean;
}

function Policies({ project, head, policies, isRead }: PoliciesProps) {
  const { edit, create, step, declare } = versionPoliciesRoute.useSearch();
  // A decision is about the policy of now.
  const isEntered = step !== undefined || declare !== undefined;
  const go = useSetPolicySearch();
  const mayEdit = isAtLeast(useRole(project), "editor");
  const platforms = useMemo(() => listPlatforms(policies), [policies]);
  const [trafficOf, suggestedFor] = useTraffic(project);
  return (
    <>
      {policies.length === 0 ? (
        <EmptyState title={texts.emptyTitle} action={mayEdit ? null : <Text size="sm">{texts.emptyRead}</Text>}>
          {texts.empty}
        </EmptyState>
      ) : (
        <Group justify="space-between" align="flex-end">
          <Box maw="20rem">
            <AskField />
          </Box>
          <PeriodChoice project={project} />
        </Group>
      )}
      {platforms.map((platform) => (
        <PlatformCard
          key={platform.id}
          project={project}
          head={head}
          platform={platform}
          traffic={trafficOf(platform.id)}
          suggested={suggestedFor(platform.id)}
        />
      ))}
      {(create === true || edit !== undefined) && (isRead || !isEntered) && (
        <VersionPolicyDrawer
          key={edit ?? ""}
          project={project}
          head={head}
          id={create ? null : (edit ?? null)}
          policy={policies.find(({ id }) => id === edit) ?? null}
          traffic={edit === undefined ? null : (trafficOf(edit) ?? null)}
          taken={policies.map(({ id }) => id)}
          onClose={() => go({})}
        />
      )}
    </>
  );
}

/** Returns whether a query was read since the screen was opened. */
function useWasRead(isFetching: boolean): boolean {
  const [wasRead, setWasRead] = useState(false);
  useEffect(() => {
    if (!isFetching) setWasRead(true);
  }, [isFetching]);
  return wasRead;
}

/** Requests of each platform in the last 24 hours (null: none; undefined: not known), and its new versions. */
function useTraffic(
  project: string,
): readonly [(platform: string) => CountedTraffic | null | undefined, (platform: string) => readonly SuggestedRelease[]] {
  const { data } = useQuery(dayTrafficQuery(project));
  // The same objects until the next counts: cards are memoized.
  const known = useMemo(
    () => data && new Map(data.platforms.map(({ platform }) => [platform, readTraffic(data, platform)])),
    [data],
  );
  const suggested = useMemo(() => new Map(data?.platforms.map((each) => [each.platform, each.suggested])), [data]);
  return [(platform) => known && (known.get(platform) ?? null), (platform) => suggested.get(platform) ?? none];
}
