import { Button, Group, MultiSelect, Radio, SegmentedControl, Stack, Text, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { wallEndToInstant, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { useRef } from "react";
import { DurationField, FieldGroup } from "../../elements/form-fields.tsx";
import { LanguageTabs } from "../../elements/language-tabs.tsx";
import { durationText } from "../../elements/typed-times.ts";
import { OwnClock, WallField, ZonedTime } from "../../elements/zoned-time.tsx";
import { instanceDisplayName, instanceListQuery } from "../../instances/instance-list.ts";
import { formatLanguage } from "../../texts/formats.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { policyListQuery } from "../../version-policies/version-policy-list.ts";
import {
  type NamedWindowForm,
  type ScopeKind,
  scopeKind,
  withDuration,
  withEnd,
  withField,
  withStart,
  zoneField,
} from "./window-form.ts";
import { windowTexts as texts } from "./window-texts.ts";

export interface WindowFieldsProps {
  readonly form: NamedWindowForm;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: NamedWindowForm) => void;
}

/** Start, zone, and how long or until when. */
export function WhenFields({ form, problemAt, onChange }: WindowFieldsProps) {
  const { zone = "UTC", ...others } = form;
  return (
    <Stack gap="sm">
      <ZonedTime
        label={texts.start}
        wall={form.start}
        zone={zone}
        wallProblem={problemAt("start")}
        zoneProblem={problemAt("zone")}
        onWall={(start) => onChange(withStart(form, start))}
        onZone={(chosen) => onChange({ ...others, ...zoneField(chosen) })}
      />
      <Length form={form} problemAt={problemAt} onChange={onChange} />
    </Stack>
  );
}

function Length({ form, problemAt, onChange }: WindowFieldsProps) {
  const { fields } = sharedTexts;
  const isOnClock = form.end !== undefined;
  return (
    <FieldGroup label={texts.length}>
      {(label) => (
        <Stack gap="xs">
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={isOnClock ? "end" : "duration"}
            onChange={(kind) => onChange(kind === "end" ? withEnd(form) : withDuration(form))}
            data={[
              { value: "duration", label: texts.lengths.duration },
              { value: "end", label: texts.lengths.end },
            ]}
          />
          {isOnClock ? (
            <div>
              <WallField
                label={texts.end}
                description={texts.endHint}
                required
                value={form.end ?? ""}
                error={form.end === "" ? fields.timeMissing : problemAt("end")}
                onChange={(end) => onChange({ ...form, end })}
              />
              <OwnClock at={endOf(form)} zone={form.zone ?? "UTC"} />
            </div>
          ) : (
            <DurationField
              label={texts.duration}
              description={texts.durationHint}
              required
              value={form.duration ?? ""}
              error={form.duration === undefined ? texts.durationMissing : problemAt("duration")}
              onChange={(duration) => onChange(withField(form, "duration", duration))}
            />
          )}
        </Stack>
      )}
    </FieldGroup>
  );
}

/** Epoch ms; NaN where the form has no two times in order. */
function endOf({ start, end = "", zone = "UTC" }: NamedWindowForm): number {
  return end > start ? wallEndToInstant(end, zone, wallToInstant(start, zone)) : Number.NaN;
}

interface ScopeFieldProps {
  readonly project: string;
  readonly head: Project;
  readonly kind: ScopeKind;
  /** Chosen platforms or instances. */
  readonly names: readonly string[];
  readonly problem?: string | undefined;
  readonly onChange: (kind: ScopeKind, names: readonly string[]) => void;
}

const scopeKinds = ["project", "platforms", "instances"] as const;

/** Field for the scope: the whole project, some platforms, or some of up to a thousand instances. */
export function ScopeField({ project, head, kind, names, problem, onChange }: ScopeFieldProps) {
  const known = useKnown(project, head);
  // Keeps the choices of each kind, so that switching back restores them.
  const chosen = useRef<Partial<Record<ScopeKind, readonly string[]>>>({});
  chosen.current[kind] = names;
  return (
    <FieldGroup label={texts.scope}>
      {(label) => (
        <Stack gap="xs">
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={kind}
            onChange={(next) => onChange(next as ScopeKind, chosen.current[next as ScopeKind] ?? [])}
            data={scopeKinds.map((value) => ({ value, label: texts.scopes[value] }))}
          />
          {kind !== "project" && (
            <MultiSelect
              label={texts[kind]}
              description={texts.chooseSome}
              nothingFoundMessage={texts.noneFound}
              required
              searchable
              hidePickedOptions
              limit={60}
              error={problem}
              data={withUnknown(known[kind], names, texts.unknown)}
              value={[...names]}
              onChange={(next) => onChange(kind, next)}
            />
          )}
        </Stack>
      )}
    </FieldGroup>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function useKnown(project: string, head: Project): Readonly<Record<"platforms" | "instances", readonly Option[]>> {
  const instances = useQuery(instanceListQuery(project));
  const policies = useQuery(policyListQuery(project));
  return {
    // These two exist without a policy too.
    platforms: [...new Set(["android", "ios", ...(policies.data ?? []).map(({ id }) => id)])].map((id) => ({
      value: id,
      label: id,
    })),
    instances: (instances.data ?? []).map((instance) => ({
      value: instance.id,
      label: `${instanceDisplayName(instance, head.languages ?? [])} (${instance.id})`,
    })),
  };
}

/** Adds chosen ids that no longer exist, so that the user can remove them from the window. */
function withUnknown(known: readonly Option[], chosen: readonly string[], text: (id: string) => string): Option[] {
  const ids = new Set(known.map(({ value }) => value));
  return [...known, ...chosen.filter((id) => !ids.has(id)).map((id) => ({ value: id, label: text(id) }))];
}

interface MessageFieldsProps extends WindowFieldsProps {
  readonly head: Project;
  readonly isReadOnly: boolean;
}

/** Fields for the message that apps show during the window, by language. */
export function MessageFields({ head, form, onChange, ...shared }: MessageFieldsProps) {
  return (
    <FieldGroup label={texts.message} description={texts.messageHint}>
      {() => (
        <LocalizedFields
          {...shared}
          label={texts.message}
          path="message"
          head={head}
          written={form.message ?? {}}
          placeholders={placeholdersOf(scopeKind(form) === "instances")}
          onChange={(message) => onChange(withField(form, "message", message))}
        />
      )}
    </FieldGroup>
  );
}

interface LocalizedFieldsProps extends Pick<MessageFieldsProps, "head" | "problemAt" | "isReadOnly"> {
  readonly label: string;
  /** Place of the texts in the form, for problems. */
  readonly path: string;
  readonly written: LocalizedText;
  readonly placeholders: readonly string[];
  /** Undefined: no text in any language. */
  readonly onChange: (texts: LocalizedText | undefined) => void;
}

/** A text in the languages of the project, and in any others that it has. */
export function LocalizedFields({ label, path, head, written, problemAt, onChange, ...shared }: LocalizedFieldsProps) {
  const languages = [...new Set([...(head.languages ?? []), ...Object.keys(written)])];
  return (
    <LanguageTabs
      languages={languages}
      isFilled={(language) => (written[language] ?? "") !== ""}
      isWrong={(language) => problemAt(`${path}.${language}`) !== undefined}
    >
      {(language) => (
        <MessageText
          {...shared}
          key={language}
          label={label}
          language={language}
          text={written[language] ?? ""}
          problem={problemAt(`${path}.${language}`)}
          onChange={(text) => onChange(withText(written, language, text))}
        />
      )}
    </LanguageTabs>
  );
}

interface MessageTextProps {
  readonly label: string;
  readonly language: string;
  readonly text: string;
  readonly placeholders: readonly string[];
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

function MessageText({ label, language, text, placeholders, problem, isReadOnly, onChange }: MessageTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const put = (name: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    onChange(`${text.slice(0, selectionStart)}{${name}}${text.slice(selectionEnd)}`);
    field.current?.focus();
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={`${label} (${formatLanguage(language)})`}
        lang={language}
        autosize
        minRows={2}
        value={text}
        error={problem}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      {!isReadOnly && (
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            {texts.placeholders}
          </Text>
          {placeholders.map((name) => (
            <Button
              key={name}
              variant="default"
              size="compact-xs"
              aria-label={texts.placeholderOf(name)}
              onClick={() => put(name)}
            >
              {`{${name}}`}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** Placeholders offered for a window's message; the server accepts others too. */
function placeholdersOf(hasInstances: boolean): readonly string[] {
  return ["start_time", "end_time", "project_name", ...(hasInstances ? ["instance_name"] : [])];
}

/** Undefined: there is none in any language. */
function withText(message: LocalizedText, language: string, text: string): LocalizedText | undefined {
  const { [language]: _, ...others } = message;
  const changed = text === "" ? others : { ...message, [language]: text };
  return Object.keys(changed).length === 0 ? undefined : changed;
}

interface OutcomeFieldsProps extends WindowFieldsProps {
  readonly head: Project;
}

/** Fields for the reminder, and for the behavior at the planned end. */
export function OutcomeFields({ head, form, problemAt, onChange }: OutcomeFieldsProps) {
  const ofProject = durationText(head.reminder ?? "");
  return (
    <>
      <DurationField
        label={texts.reminder}
        description={texts.reminderHint(ofProject)}
        placeholder={ofProject}
        value={form.reminder ?? ""}
        error={problemAt("reminder")}
        onChange={(reminder) => onChange(withField(form, "reminder", reminder))}
      />
      <Radio.Group
        label={texts.overrun}
        value={form.overrun ?? "end"}
        error={problemAt("overrun")}
        onChange={(value) => onChange(withField(form, "overrun", value === "hold" ? "hold" : undefined))}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="end" label={texts.overrunEnd} description={texts.overrunEndHint} />
          <Radio value="hold" label={texts.overrunHold} description={texts.overrunHoldHint} />
        </Stack>
      </Radio.Group>
    </>
  );
}
