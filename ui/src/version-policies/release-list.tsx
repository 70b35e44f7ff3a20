/** Declared releases of a platform, and new versions in its traffic that are none yet. */
import { Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import { ShowMore } from "../elements/show-more.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { formatDate, formatShare } from "../texts/formats.ts";
import { type ReleaseForm, sortedReleases } from "./release-draft.ts";
import { releaseTexts as texts } from "./release-texts.ts";
import classes from "./releases.module.css";
import { versionPoliciesRoute } from "./version-policies-route.ts";

interface ReleaseListProps {
  readonly project: string;
  readonly platform: string;
  readonly releases: readonly ReleaseForm[];
  readonly suggested: readonly SuggestedRelease[];
  /** Requests of the platform in the last 24 hours. */
  readonly requests: number;
}

/** Releases shown until the user asks for more. */
const shownAtFirst = 3;

export function ReleaseList({ project, platform, releases, suggested, requests }: ReleaseListProps) {
  if (releases.length === 0 && suggested.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {texts.title}
      </Title>
      {releases.length > 0 && (
        <ul className={classes.list} aria-label={texts.listOf(platform)}>
          <ShowMore items={sortedReleases(releases)} first={shownAtFirst} keyOf={({ version }) => version}>
            {(release) => <Declared release={release} />}
          </ShowMore>
        </ul>
      )}
      {suggested.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {texts.newTitle}
          </Text>
          <ul className={classes.list} aria-label={texts.newOf(platform)}>
            {suggested.map((each) => (
              <Suggested key={each.version} project={project} platform={platform} suggested={each} requests={requests} />
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}

function Declared({ release: { version, date, notes } }: { readonly release: ReleaseForm }) {
  const more = [...(date === undefined ? [] : [formatDate(date, "UTC")]), ...(notes === undefined ? [] : [notes])];
  return (
    <li>
      <Code>{version}</Code> {more.join(" · ")}
    </li>
  );
}

interface SuggestedProps extends Pick<ReleaseListProps, "project" | "platform" | "requests"> {
  readonly suggested: SuggestedRelease;
}

function Suggested({ project, platform, requests, suggested: { version, first_seen, requests_24h } }: SuggestedProps) {
  const mayEdit = isAtLeast(useRole(project), "editor");
  return (
    <li>
      <Group gap="xs">
        <span>
          <Code>{version}</Code> {texts.seen(formatDate(first_seen, "UTC"), formatShare(requests_24h, requests))}
        </span>
        {mayEdit && (
          <Button
            variant="default"
            size="compact-sm"
            renderRoot={(props) => (
              <Link
                {...props}
                from={versionPoliciesRoute.fullPath}
                search={(search) => ({ ...search, edit: platform, declare: version, date: first_seen })}
                aria-label={texts.declareOf(version, platform)}
              />
            )}
          >
            {texts.declareShort}
          </Button>
        )}
      </Group>
    </li>
  );
}
