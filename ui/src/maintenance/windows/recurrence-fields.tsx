import { Button, Chip, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput, type TextInputProps } from "@mantine/core";
import { type Frequency, frequencies } from "drawbridge-rules/schedule/recurrence.ts";
import { useRef, useState } from "react";
import { Hint } from "../../elements/cells.tsx";
import { FieldGroup } from "../../elements/form-fields.tsx";
import { formatInstant, formatWeekday, locale } from "../../texts/formats.ts";
import { ChoiceChip } from "../scope-field.tsx";
import {
  type MonthDay,
  printRule,
  type RuleChoice,
  type RuleEnd,
  readRule,
  usualRule,
  type Weekday,
  weekdayOf,
  weekdays,
  weekOfMonth,
} from "./recurrence-rule.ts";
import type { WindowFieldsProps } from "./window-fields.tsx";
import { type NamedWindowForm, withField, withStart } from "./window-form.ts";
import { recurrenceTexts as texts } from "./window-texts.ts";

type Kind = "once" | Frequency | "rule";
const kinds: readonly Kind[] = ["once", ...frequencies, "rule"];

export function RecurrenceFields({ form, problemAt, onChange }: WindowFieldsProps) {
  const [isWriting, setIsWriting] = useState(false);
  // Keeps the rule while the user tries other kinds, so that switching back restores it.
  const kept = useRef<Pick<NamedWindowForm, "repeat" | "except">>({});
  if (form.repeat !== undefined) kept.current = { repeat: form.repeat, ...(form.except ? { except: form.except } : {}) };
  const rule = form.repeat === undefined ? null : readRule(form.repeat);
  const kind = kindOf(form.repeat, rule, isWriting);
  // The first time must match the rule: a near match that the server suggests is a button.
  const [, nearest] = /\bnearest is (\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)$/.exec(problemAt("repeat") ?? "") ?? [];
  const choose = (next: Kind) => {
    setIsWriting(next === "rule");
    onChange(next === "once" ? onceOnly(form) : { ...form, ...kept.current, repeat: repeatOf(next, form, kept.current.repeat) });
  };
  return (
    <Stack gap="sm">
      <NativeSelect
        label={texts.repeats}
        value={kind}
        onChange={({ currentTarget }) => choose(currentTarget.value as Kind)}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      {kind === "rule" && (
        <TextInput
          label={texts.rule}
          description={texts.ruleHint}
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          value={form.repeat ?? ""}
          error={problemAt("repeat")}
          onChange={({ currentTarget: { value } }) => onChange({ ...form, repeat: value })}
        />
      )}
      {kind === "rule" && rule === null && form.repeat !== "" && !problemAt("repeat") && (
        <Hint size="xs">{texts.ruleUnknown}</Hint>
      )}
      {kind !== "rule" && rule && (
        <RuleChoiceFields
          rule={rule}
          start={form.start}
          problem={problemAt("repeat")}
          onChange={(chosen) => onChange({ ...form, repeat: printRule(chosen) })}
        />
      )}
      {nearest !== undefined && (
        <div>
          <Button size="xs" onClick={() => onChange(withField(withStart(form, nearest), "repeat", form.repeat))}>
            {texts.startThere(formatInstant(`${nearest}Z`, "UTC"))}
          </Button>
        </div>
      )}
      {kind !== "once" && <ExceptField form={form} problemAt={problemAt} onChange={onChange} />}
    </Stack>
  );
}

function kindOf(repeat: string | undefined, rule: RuleChoice | null, isWriting: boolean): Kind {
  if (repeat === undefined) return "once";
  return rule === null || isWriting ? "rule" : rule.frequency;
}

function onceOnly({ repeat: _, except: __, ...form }: NamedWindowForm): NamedWindowForm {
  return form;
}

function repeatOf(kind: Frequency | "rule", { start }: NamedWindowForm, kept: string | undefined): string {
  if (kind === "rule") return kept ?? printRule(usualRule("WEEKLY", start));
  const before = kept === undefined ? null : readRule(kept);
  if (kept !== undefined && before?.frequency === kind) return kept;
  // The end of the rule is independent of its frequency.
  return printRule({ ...usualRule(kind, start), ...(before ? { end: before.end } : {}) });
}

interface RuleChoiceFieldsProps {
  readonly rule: RuleChoice;
  readonly start: string;
  readonly problem: string | undefined;
  readonly onChange: (rule: RuleChoice) => void;
}

