import { Group, Text } from "@mantine/core";
import { Icon } from "../elements/icon.tsx";
import classes from "./timeline.module.css";
import { timelineTexts as texts } from "./timeline-texts.ts";

export function TimelineLegend() {
  const marks = [
    ["scheduled", texts.legendPlanned],
    ["in_force", texts.legendInForce],
    ["over", texts.legendOver],
    ["cancelled", texts.legendCancelled],
    ["planned", texts.legendMoved],
  ] as const;
  return (
    <Group component="ul" aria-label={texts.legend} gap="md" className={classes.legend}>
      {marks.map(([state, text]) => (
        <Group key={state} component="li" gap={6}>
          <span className={classes.mark} data-state={state} />
          <Text size="xs">{text}</Text>
        </Group>
      ))}
      <Group component="li" gap={6}>
        <Icon name="repeat" size={0.875} />
        <Text size="xs">{texts.legendRecurs}</Text>
      </Group>
      <Group component="li" gap={6}>
        <Icon name="file" size={0.875} />
        <Text size="xs">{texts.legendManifest}</Text>
      </Group>
    </Group>
  );
}
