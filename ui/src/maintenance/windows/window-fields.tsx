import { Checkbox, SegmentedControl, SimpleGrid, Stack, Textarea } from "@mantine/core";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import type { Placeholder } from "drawbridge-rules/texts/message.ts";
import { wallEndToInstant, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { useRef } from "react";
import { DurationField, FieldGroup } from "../../elements/form-fields.tsx";
import { LanguageTabs } from "../../elements/language-tabs.tsx";
import { OwnClock, WallField, ZonedTime } from "../../elements/zoned-time.tsx";
import { InsertButtons } from "../../messages/message-fields.tsx";
import { formatLanguage } from "../../texts/formats.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { maintenanceTexts } from "../maintenance-texts.ts";
import { projectMessage } from "../message-phone.tsx";
import { type NamedWindowForm, scopeKind, withDuration, withEnd, withField, withStart, zoneField } from "./window-form.ts";
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
  const isOnClock = form.end !== undefined;
  return (
    <FieldGroup label={texts.length}>
      {(label) => (
        <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
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
                aria-label={texts.end}
                required
                value={form.end ?? ""}
                error={form.end === "" ? sharedTexts.fields.timeMissing : problemAt("end")}
                onChange={(end) => onChange({ ...form, end })}
              />
              <OwnClock at={endOf(form)} zone={form.zone ?? "UTC"} />
            </div>
          ) : (
            <DurationField
              aria-label={texts.duration}
              description=""
              placeholder={texts.durationHint}
              required
              value={form.duration ?? ""}
              error={form.duration === undefined ? texts.durationMissing : problemAt("duration")}
              onChange={(duration) => onChange(withField(form, "duration", duration))}
            />
          )}
        </SimpleGrid>
      )}
    </FieldGroup>
  );
}

/** Epoch ms; NaN where the form has no two times in order. */
function endOf({ start, end = "", zone = "UTC" }: NamedWindowForm): number {
  return end > start ? wallEndToInstant(end, zone, wallToInstant(start, zone)) : Number.NaN;
}

interface MessageFieldsProps extends WindowFieldsProps {
  readonly head: Project;
  readonly isReadOnly: boolean;
}

export function MessageFields({ head, form, onChange, ...shared }: MessageFieldsProps) {
  return (
    <LocalizedFields
      {...shared}
      label={texts.message}
      path="message"
      head={head}
      written={form.message ?? {}}
      placeholders={placeholdersOf(scopeKind(form) === "instances")}
      fallback={(language) => projectMessage(head, language)}
      onChange={(message) => onChange(withField(form, "message", message))}
    />
  );
}

interface LocalizedFieldsProps extends Pick<MessageFieldsProps, "head" | "problemAt" | "isReadOnly"> {
  readonly label: string;
  /** Place of the texts in the form, for problems. */
  readonly path: string;
  readonly written: LocalizedText;
  readonly placeholders: readonly Placeholder[];
  /** Text that apps get where none is written. */
  readonly fallback?: (language: string) => string;
  /** Undefined means no text in any language. */
  readonly onChange: (texts: LocalizedText | undefined) => void;
}

export function LocalizedFields({ label, path, head, written, problemAt, fallback, onChange, ...shared }: LocalizedFieldsProps) {
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
          fallback={fallback?.(language)}
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
  readonly placeholders: readonly Placeholder[];
  readonly fallback: string | undefined;
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

function MessageText({ label, language, text, placeholders, fallback, problem, isReadOnly, onChange }: MessageTextProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const put = (name: Placeholder) => {
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
        {...(fallback === undefined ? {} : { placeholder: fallback })}
        value={text}
        error={problem}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      {!isReadOnly && <InsertButtons allowed={placeholders} onChoose={put} />}
    </Stack>
  );
}

/** Placeholders offered for a window's message; the server accepts others too. */
function placeholdersOf(hasInstances: boolean): readonly Placeholder[] {
  return ["start_time", "end_time", "project_name", ...(hasInstances ? (["instance_name"] as const) : [])];
}

/** Undefined means there is none in any language. */
function withText(message: LocalizedText, language: string, text: string): LocalizedText | undefined {
  const { [language]: _, ...others } = message;
  const changed = text === "" ? others : { ...message, [language]: text };
  return Object.keys(changed).length === 0 ? undefined : changed;
}

interface OutcomeFieldsProps extends WindowFieldsProps {
  readonly head: Project;
}

export function OutcomeFields({ head, form, problemAt, onChange }: OutcomeFieldsProps) {
  const ofProject = durationText(head.reminder ?? "");
  return (
    <>
      <DurationField
        label={texts.reminder}
        description={texts.reminderHint}
        placeholder={ofProject}
        value={form.reminder ?? ""}
        error={problemAt("reminder")}
        onChange={(reminder) => onChange(withField(form, "reminder", reminder))}
      />
      <Checkbox
        label={maintenanceTexts.hold}
        checked={form.overrun === "hold"}
        error={problemAt("overrun")}
        onChange={({ currentTarget }) => onChange(withField(form, "overrun", currentTarget.checked ? "hold" : undefined))}
      />
    </>
  );
}
