import { ActionIcon, List, Popover, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Adoption, SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useMemo, useState } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { readTraffic } from "../adoption/counted-traffic.ts";
import { Hint } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { LoadingState, QueryState } from "../elements/query-state.tsx";
import { AnchorLink, Screen } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { versionPoliciesRoute } from "../routes.ts";
import { useMay } from "../session/may-edit.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { PlatformCard } from "./platform-card.tsx";
import { VersionLookup } from "./version-lookup.tsx";
import { listPlatforms, policyListQuery } from "./version-policy-list.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

/** The same object each time: cards are memoized. */
const none: readonly SuggestedRelease[] = [];

export function VersionPoliciesScreen() {
  const { project } = versionPoliciesRoute.useParams();
  const head = useQuery(projectHeadQuery(project));
  const policies = useQuery(policyListQuery(project));
  const traffic = useQuery(dayTrafficQuery(project));
  return (
    <Screen title={sharedTexts.screens.versions} project={project} actions={help}>
      <QueryState query={head}>
        {({ value }) => (
          <QueryState query={policies}>
            {(list) =>
              // The order of the cards is by traffic, and does not change while they are shown.
              traffic.isPending ? (
                <LoadingState />
              ) : (
                <Platforms
                  key={project}
                  project={project}
                  head={value}
                  policies={list}
                  isFresh={!policies.isFetching}
                  adoption={traffic.data ?? null}
                />
              )
            }
          </QueryState>
        )}
      </QueryState>
    </Screen>
  );
}

const { label, points } = texts.help;

const help = (
  <Popover position="bottom-end" width="min(24rem, 90vw)" shadow="md" trapFocus>
    <Popover.Target>
      <ActionIcon variant="subtle" color="gray" aria-label={label} title={label}>
        <Icon name="help" />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown aria-label={label} tabIndex={-1} data-autofocus>
      <List size="sm" spacing="xs">
        {points.map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
    </Popover.Dropdown>
  </Popover>
);

interface PlatformsProps {
  readonly project: string;
  readonly head: Project;
  readonly policies: readonly Platform[];
  readonly isFresh: boolean;
  readonly adoption: Adoption | null;
}

function Platforms({ project, head, policies, isFresh, adoption }: PlatformsProps) {
  const mayEdit = useMay(project);
  const counts = useMemo(
    () => new Map(adoption?.platforms.map((each) => [each.platform, readTraffic(adoption, each.platform)])),
    [adoption],
  );
  const [order] = useState(() => new Map([...counts].map(([id, traffic]) => [id, traffic?.requests ?? 0])));
  const platforms = useMemo(
    () => listPlatforms(policies).toSorted((a, b) => (order.get(b.id) ?? 0) - (order.get(a.id) ?? 0)),
    [policies, order],
  );
  return (
    <Stack gap="lg">
      <VersionLookup project={project} platforms={platforms} trafficOf={(id) => counts.get(id) ?? null} />
      {platforms.map(({ id, policy }) => (
        <PlatformCard
          key={id}
          project={project}
          head={head}
          id={id}
          policy={policy}
          isFresh={isFresh}
          traffic={counts.get(id) ?? null}
          suggested={adoption?.platforms.find(({ platform }) => platform === id)?.suggested ?? none}
        />
      ))}
      {mayEdit && (
        <Hint>
          {texts.more}{" "}
          <AnchorLink
            inherit
            underline="always"
            to="/projects/$project/settings"
            params={{ project }}
            search={{ tab: "platforms" }}
          >
            {texts.toSettings}
          </AnchorLink>
        </Hint>
      )}
    </Stack>
  );
}
