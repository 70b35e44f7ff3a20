import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Text, TextInput } from "@mantine/core";
import { Icon } from "../elements/icon.tsx";
import { useShortcut } from "../shell/shortcut.ts";
import { type TimelineView, timelineRoute, views } from "./timeline-route.ts";
import { timelineTexts as texts } from "./timeline-texts.ts";
import { useSetTimelineSearch } from "./use-set-timeline-search.ts";
import type { Timeline } from "./use-timeline.ts";
import { ZoneMenu } from "./zone-menu.tsx";

interface TimelineToolbarProps {
  readonly timeline: Timeline;
  /** Title of the visible period: `7 – 13 December 2026`. */
  readonly title: string;
}

export function TimelineToolbar({ timeline, title }: TimelineToolbarProps) {
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Steps timeline={timeline} />
          <Text component="h2" fw={650} fz="lg" aria-live="polite">
            {title}
          </Text>
        </Group>
        <Views timeline={timeline} />
      </Group>
      <Group gap="sm" align="center">
        <Search view={timeline.view} />
        <GoToDate timeline={timeline} />
        <ZoneMenu zones={timeline.zones} view={timeline.view} />
      </Group>
    </>
  );
}

function Steps({ timeline: { view, step, goTo } }: { readonly timeline: Timeline }) {
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

function Views({ timeline: { view } }: { readonly timeline: Timeline }) {
  const go = useSetTimelineSearch();
  const show = (wanted: TimelineView) => go({ view: wanted });
  useShortcut("1", texts.views.day, () => show("day"));
  useShortcut("2", texts.views.week, () => show("week"));
  useShortcut("3", texts.views.month, () => show("month"));
  useShortcut("4", texts.views.list, () => show("list"));
  return (
    <SegmentedControl
      aria-label={texts.view}
      value={view}
      onChange={(value) => show(value as TimelineView)}
      data={views.map((value) => ({ value, label: texts.views[value] }))}
    />
  );
}

function GoToDate({ timeline: { date, goTo } }: { readonly timeline: Timeline }) {
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
function Search({ view }: { readonly view: TimelineView }) {
  const { query = "", lanes } = timelineRoute.useSearch();
  const go = useSetTimelineSearch();
  return (
    <>
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
      {view !== "list" && (
        <Checkbox
          label={texts.busyOnly}
          checked={lanes === "busy"}
          onChange={({ currentTarget: { checked } }) => go({ lanes: checked ? "busy" : undefined })}
        />
      )}
    </>
  );
}
