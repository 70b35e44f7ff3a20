import { Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { instantToWall, shownAt, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { useState } from "react";
import { ZoneSelect } from "../elements/zone-select.tsx";
import { locale, ownZone } from "../texts/browser-locale.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import type { Question } from "./question.ts";
import { simulatorRoute } from "./simulator-route.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import { TimeSlider } from "./time-slider.tsx";
import { type SpanName, spanNames } from "./time-span.ts";
import type { ChosenInstant } from "./use-instant.ts";
import { useJump } from "./use-jump.ts";

interface TimeControlsProps {
  readonly project: string;
  readonly question: Question | null;
  readonly chosen: ChosenInstant;
  readonly zone: string;
}

/** Controls for the instant of the request: typed, the present, or from change to change. */
export function TimeControls({ project, question, chosen, zone }: TimeControlsProps) {
  const { span = "day" } = simulatorRoute.useSearch();
  const navigate = simulatorRoute.useNavigate();
  const words = useInstantWords(zone);
  const { at, asked, isMoving, move, follow } = chosen;
  const isNow = asked === null && !isMoving;
  const change = (search: object) => void navigate({ search: (before) => ({ ...before, ...search }), replace: true });
  return (
    <Fieldset legend={texts.when}>
      <Stack gap="md">
        <Group gap="sm" align="flex-end">
          <Button variant={isNow ? "filled" : "default"} aria-pressed={isNow} onClick={follow}>
            {texts.now}
          </Button>
          <InstantField key={zone} at={at} zone={zone} onChange={move} />
          <ZoneSelect
            description={undefined}
            w="14rem"
            value={zone}
            onChange={(chosenZone) => change({ zone: chosenZone === ownZone ? undefined : chosenZone })}
          />
          <NativeSelect
            label={texts.span}
            value={span}
            onChange={({ currentTarget: { value } }) => change({ span: value === "day" ? undefined : (value as SpanName) })}
            data={spanNames.map((value) => ({ value, label: texts.spans[value] }))}
          />
        </Group>
        <TimeSlider project={project} question={question} at={at} text={words(at)} zone={zone} span={span} onMove={move} />
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={600}>
            {words(at)}
            {isNow && ` · ${texts.following}`}
          </Text>
          <Jumps project={project} question={question} at={at} onFound={move} />
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface InstantFieldProps {
  readonly at: number;
  readonly zone: string;
  readonly onChange: (at: number) => void;
}

/** Input stays as typed, even before it is a valid time. */
function InstantField({ at, zone, onChange }: InstantFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && Number.isNaN(wallToInstant(typed, zone));
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={texts.atField}
      error={isWrong ? texts.atWrong : undefined}
      value={typed ?? instantToWall(at, zone)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const instant = wallToInstant(value, zone);
        if (!Number.isNaN(instant)) onChange(instant);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

interface JumpsProps {
  readonly project: string;
  readonly question: Question | null;
  readonly at: number;
  readonly onFound: (at: number) => void;
}

function Jumps({ project, question, at, onFound }: JumpsProps) {
  const { state, direction, jump } = useJump(project, question, at, onFound);
  const said = {
    idle: "",
    looking: texts.looking,
    none: direction === "next" ? texts.noNext : texts.noPrevious,
    failed: texts.jumpFailed,
  }[state];
  return (
    <Stack gap={0}>
      <Group gap="sm">
        {(["previous", "next"] as const).map((way) => (
          <Button
            key={way}
            variant="default"
            disabled={question === null}
            loading={state === "looking" && direction === way}
            onClick={() => jump(way)}
          >
            {texts[way]}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {said}
      </Text>
    </Stack>
  );
}

/** Instant in the zone and in UTC, with milliseconds unless it is a whole minute. */
function useInstantWords(zone: string): (at: number) => string {
  const { time } = sharedTexts;
  return (at) => {
    const timeStyle = at % 60_000 === 0 ? "short" : "medium";
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle, timeZone: "UTC" });
    const on = (timeZone: string) => format.format(shownAt(at, timeZone));
    const rest = at % 1000 === 0 ? "" : ` (+${at % 1000} ms)`;
    const utc = zone === "UTC" ? "" : ` · ${on("UTC")} ${time.utc}`;
    return `${on(zone)}${rest} ${zone}${utc}`;
  };
}
