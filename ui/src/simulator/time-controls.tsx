import { Button, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { instantToWall, shownAt, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useNow } from "../elements/use-now.ts";
import { ZoneSelect } from "../elements/zoned-time.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { locale, ownZone } from "../texts/browser-locale.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { isSameAnswer, type Question, simulationQuery, toIsoText, touchingQuery } from "./simulation.ts";
import { simulatorRoute } from "./simulator-route.ts";
import { simulatorTexts as texts } from "./simulator-texts.ts";
import { type Direction, mayChangeAt } from "./transition.ts";

interface TimeControlsProps {
  readonly project: string;
  readonly question: Question | null;
  readonly chosen: ChosenInstant;
  readonly zone: string;
}

/** Controls for the instant of the request: typed, the present, or from change to change. */
export function TimeControls({ project, question, chosen, zone }: TimeControlsProps) {
  const navigate = simulatorRoute.useNavigate();
  const words = useInstantWords(zone);
  const { at, asked, isMoving, move, follow } = chosen;
  const isNow = asked === null && !isMoving;
  const choose = (zone: string | undefined) => void navigate({ search: (before) => ({ ...before, zone }), replace: true });
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
            onChange={(chosenZone) => choose(chosenZone === ownZone ? undefined : chosenZone)}
          />
          <Jumps project={project} question={question} at={at} onFound={move} />
        </Group>
        <Text size="sm" fw={600}>
          {words(at)}
          {isNow && ` · ${texts.following}`}
        </Text>
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

const day = 86_400_000;
/** Search distances in days: most changes are near, and a list of a year, the maximum, is long. */
const reaches = [1, 7, 31, 92, 365];
/** Instants to request, within one search distance. */
const mostAsked = 40;

type JumpState = "idle" | "looking" | "none" | "failed";

interface Jump {
  readonly state: JumpState;
  readonly direction: Direction | null;
  readonly jump: (direction: Direction) => void;
}

/** Jumps to the next or previous instant at which the answer changes, as the server computes it. */
function useJump(project: string, question: Question | null, at: number, onFound: (at: number) => void): Jump {
  const queries = useQueryClient();
  const [shown, setShown] = useState<{ readonly state: JumpState; readonly direction: Direction | null }>(idle);
  const run = useRef(0);
  // A search that is still running must not move the user back after they have moved on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another question or instant, it says nothing
  useEffect(() => {
    run.current++;
    setShown(idle);
  }, [project, JSON.stringify(question), at]);
  const jump = async (direction: Direction) => {
    if (!question) return;
    const own = ++run.current;
    setShown({ state: "looking", direction });
    const found = await changeFrom(queries, { project, question, at, direction }).catch(() => undefined);
    if (run.current !== own) return;
    if (typeof found === "number") onFound(found);
    else setShown({ state: found === null ? "none" : "failed", direction });
  };
  return { ...shown, jump: (direction) => void jump(direction) };
}

const idle = { state: "idle", direction: null } as const;

interface Search {
  readonly project: string;
  readonly question: Question;
  readonly at: number;
  readonly direction: Direction;
}

/** Epoch ms; null: there is none within a year. */
async function changeFrom(queries: QueryClient, { project, question, at, direction }: Search): Promise<number | null> {
  const instances = (await queries.fetchQuery(instanceListQuery(project))).map(({ id }) => id);
  let looked = 0;
  for (const days of reaches) {
    const reach = days * day;
    // Includes occurrences that end exactly there.
    const [from, until] = direction === "next" ? [at - 1, at + reach] : [at - reach, at + 1];
    const occurrences = await queries.fetchQuery(touchingQuery(project, from, until));
    const candidates = mayChangeAt(occurrences, question, instances, at, direction)
      .filter((ms) => Math.abs(ms - at) > looked && Math.abs(ms - at) <= reach)
      .slice(0, mostAsked);
    for (const ms of candidates) if (await isChange(queries, project, question, ms)) return ms;
    looked = reach;
  }
  return null;
}

async function isChange(queries: QueryClient, project: string, question: Question, ms: number): Promise<boolean> {
  const answerAt = (instant: number) => queries.fetchQuery(simulationQuery(project, question, toIsoText(instant)));
  const [before, after] = await Promise.all([answerAt(ms - 1), answerAt(ms)]);
  return !isSameAnswer(before.simulation, after.simulation);
}

interface ChosenInstant {
  /** Shown instant; epoch ms. */
  readonly at: number;
  /** Instant of the request: RFC 3339; null: the present. */
  readonly asked: string | null;
  /** The time is being typed: the request lags behind it. */
  readonly isMoving: boolean;
  readonly move: (at: number) => void;
  readonly follow: () => void;
}

/** Milliseconds without a move. */
const pause = 200;

/** Simulated instant. It goes into the address a moment after the last keystroke: the server only needs the last one. */
export function useInstant(): ChosenInstant {
  const { at: asked } = simulatorRoute.useSearch();
  const navigate = simulatorRoute.useNavigate();
  const now = useNow();
  const [moved, setMoved] = useState<number | null>(null);
  const ask = useCallback(
    (at: string | undefined) => void navigate({ search: (search) => ({ ...search, at }), replace: true }),
    [navigate],
  );
  useEffect(() => {
    if (moved === null) return;
    const timer = setTimeout(() => ask(toIsoText(moved)), pause);
    return () => clearTimeout(timer);
  }, [moved, ask]);
  // More may have been typed before the address changed.
  useEffect(() => setMoved((latest) => (latest !== null && toIsoText(latest) === asked ? null : latest)), [asked]);
  return {
    at: moved ?? (asked === undefined ? Math.floor(now / 1000) * 1000 : Date.parse(asked)),
    asked: asked ?? null,
    isMoving: moved !== null,
    move: (at) => setMoved(Math.min(latest, Math.max(earliest, at))),
    follow: () => {
      setMoved(null);
      ask(undefined);
    },
  };
}

/** Range of instants that the address accepts. */
const earliest = Date.UTC(1971, 0);
const latest = Date.UTC(9998, 0) - 1;
