import { ActionIcon, Group, Popover, Stack, Text } from "@mantine/core";
import { Icon } from "../../elements/icon.tsx";
import classes from "./calendar.module.css";
import { calendarTexts as texts } from "./calendar-texts.ts";

const marks = ["scheduled", "active", "ended", "canceled", "planned", "proposed"] as const;

/** Legend and keys: read once, so they take no room from the calendar. */
export function CalendarHelp() {
  return (
    <Popover width="22rem" position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" aria-label={texts.help}>
          <Icon name="help" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.help}>
        <Stack gap="sm">
          <Group component="ul" gap="sm" className={classes.legend}>
            {marks.map((state) => (
              <Group key={state} component="li" gap={8}>
                <span className={classes.mark} data-state={state} />
                <Text size="xs">{texts.legend[state]}</Text>
              </Group>
            ))}
          </Group>
          <Text size="sm">{texts.legendTraffic}</Text>
          <Text size="sm">{texts.hint}</Text>
          <Text size="sm">{texts.hintDrag}</Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
