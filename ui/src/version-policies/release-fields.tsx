/** Declared releases of a policy as lines of fields, the newest entry first. */
import { ActionIcon, Button, Group, Input, Stack, TextInput } from "@mantine/core";
import { maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import { maxNotesLength } from "drawbridge-rules/versions/version-policy.ts";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { FormSection } from "./form-section.tsx";
import { type ReleaseForm, sentReleaseIndex, withReleaseMember, withReleases } from "./release-draft.ts";
import { releaseTexts as texts } from "./release-texts.ts";
import classes from "./releases.module.css";
import { useDraftProblems } from "./use-draft-problems.ts";

interface ReleaseFieldsProps {
  readonly form: PolicyForm;
  readonly isReadOnly: boolean;
  /** Server's problem with a field: `releases.0.version`. */
  readonly problemAt: (field: string) => string | undefined;
  /** Version that was entered when the form was opened. */
  readonly declared: string | undefined;
  readonly onChange: (form: PolicyForm) => void;
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
