import { ActionIcon, Button, Group, Popover, Stack, Text } from "@mantine/core";
import { Icon } from "../elements/icon.tsx";
import { ZoneSelect } from "../elements/zone-select.tsx";
import { maxTimeZones, type TimelineView } from "./timeline-route.ts";
import { timelineTexts as texts } from "./timeline-texts.ts";
import { useSetTimelineSearch } from "./use-set-timeline-search.ts";

interface ZoneMenuProps {
  readonly zones: readonly [string, ...string[]];
  /** The list uses only the first zone. */
  readonly view: TimelineView;
}

/** Menu for the zone of the timeline and additional ones. */
export function ZoneMenu({ zones: [zone, ...others], view }: ZoneMenuProps) {
  const go = useSetTimelineSearch();
  const beside = (zones: readonly string[]) => go({ zones: zones.length === 0 ? undefined : zones });
  return (
    <Popover width="20rem" position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="history" size={1} />}>
          {`${texts.zones}: ${[zone, ...(view === "list" ? [] : others)].join(", ")}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.zones}>
        <Stack gap="sm">
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
