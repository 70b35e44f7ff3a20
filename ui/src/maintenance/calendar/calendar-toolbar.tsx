import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Text, TextInput } from "@mantine/core";
import { Icon } from "../../elements/icon.tsx";
import { SearchField } from "../../elements/search-field.tsx";
import { ZoneSelect } from "../../elements/zoned-time.tsx";
import { maintenanceRoute, views } from "../../routes.ts";
import { calendarTexts as texts } from "./calendar-texts.ts";
import { type Calendar, useSetMaintenanceSearch } from "./use-calendar.ts";
import { type MaintenanceView, spans } from "./zone-time.ts";

export function CalendarToolbar({ calendar }: { readonly calendar: Calendar }) {
  const { view, date, time, step, goTo } = calendar;
  const { query = "", lanes } = maintenanceRoute.useSearch();
  const go = useSetMaintenanceSearch();
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Group gap={4} wrap="nowrap">
            <ActionIcon variant="default" aria-label={texts.earlier[view]} onClick={() => step(-1)}>
              <Icon name="left" />
            </ActionIcon>
            <Button onClick={() => goTo(undefined)}>{texts.today}</Button>
            <ActionIcon variant="default" aria-label={texts.later[view]} onClick={() => step(1)}>
              <Icon name="right" />
            </ActionIcon>
          </Group>
          <Text component="h2" fw={600} size="md" aria-live="polite">
            {periodTitle(calendar)}
          </Text>
        </Group>
        <SegmentedControl
          aria-label={texts.view}
          value={view}
          onChange={(value) => go({ view: value as MaintenanceView })}
          data={views.map((value) => ({ value, label: texts.views[value] }))}
        />
      </Group>
      <Group gap="sm" align="center">
        {/* Replaces the history entry: *Back* must not undo single letters. */}
        <SearchField label={texts.find} query={query} onQuery={(text) => go({ query: text }, false)} />
        <TextInput
          key={date}
          type="date"
          aria-label={texts.goTo}
          defaultValue={date}
          min="1970-01-02"
          max="9989-12-31"
          onChange={({ currentTarget: { value } }) => /^[1-9]\d{3}-\d\d-\d\d$/.test(value) && value !== date && goTo(value)}
        />
        {view !== "list" && (
          <Checkbox
            label={texts.busyOnly}
            checked={lanes === "busy"}
            onChange={({ currentTarget: { checked } }) => go({ lanes: checked ? "busy" : undefined })}
          />
        )}
        <ZoneSelect aria-label={texts.zone} label="" description="" value={time.zone} onChange={(zone) => go({ zone })} />
      </Group>
    </>
  );
}

/** `7 – 13 December 2026` */
function periodTitle({ view, period: { from, until } }: Calendar): string {
  if (view === "day") return spans.longDay(from);
  return view === "week" ? spans.dates(from, until) : spans.month(from);
}
