/** Declared releases of a policy as lines of fields, the newest entry first. */
import { ActionIcon, Button, Code, Group, Input, Stack, Text, TextInput, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { maxNotesLength } from "drawbridge-rules/versions/version-policy.ts";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { formatDate, formatShare } from "../texts/formats.ts";
import { type ReleaseForm, sentReleaseIndex, sortedReleases, withReleaseMember, withReleases } from "./policy-draft.ts";
import classes from "./releases.module.css";
import { versionPoliciesRoute } from "./version-policies-route.ts";
import { useDraftProblems } from "./version-policy-edit.tsx";
import { FormSection } from "./version-policy-fields.tsx";
import { releaseTexts as texts } from "./version-policy-texts.ts";

interface ReleaseFieldsProps {
  readonly form: PlatformForm;
  readonly isReadOnly: boolean;
  /** Server's problem with a field: `releases.0.version`. */
  readonly problemAt: (field: string) => string | undefined;
  /** Version that was entered when the form was opened. */
  readonly declared: string | undefined;
  readonly onChange: (form: PlatformForm) => void;
}

/** Lines shown until the user asks for more. */
const shownAtFirst = 10;

export function ReleaseFields({ form, isReadOnly, problemAt, declared, onChange }: ReleaseFieldsProps) {
  const [problemIn, type] = useDraftProblems(form);
  const frame = useRef<HTMLElement>(null);
  const { releases = [] } = form;
  const lines = releases.map((release, line) => ({ release, line })).reverse();
  const change = (line: number, release: ReleaseForm) => onChange(withReleases(form, releases.with(line, release)));
  const changeLines = (changed: readonly ReleaseForm[]) => {
    flushSync(() => onChange(withReleases(form, changed)));
    const section = frame.current;
    (section?.querySelector<HTMLElement>("input") ?? section?.querySelector("button"))?.focus();
  };
  const sentProblem = (line: number, member: string) => {
    const index = sentReleaseIndex(releases, line);
    return index === null ? undefined : problemAt(`releases.${index}.${member}`);
  };
  return (
    <FormSection title={texts.title} hint={texts.hint} frame={frame}>
      <Stack gap="sm" align="stretch">
        {!isReadOnly && (
          <Button
            variant="default"
            size="compact-sm"
            style={{ alignSelf: "flex-start" }}
            leftSection={<Icon name="plus" size={0.875} />}
            onClick={() => changeLines([...releases, { version: "" }])}
          >
            {texts.declare}
          </Button>
        )}
        <ShowMore items={lines} first={shownAtFirst} keyOf={({ line }) => String(line)}>
          {({ release, line }) => (
            <Group
              className={classes.line}
              gap="xs"
              wrap="nowrap"
              align="flex-start"
              role="group"
              aria-label={texts.line(line + 1)}
            >
              <div className={classes.members}>
                <TextInput
                  label={texts.version}
                  required
                  {...(release.version === declared ? { "data-autofocus": true } : {})}
                  readOnly={isReadOnly}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={maxVersionLength}
                  value={release.version}
                  error={problemIn(`releases.${line}.version`) ?? sentProblem(line, "version")}
                  onChange={({ currentTarget: { value } }) => {
                    type(`releases.${line}.version`);
                    change(line, { ...release, version: value });
                  }}
                />
                <TextInput
                  label={texts.date}
                  type="date"
                  readOnly={isReadOnly}
                  value={release.date ?? ""}
                  error={sentProblem(line, "date")}
                  onChange={({ currentTarget: { value } }) => change(line, withReleaseMember(release, "date", value))}
                />
                <TextInput
                  label={texts.notes}
                  readOnly={isReadOnly}
                  autoComplete="off"
                  maxLength={maxNotesLength}
                  value={release.notes ?? ""}
                  error={sentProblem(line, "notes")}
                  onChange={({ currentTarget: { value } }) => change(line, withReleaseMember(release, "notes", value))}
                />
              </div>
              {!isReadOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  mt="1.75rem"
                  aria-label={texts.remove(release.version.trim() || texts.empty)}
                  onClick={() => changeLines(releases.toSpliced(line, 1))}
                >
                  <Icon name="remove" />
                </ActionIcon>
              )}
            </Group>
          )}
        </ShowMore>
        {problemAt("releases") !== undefined && <Input.Error size="sm">{problemAt("releases")}</Input.Error>}
      </Stack>
    </FormSection>
  );
}

interface ReleaseListProps {
  readonly project: string;
  readonly platform: string;
  readonly releases: readonly ReleaseForm[];
  readonly suggested: readonly SuggestedRelease[];
  /** Requests of the platform in the last 24 hours. */
  readonly requests: number;
}

/** Releases shown until the user asks for more. */
const maxListed = 3;

/** Declared releases of a platform, and new versions in its traffic that are none yet. */
export function ReleaseList({ project, platform, releases, suggested, requests }: ReleaseListProps) {
  if (releases.length === 0 && suggested.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {texts.title}
      </Title>
      {releases.length > 0 && (
        <ul className={classes.list} aria-label={texts.listOf(platform)}>
          <ShowMore items={sortedReleases(releases)} first={maxListed} keyOf={({ version }) => version}>
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
