import { Checkbox, SegmentedControl, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import { durationText } from "drawbridge-rules/describe/member-words.ts";
import { allowedIn, type MessageKind, type Placeholder, textFaults } from "drawbridge-rules/texts/message.ts";
import { wallEndToInstant, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { type ReactNode, useState } from "react";
import { DurationField, FieldGroup } from "../../elements/form-fields.tsx";
import { OwnClock, WallField, ZonedTime } from "../../elements/zoned-time.tsx";
import { TemplateField } from "../../messages/template-field.tsx";
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
      <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
        <SegmentedControl
          aria-label={texts.length}
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
      kind="window"
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
  readonly kind: MessageKind;
  readonly path: string;
  readonly written: LocalizedText;
  readonly placeholders?: readonly Placeholder[];
  /** Text that apps get where none is written. */
  readonly fallback?: (language: string) => string;
  /** Undefined means no text in any language. */
  readonly onChange: (texts: LocalizedText | undefined) => void;
}

export function LocalizedFields(props: LocalizedFieldsProps) {
  const { label, kind, path, head, written, placeholders = allowedIn[kind] } = props;
  const { fallback, problemAt, isReadOnly, onChange } = props;
  const languages = [...new Set([...(head.languages ?? []), ...Object.keys(written)])];
  return (
    <LanguageTabs
      languages={languages}
      isFilled={(language) => (written[language] ?? "") !== ""}
      isWrong={(language) => problemAt(`${path}.${language}`) !== undefined}
    >
      {(language) => (
        <TemplateField
          key={language}
          label={`${label} (${formatLanguage(language)})`}
          placeholder={fallback?.(language) ?? ""}
          minRows={2}
          language={language}
          value={written[language] ?? ""}
          allowed={placeholders}
          faults={written[language] === undefined ? [] : textFaults(written[language], kind)}
          problem={problemAt(`${path}.${language}`)}
          isReadOnly={isReadOnly}
          onChange={(text) => onChange(withText(written, language, text))}
        />
      )}
    </LanguageTabs>
  );
}

/** The server accepts others too. */
function placeholdersOf(hasInstances: boolean): readonly Placeholder[] {
  return ["start_time", "end_time", "project_name", ...(hasInstances ? (["instance_name"] as const) : [])];
}

function withText(message: LocalizedText, language: string, text: string): LocalizedText | undefined {
  const { [language]: _, ...others } = message;
  const changed = text === "" ? others : { ...message, [language]: text };
  return Object.keys(changed).length === 0 ? undefined : changed;
}

export function OutcomeFields({ head, form, problemAt, onChange }: Omit<MessageFieldsProps, "isReadOnly">) {
  return (
    <>
      <DurationField
        label={texts.reminder}
        description={texts.reminderHint}
        placeholder={durationText(head.reminder ?? "")}
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

interface LanguageTabsProps {
  /** BCP 47, the default first. */
  readonly languages: readonly string[];
  readonly isFilled: (language: string) => boolean;
  readonly isWrong: (language: string) => boolean;
  readonly children: (language: string) => ReactNode;
}

function LanguageTabs({ languages, isFilled, isWrong, children }: LanguageTabsProps) {
  const { fields } = sharedTexts;
  const [shown, setShown] = useState<string | null>(null);
  const active = shown !== null && languages.includes(shown) ? shown : (languages[0] ?? "");
  return (
    <Tabs value={active} onChange={setShown} keepMounted={false}>
      <Tabs.List aria-label={fields.languages}>
        {languages.map((language, index) => (
          <Tabs.Tab key={language} value={language} {...(isWrong(language) ? { c: "var(--mantine-color-error)" } : {})}>
            {formatLanguage(language)}{" "}
            <Text span size="xs" c="dimmed">
              {[language, index === 0 ? fields.firstLanguage : "", isFilled(language) ? "" : fields.languageEmpty]
                .filter((text) => text !== "")
                .join(" · ")}
            </Text>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={active} pt="sm">
        {children(active)}
      </Tabs.Panel>
    </Tabs>
  );
}
