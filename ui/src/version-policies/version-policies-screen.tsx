import { ActionIcon, Badge, Box, Group, List, Paper, Popover, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { describeForcingRule } from "drawbridge-rules/describe/mark.ts";
import { capitalized } from "drawbridge-rules/describe/sentence.ts";
import { type AppVersion, compareVersions, maxVersionLength, parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import type { VersionRule } from "drawbridge-rules/versions/version-policy.ts";
import type { Adoption, SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import { type ReactNode, useMemo, useState } from "react";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { type CountedTraffic, readTraffic, sum } from "../adoption/counted-traffic.ts";
import { Hint } from "../elements/cells.tsx";
import { Icon } from "../elements/icon.tsx";
import { AnchorLink, LoadingState, QueryState, Screen, ScreenLink } from "../elements/screen.tsx";
import { PlatformGlyph } from "../platforms/platform-glyph.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { useLookedUp, versionPoliciesRoute } from "../routes.ts";
import { useMay } from "../session/session.ts";
import { describeError, describeRule } from "../simulator/verdict.ts";
import { formatShare } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { PlatformCard } from "./platform-card.tsx";
import { answerQuery, type ListedPlatform, listPlatforms, platformName, policyListQuery } from "./version-policy-list.ts";
import { lookupTexts, versionPolicyTexts as texts } from "./version-policy-texts.ts";

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

interface VersionLookupProps {
  readonly project: string;
  readonly platforms: readonly ListedPlatform[];
  readonly trafficOf: (platform: string) => CountedTraffic | null;
}

/** Milliseconds without a key. */
const pause = 300;

function VersionLookup({ project, platforms, trafficOf }: VersionLookupProps) {
  const [lookedUp, lookUp] = useLookedUp();
  // The address lags behind typing and must not reset the field.
  const [typed, setTyped] = useState<string | null>(null);
  const [text] = useDebouncedValue(lookedUp.trim(), pause);
  const version = parseAskedVersion(text);
  return (
    <Paper withBorder p="md" component="search" aria-label={lookupTexts.label}>
      <TextInput
        maw="20rem"
        aria-label={lookupTexts.label}
        placeholder={lookupTexts.placeholder}
        leftSection={<Icon name="search" size={1} />}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxVersionLength}
        value={typed ?? lookedUp}
        error={text !== "" && !version ? lookupTexts.invalid : undefined}
        onFocus={() => setTyped(lookedUp)}
        onBlur={() => setTyped(null)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          lookUp(value);
        }}
      />
      {version && (
        <Stack component="ul" gap={0} mt="xs" mb={0} p={0} aria-label={lookupTexts.answers(text)} aria-live="polite">
          {platforms.map((platform) => (
            <PlatformAnswer
              key={platform.id}
              project={project}
              platform={platform}
              version={version}
              text={text}
              traffic={trafficOf(platform.id)}
            />
          ))}
        </Stack>
      )}
    </Paper>
  );
}

interface PlatformAnswerProps {
  readonly project: string;
  readonly platform: ListedPlatform;
  readonly version: AppVersion;
  /** As typed. */
  readonly text: string;
  readonly traffic: CountedTraffic | null;
}

function PlatformAnswer({ project, platform, version, text, traffic }: PlatformAnswerProps) {
  const { data, error } = useQuery(answerQuery(project, platform.id, text));
  const name = platformName(platform);
  return (
    <Group component="li" gap="xs" py="xs" data-platform={platform.id}>
      <Group component="span" gap="xs" fw={500} miw="7rem" flex={{ base: 1, sm: "none" }}>
        <PlatformGlyph platform={platform.id} /> {name}
      </Group>
      {data && <Answer project={project} simulation={data} />}
      {!data && (error ? <Why>{error.message}</Why> : <Skeleton height="1.25rem" flex={1} />)}
      <Text span fw={500}>
        {shareText(traffic, version)}
      </Text>
      <AnchorLink
        to="/projects/$project/test"
        params={{ project }}
        search={{ platform: platform.id, version: text }}
        aria-label={lookupTexts.testOf(name, text)}
      >
        {lookupTexts.test}
      </AnchorLink>
    </Group>
  );
}

function Why({ children }: { readonly children: ReactNode }) {
  return (
    <Text component="div" flex={{ base: "1 1 100%", sm: "1 1 12rem" }} style={{ overflowWrap: "anywhere" }}>
      {children}
    </Text>
  );
}

function shareText(traffic: CountedTraffic | null, version: AppVersion): string {
  if (!traffic) return texts.noRequests;
  const own = sum(traffic.versions.filter((each) => compareVersions(each.version, version) === 0));
  return own === 0 ? lookupTexts.unseen : lookupTexts.share(formatShare(own, traffic.requests));
}

function Answer({ project, simulation }: { readonly project: string; readonly simulation: Simulation }) {
  const { status, reason, body, forced_by: forcing } = simulation;
  const reader = consoleReader({});
  if (status !== 200) return <Why>{describeError(simulation).join(" ")}</Why>;
  const rule = reason.split(", ")[0] as VersionRule;
  return (
    <>
      <Box component="span" miw={{ base: 0, sm: "10rem" }}>
        <Badge color={forcing ? "closed" : "open"}>{texts.zone[rule]}</Badge>
      </Box>
      <Why>
        {forcing ? (
          <ScreenLink project={project} to="/projects/$project/activity" search={{ revision: forcing.revision }}>
            {capitalized(describeForcingRule(forcing, reader))}
          </ScreenLink>
        ) : (
          describeRule(reason)
        )}
        {body.maintenance_active === true && <div>{lookupTexts.maintenance}</div>}
      </Why>
    </>
  );
}
