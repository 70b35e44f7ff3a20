import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { formatZone } from "drawbridge-rules/describe/times.ts";
import { Icon } from "../../elements/icon.tsx";
import { ZoneSelect } from "../../elements/zoned-time.tsx";
import { useShortcut } from "../../shell/shortcuts.tsx";
import { type MaintenanceView, maintenanceRoute, maxTimeZones, views } from "../maintenance-route.ts";
import { CalendarHelp } from "./calendar-help.tsx";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { type Calendar, useSetMaintenanceSearch } from "./use-calendar.ts";

interface CalendarToolbarProps {
  readonly calendar: Calendar;
  /** Title of the visible period: `7 – 13 December 2026`. */
  readonly title: string;
}

export function CalendarToolbar({ calendar, title }: CalendarToolbarProps) {
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Steps calendar={calendar} />
          <Text component="h2" fw={600} fz="md" aria-live="polite">
            {title}
          </Text>
        </Group>
        <Group gap="xs">
          <Views calendar={calendar} />
          <CalendarHelp />
        </Group>
      </Group>
      <Group gap="sm" align="center">
        <Search />
        <GoToDate calendar={calendar} />
        <ViewOptions zones={calendar.zones} view={calendar.view} />
      </Group>
    </>
  );
}

function Steps({ calendar: { view, step, goTo } }: { readonly calendar: Calendar }) {
  useShortcut("t", texts.today, () => goTo(undefined));
  useShortcut("k", texts.earlier[view], () => step(-1));
  useShortcut("j", texts.later[view], () => step(1));
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="default" aria-label={texts.earlier[view]} onClick={() => step(-1)}>
        <Icon name="left" />
      </ActionIcon>
      <Button variant="default" onClick={() => goTo(undefined)}>
        {texts.today}
      </Button>
      <ActionIcon variant="default" aria-label={texts.later[view]} onClick={() => step(1)}>
        <Icon name="right" />
      </ActionIcon>
    </Group>
  );
}

function Views({ calendar: { view } }: { readonly calendar: Calendar }) {
  const go = useSetMaintenanceSearch();
  const show = (wanted: MaintenanceView) => go({ view: wanted });
  useShortcut("1", texts.views.day, () => show("day"));
  useShortcut("2", texts.views.week, () => show("week"));
  useShortcut("3", texts.views.month, () => show("month"));
  useShortcut("4", texts.views.list, () => show("list"));
  return (
    <SegmentedControl
      aria-label={texts.view}
      value={view}
      onChange={(value) => show(value as MaintenanceView)}
      data={views.map((value) => ({ value, label: texts.views[value] }))}
    />
  );
}

function GoToDate({ calendar: { date, goTo } }: { readonly calendar: Calendar }) {
  return (
    <TextInput
      key={date}
      type="date"
      aria-label={texts.goTo}
      defaultValue={date}
      min="1970-01-02"
      max="9989-12-31"
      onChange={({ currentTarget: { value } }) => /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && value !== date && goTo(value)}
    />
  );
}

/** Replaces the history entry: *Back* must not undo single letters. */
function Search() {
  const { query = "" } = maintenanceRoute.useSearch();
  const go = useSetMaintenanceSearch();
  return (
    <TextInput
      type="search"
      flex="1 1 14rem"
      maw="22rem"
      aria-label={texts.find}
      placeholder={texts.find}
      leftSection={<Icon name="search" size={1} />}
      value={query}
      onChange={({ currentTarget: { value } }) => go({ query: value === "" ? undefined : value }, false)}
    />
  );
}

interface OptionsProps {
  readonly zones: readonly [string, ...string[]];
  /** The list uses only the first zone. */
  readonly view: MaintenanceView;
}

/** Zone of the calendar and additional ones, and which rows it has. */
function ViewOptions({ zones: [zone, ...others], view }: OptionsProps) {
  const { lanes } = maintenanceRoute.useSearch();
  const go = useSetMaintenanceSearch();
  const shown = [zone, ...(view === "list" ? [] : others)].map(formatZone).join(", ");
  const beside = (zones: readonly string[]) => go({ zones: zones.length === 0 ? undefined : zones });
  return (
    <Popover width="20rem" position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="settings" size={1} />} aria-label={`${texts.options}: ${shown}`}>
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.options}>
        <Stack gap="sm">
          {view !== "list" && (
            <Checkbox
              label={texts.busyOnly}
              checked={lanes === "busy"}
              onChange={({ currentTarget: { checked } }) => go({ lanes: checked ? "busy" : undefined })}
            />
          )}
          <Text size="sm">{texts.zonesMeaning}</Text>
          <ZoneSelect label={texts.firstZone} value={zone} onChange={(chosen) => go({ zone: chosen })} />
          {others.map((other) => (
            <Group key={other} justify="space-between" wrap="nowrap">
              <Text size="sm">{other}</Text>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeZone(other)}
                onClick={() => beside(others.filter((one) => one !== other))}
              >
                <Icon name="close" />
              </ActionIcon>
            </Group>
          ))}
          {others.length < maxTimeZones ? (
            <ZoneSelect
              key={others.length}
              label={texts.addZone}
              value=""
              onChange={(added) => added !== zone && beside([...new Set([...others, added])])}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.enoughZones}
            </Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
