import { Badge, Box, Group, Paper, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { describeForcingRule } from "drawbridge-rules/describe/mark.ts";
import { capitalized } from "drawbridge-rules/describe/sentence.ts";
import { type AppVersion, compareVersions, maxVersionLength, parseAskedVersion } from "drawbridge-rules/versions/app-version.ts";
import type { VersionRule } from "drawbridge-rules/versions/version-policy.ts";
import type { Simulation } from "drawbridge-rules/wire/simulation.ts";
import { type ReactNode, useState } from "react";
import { type CountedTraffic, sum } from "../adoption/counted-traffic.ts";
import { Icon } from "../elements/icon.tsx";
import { AnchorLink, ScreenLink } from "../elements/screen.tsx";
import { PlatformGlyph } from "../platforms/platform-glyph.tsx";
import { useLookedUp } from "../routes.ts";
import { describeError, describeRule } from "../simulator/verdict.ts";
import { formatShare } from "../texts/formats.ts";
import { consoleReader } from "../texts/reader.ts";
import { answerQuery, type ListedPlatform, platformName } from "./version-policy-list.ts";
import { lookupTexts as texts, versionPolicyTexts } from "./version-policy-texts.ts";

interface VersionLookupProps {
  readonly project: string;
  readonly platforms: readonly ListedPlatform[];
  readonly trafficOf: (platform: string) => CountedTraffic | null;
}

/** Milliseconds without a key. */
const pause = 300;

export function VersionLookup({ project, platforms, trafficOf }: VersionLookupProps) {
  const [lookedUp, lookUp] = useLookedUp();
  // The address lags behind typing and must not reset the field.
  const [typed, setTyped] = useState<string | null>(null);
  const [text] = useDebouncedValue(lookedUp.trim(), pause);
  const version = parseAskedVersion(text);
  return (
    <Paper withBorder p="md" component="search" aria-label={texts.label}>
      <TextInput
        maw="20rem"
        aria-label={texts.label}
        placeholder={texts.placeholder}
        leftSection={<Icon name="search" size={1} />}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxVersionLength}
        value={typed ?? lookedUp}
        error={text !== "" && !version ? texts.invalid : undefined}
        onFocus={() => setTyped(lookedUp)}
        onBlur={() => setTyped(null)}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          lookUp(value);
        }}
      />
      {version && (
        <Stack component="ul" gap={0} mt="xs" mb={0} p={0} aria-label={texts.answers(text)} aria-live="polite">
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
        aria-label={texts.testOf(name, text)}
      >
        {texts.test}
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
  if (!traffic) return versionPolicyTexts.noRequests;
  const own = sum(traffic.versions.filter((each) => compareVersions(each.version, version) === 0));
  return own === 0 ? texts.unseen : texts.share(formatShare(own, traffic.requests));
}

function Answer({ project, simulation }: { readonly project: string; readonly simulation: Simulation }) {
  const { status, reason, body, forced_by: forcing } = simulation;
  const reader = consoleReader({});
  if (status !== 200) return <Why>{describeError(simulation).join(" ")}</Why>;
  const rule = reason.split(", ")[0] as VersionRule;
  return (
    <>
      <Box component="span" miw={{ base: 0, sm: "10rem" }}>
        <Badge color={forcing ? "closed" : "open"}>{versionPolicyTexts.zone[rule]}</Badge>
      </Box>
      <Why>
        {forcing ? (
          <ScreenLink project={project} to="/projects/$project/activity" search={{ revision: forcing.revision }}>
            {capitalized(describeForcingRule(forcing, reader))}
          </ScreenLink>
        ) : (
          describeRule(reason)
        )}
        {body.maintenance_active === true && <div>{texts.maintenance}</div>}
      </Why>
    </>
  );
}
