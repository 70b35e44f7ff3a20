import { Chip, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { FieldGroup } from "../elements/field-group.tsx";
import { locale } from "../texts/locale.ts";
import { CountField } from "./count-field.tsx";
import {
  type MonthDay,
  type RuleChoice,
  type RuleEnd,
  type Weekday,
  weekdayOf,
  weekdays,
  weekOfMonth,
} from "./recurrence-rule.ts";
import { recurrenceTexts as texts } from "./recurrence-texts.ts";

interface RuleChoiceFieldsProps {
  readonly rule: RuleChoice;
  /** Wall-clock time of the first. */
  readonly start: string;
  readonly problem: string | undefined;
  readonly onChange: (rule: RuleChoice) => void;
}

export function RuleChoiceFields({ rule, start, problem, onChange }: RuleChoiceFieldsProps) {
  return (
    <Stack gap="sm">
      <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
        <CountField
          label={texts.intervalOf(texts.units[rule.frequency])}
          value={rule.interval}
          onChange={(interval) => onChange({ ...rule, interval })}
        />
        {rule.frequency === "MONTHLY" && (
          <MonthDayField monthDay={rule.monthDay} start={start} onChange={(monthDay) => onChange({ ...rule, monthDay })} />
        )}
      </SimpleGrid>
      {rule.frequency === "WEEKLY" && (
        <DaysField days={shownDays(rule.days, start)} onChange={(days) => onChange({ ...rule, days })} />
      )}
      <EndFields end={rule.end} start={start} onChange={(end) => onChange({ ...rule, end })} />
      {problem !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
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

interface DaysFieldProps {
  readonly days: readonly Weekday[];
  readonly onChange: (days: readonly Weekday[]) => void;
}

function DaysField({ days, onChange }: DaysFieldProps) {
  const name = useWeekdayName();
  return (
    <FieldGroup label={texts.days}>
      {(label) => (
        <Chip.Group multiple value={[...days]} onChange={(chosen) => onChange(weekdays.filter((day) => chosen.includes(day)))}>
          <Group gap="xs" mt={4} role="group" aria-labelledby={label}>
            {weekdays.map((day) => (
              <Chip key={day} value={day} size="sm" aria-label={name(day, "long")}>
                {name(day, "short")}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
    </FieldGroup>
  );
}

interface MonthDayFieldProps {
  readonly monthDay: MonthDay;
  readonly start: string;
  readonly onChange: (monthDay: MonthDay) => void;
}

/** Offers only days that match the first occurrence, since the server refuses others, and always the present choice. */
function MonthDayField({ monthDay, start, onChange }: MonthDayFieldProps) {
  const name = useWeekdayName();
  const text = (choice: MonthDay) => {
    if (choice.kind === "start") return texts.onDay(String(Number(start.slice(8, 10)) || ""));
    if (choice.kind === "day") return choice.day === -1 ? texts.onLastDay : texts.onDay(String(choice.day));
    return texts.onWeekday(texts.places[`${choice.place}` as keyof typeof texts.places], name(choice.weekday, "long"));
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

/** Name of a weekday in the language of the console. */
function useWeekdayName(): (day: Weekday, width: "long" | "short") => string {
  // The fifth of January 1970 was a Monday.
  return (day, weekday) =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" }).format((4 + weekdays.indexOf(day)) * 86_400_000);
}
