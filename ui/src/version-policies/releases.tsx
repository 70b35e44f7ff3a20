import { ActionIcon, Box, Button, Code, Group, Input, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import { maxNotesLength } from "drawbridge-rules/versions/version-policy.ts";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../elements/icon.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { formatDate, formatShare } from "../texts/formats.ts";
import { type ReleaseForm, withDeclared, withReleases } from "./policy-draft.ts";
import { AddButton, FormSection, type RuleFieldsProps } from "./rule-fields.tsx";
import { useDraftFields } from "./version-policy-edit.ts";
import { releaseTexts as texts } from "./version-policy-texts.ts";

interface ReleaseFieldsProps extends RuleFieldsProps {
  /** Display name. */
  readonly platform: string;
  readonly suggested: readonly SuggestedRelease[];
  /** Requests of the last 24 hours. */
  readonly requests: number;
}

const shownAtFirst = 10;

const members = [
  { name: "version", required: true, maxLength: maxVersionLength },
  { name: "date", type: "date" },
  { name: "requires_os", inputMode: "decimal", maxLength: maxVersionLength },
  { name: "notes", spellCheck: true, maxLength: maxNotesLength },
] as const;

export function ReleaseFields(props: ReleaseFieldsProps) {
  const { form, platform, suggested, requests, isReadOnly, problemAt, onChange } = props;
  const fieldProps = useDraftFields(form);
  const frame = useRef<HTMLDivElement>(null);
  const { releases = [] } = form;
  const unknown = suggested.filter(({ version }) => withDeclared(form, { version }) !== form);
  const lines = releases.map((release, line) => ({ release, line })).reverse();
  const change = (line: number, release: ReleaseForm) => onChange(withReleases(form, releases.with(line, release)));
  const changeLines = (changed: readonly ReleaseForm[]) => {
    flushSync(() => onChange(withReleases(form, changed)));
    const section = frame.current;
    (section?.querySelector<HTMLElement>("input") ?? section?.querySelector("button"))?.focus();
  };
  return (
    <FormSection title={texts.title} hint={texts.hint} frame={frame}>
      <Stack gap="sm" align="stretch">
        {unknown.length > 0 && (
          <Stack component="ul" gap="xs" m={0} p={0} aria-label={texts.newOf(platform)}>
            {unknown.map(({ version, first_seen, requests_24h }) => (
              <Group key={version} component="li" gap="xs">
                <Text span>
                  <Code>{version}</Code> {texts.seen(formatDate(first_seen, "UTC"), formatShare(requests_24h, requests))}
                </Text>
                {!isReadOnly && (
                  <Button
                    size="compact-sm"
                    onClick={() => changeLines([...releases, { version, date: first_seen }])}
                    aria-label={texts.declareOf(version, platform)}
                  >
                    {texts.declareShort}
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
        {!isReadOnly && <AddButton onClick={() => changeLines([...releases, { version: "" }])}>{texts.declare}</AddButton>}
        <ShowMore items={lines} first={shownAtFirst} keyOf={({ line }) => String(line)}>
          {({ release, line }) => (
            <Group gap="xs" wrap="nowrap" align="flex-start" role="group" aria-label={texts.line(line + 1)}>
              <Box flex={1} miw={0}>
                <SimpleGrid type="container" cols={{ base: 1, "30rem": 2, "48rem": 4 }} spacing="xs">
                  {members.map(({ name, ...own }) => (
                    <TextInput
                      key={name}
                      label={texts[name]}
                      readOnly={isReadOnly}
                      value={release[name] ?? ""}
                      {...fieldProps(`releases.${line}.${name}`, problemAt(`releases.${line}.${name}`), (text) =>
                        change(line, setValueAt(release, [name], name === "version" ? text : text || undefined)),
                      )}
                      {...own}
                    />
                  ))}
                </SimpleGrid>
              </Box>
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