function RuleChoiceFields({ rule, start, problem, onChange }: RuleChoiceFieldsProps) {
  const unit = texts.units[rule.frequency][rule.interval === 1 ? 0 : 1] ?? "";
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text>{texts.every}</Text>
        <CountField
          aria-label={texts.intervalOf(unit)}
          w="4rem"
          value={rule.interval}
          onChange={(interval) => onChange({ ...rule, interval })}
        />
        <Text>{unit}</Text>
      </Group>
      {rule.frequency === "MONTHLY" && (
        <MonthDayField monthDay={rule.monthDay} start={start} onChange={(monthDay) => onChange({ ...rule, monthDay })} />
      )}
      {rule.frequency === "WEEKLY" && (
        <Chip.Group
          multiple
          value={[...shownDays(rule.days, start)]}
          onChange={(chosen) => onChange({ ...rule, days: weekdays.filter((day) => chosen.includes(day)) })}
        >
          <Group gap="xs" role="group" aria-label={texts.days}>
            {weekdays.map((day) => (
              <ChoiceChip key={day} value={day} aria-label={weekdayName(day, "long")}>
                {weekdayName(day, "short")}
              </ChoiceChip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <EndFields end={rule.end} start={start} onChange={(end) => onChange({ ...rule, end })} />
      {problem !== undefined && (
        <Text c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  );
}

/** Empty: the weekday of the first time. */
function shownDays(days: readonly Weekday[], start: string): readonly Weekday[] {
  const own = weekdayOf(start);
  return days.length > 0 || own === null ? days : [own];
}

interface MonthDayFieldProps {
  readonly monthDay: MonthDay;
  readonly start: string;
  readonly onChange: (monthDay: MonthDay) => void;
}

/** Offers only days that match the first occurrence, since the server refuses others, and always the present choice. */
function MonthDayField({ monthDay, start, onChange }: MonthDayFieldProps) {
  const text = (choice: MonthDay) => {
    if (choice.kind === "start") return texts.onDay(String(Number(start.slice(8, 10)) || ""));
    if (choice.kind === "day") return choice.day === -1 ? texts.onLastDay : texts.onDay(String(choice.day));
    return texts.onWeekday(texts.places[`${choice.place}` as keyof typeof texts.places], weekdayName(choice.weekday, "long"));
  };
  const keyOf = (choice: MonthDay) => JSON.stringify(choice);
  const choices = new Map([...monthDaysOf(start), monthDay].map((choice) => [keyOf(choice), choice]));
  return (
    <NativeSelect
      label={texts.monthDay}
      value={keyOf(monthDay)}
      onChange={({ currentTarget }) => onChange(choices.get(currentTarget.value) ?? monthDay)}
      data={[...choices].map(([value, choice]) => ({ value, label: text(choice) }))}
    />
  );
}

function monthDaysOf(start: string): MonthDay[] {
  const weekday = weekdayOf(start);
  if (weekday === null) return [{ kind: "start" }];
  const { place, isLast } = weekOfMonth(start);
  const nextDay = new Date(Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + 86_400_000);
  return [
    { kind: "start" },
    ...(nextDay.getUTCDate() === 1 ? [{ kind: "day" as const, day: -1 }] : []),
    { kind: "weekday", place, weekday },
    ...(isLast ? [{ kind: "weekday" as const, place: -1, weekday }] : []),
  ];
}

interface EndFieldsProps {
  readonly end: RuleEnd;
  readonly start: string;
  readonly onChange: (end: RuleEnd) => void;
}

function EndFields({ end, start, onChange }: EndFieldsProps) {
  const usual: Readonly<Record<RuleEnd["kind"], RuleEnd>> = {
    never: { kind: "never" },
    count: { kind: "count", count: 10 },
    until: { kind: "until", date: yearLater(start) },
  };
  return (
    <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
      <NativeSelect
        label={texts.ends}
        value={end.kind}
        onChange={({ currentTarget }) => onChange(usual[currentTarget.value as RuleEnd["kind"]])}
        data={(["never", "count", "until"] as const).map((value) => ({ value, label: texts.endKinds[value] }))}
      />
      {end.kind === "count" && (
        <CountField label={texts.count} value={end.count} onChange={(count) => onChange({ kind: "count", count })} />
      )}
      {end.kind === "until" && (
        <TextInput
          type="date"
          label={texts.until}
          value={end.date}
          onChange={({ currentTarget: { value } }) => value !== "" && onChange({ kind: "until", date: value })}
        />
      )}
    </SimpleGrid>
  );
}

function yearLater(start: string): string {
  const year = Number(start.slice(0, 4));
  return Number.isNaN(year) || year === 0 ? "2099-12-31" : `${year + 1}-12-31`;
}

function weekdayName(day: Weekday, weekday: "long" | "short"): string {
  // The fifth of January 1970 was a Monday.
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" }).format((4 + weekdays.indexOf(day)) * 86_400_000);
}

interface CountFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  readonly value: number;
  readonly onChange: (count: number) => void;
}

function CountField({ value, onChange, ...props }: CountFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(value);
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      {...props}
      error={isCount(shown) ? props.error : texts.wholeNumber}
      value={shown}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (isCount(currentTarget.value)) onChange(Number(currentTarget.value));
      }}
      onBlur={() => isCount(shown) && setTyped(null)}
    />
  );
}

function isCount(text: string): boolean {
  return /^[1-9]\d{0,3}$/.test(text.trim());
}

function ExceptField({ form, problemAt, onChange }: WindowFieldsProps) {
  const [date, setDate] = useState("");
  const { except = [] } = form;
  const add = () => {
    if (date === "") return;
    onChange(withException(form, date));
    setDate("");
  };
  const remove = (day: string) => {
    const others = except.filter((other) => other !== day);
    onChange(withField(form, "except", others));
  };
  return (
    <FieldGroup label={texts.except}>
      <Stack gap={4}>
        {except.map((day, index) => (
          <Group key={day} gap="xs" justify="space-between">
            <Text {...(problemAt(`except.${index}`) ? { c: "var(--mantine-color-error)" } : {})}>
              {[dateText(day), problemAt(`except.${index}`)].filter(Boolean).join(": ")}
            </Text>
            <Button variant="subtle" size="compact-sm" aria-label={texts.exceptRemove(dateText(day))} onClick={() => remove(day)}>
              {texts.exceptUndo}
            </Button>
          </Group>
        ))}
        <Group gap="xs">
          <TextInput
            type="date"
            aria-label={texts.exceptDate}
            flex={1}
            value={date}
            onChange={({ currentTarget: { value } }) => setDate(value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add();
            }}
          />
          <Button disabled={date === ""} onClick={add}>
            {texts.exceptAdd}
          </Button>
        </Group>
      </Stack>
    </FieldGroup>
  );
}

export function withException(form: NamedWindowForm, date: string): NamedWindowForm {
  return withField(form, "except", [...new Set([...(form.except ?? []), date])].sort());
}

/** `Sun, 27 Dec 2026`; other text unchanged. */
export function dateText(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(at) ? date : formatWeekday(at, "UTC");
}
