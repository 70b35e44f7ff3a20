import { Alert, Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { isRefused } from "drawbridge-client/admin";
import type { GuardCode } from "drawbridge-rules/changes/guard-code.ts";
import { listedState } from "drawbridge-rules/occurrence/listed-occurrence.ts";
import type { ListedOccurrence, OccurrenceState } from "drawbridge-rules/wire/maintenance.ts";
import { useState } from "react";
import { Hint } from "../../elements/cells.tsx";
import { Form } from "../../elements/form-fields.tsx";
import { KnownInstantField } from "../../elements/instant-field.tsx";
import { useExactNow } from "../../elements/use-now.ts";
import { ResolveList } from "../../review/resolve-list.tsx";
import { formatSpan, ownZone } from "../../texts/formats.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { useMaintenanceVerb, VerbFailure } from "../../verbs/verb-form.tsx";
import { namedOccurrenceQuery } from "../calendar/occurrence-list.ts";
import { verbDialogTexts as texts } from "./verb-dialog-texts.ts";
import {
  endingAt,
  firstTimes,
  plannedTimes,
  startingAt,
  toVerbTimes,
  type VerbKind,
  type VerbProblem,
  type VerbTimes,
  verbProblem,
  verbRequest,
} from "./verb-plan.ts";

const { review } = sharedTexts;

const over: readonly OccurrenceState[] = ["ended", "canceled", "skipped"];

export interface WantedVerb {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  /** Times of a move or an extension. The dialog can change them. */
  readonly times?: VerbTimes;
}

interface VerbDialogProps {
  readonly project: string;
  readonly verb: WantedVerb;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function VerbDialog({ project, verb, onClose, onDone }: VerbDialogProps) {
  const { kind, occurrence } = verb;
  const now = useExactNow();
  const [times, setTimes] = useState(() => firstTimes(kind, occurrence, verb.times));
  const [reason, setReason] = useState("");
  const [override, setOverride] = useState<readonly GuardCode[]>([]);
  const { name, scope, start, end, zone, repeat } = occurrence;
  const run = useMaintenanceVerb(project, ({ verb, options }) =>
    options?.propose ? `${texts.proposed(name)} ${review.proposedMeaning}` : texts.done[verb](name),
  );
  const guards = isRefused(run.error) ? run.error.guards : [];
  const blocked = guards.flatMap(({ code }) => (override.includes(code) ? [] : [code]));
  const present = useQuery(namedOccurrenceQuery(project, occurrence.occurrence)).data;
  // Another user may have ended, canceled or deleted it while the dialog was open.
  const isOver = !run.isBusy && (present === null || (present !== undefined && over.includes(listedState(present, now))));
  const problem = verbProblem(kind, occurrence, times, now);
  const after = plannedTimes(kind, occurrence, times, now);
  const hasReason = override.length === 0 || reason.trim() !== "";
  const isReady = !isOver && problem === null && hasReason && !run.isBusy;
  const mayDo = isReady && blocked.length === 0;
  const needsTwo = kind === "move" && guards.some(({ code }) => code === "four_eyes");
  const mayPropose = needsTwo && isReady && blocked.every((guard) => guard === "four_eyes");
  const send = async (propose: boolean) => {
    const options = {
      ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
      ...(override.length === 0 ? {} : { override }),
      ...(propose ? { propose: true as const } : {}),
    };
    if ((await run.run({ ...verbRequest(kind, occurrence, times), options })) !== null) onDone();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={texts.titles[kind](name)}
      closeOnClickOutside={false}
      closeOnEscape={!run.isBusy}
      closeButtonProps={{ disabled: run.isBusy }}
    >
      <Form onSubmit={() => mayDo && send(false)}>
        <Stack gap="md">
          {isOver && (
            <Alert color="caution" role="alert">
              {texts.over}
            </Alert>
          )}
          <VerbTimesFields kind={kind} occurrence={occurrence} times={times} problem={problem} onChange={setTimes} />
          {!isOver && (
            <Stack gap={4}>
              <Text>{texts.meanings[kind]}</Text>
              {repeat !== null && <Text>{texts.onlyThis}</Text>}
              <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
                {`${scope} · `}
                <Span start={start} end={end} zone={zone} />
              </Text>
              {(kind === "move" || kind === "extend") && after !== null && after.end >= after.start && (
                <Text fw={600}>
                  {`${texts.after} `}
                  <Span start={after.start} end={after.end} zone={zone} />
                </Text>
              )}
            </Stack>
          )}
          <TextInput
            label={review.reason}
            required={override.length > 0}
            error={hasReason ? undefined : review.reasonNeeded}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          {guards.length > 0 ? (
            <ResolveList project={project} guards={guards} override={override} onChange={setOverride} />
          ) : (
            <VerbFailure run={run} onDone={onDone} />
          )}
          <Group justify="flex-end">
            <Button onClick={onClose} disabled={run.isBusy}>
              {texts.back}
            </Button>
            {mayPropose && (
              <Button title={review.proposeMeaning} onClick={() => void send(true)}>
                {review.propose}
              </Button>
            )}
            <Button
              variant="filled"
              type="submit"
              {...(kind === "start" ? { color: "closed" } : {})}
              {...(kind === "complete" ? { "data-autofocus": true } : {})}
              loading={run.isBusy}
              disabled={!mayDo}
            >
              {texts.buttons[kind]}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

interface VerbTimesFieldsProps {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  readonly times: VerbTimes;
  readonly problem: VerbProblem | null;
  readonly onChange: (times: VerbTimes) => void;
}

function VerbTimesFields({ kind, occurrence, times, problem, onChange }: VerbTimesFieldsProps) {
  const { zone } = occurrence;
  const isMove = kind === "move";
  if (!isMove && kind !== "extend") return null;
  return (
    <Stack gap="xs">
      {isMove && <Hint>{texts.keepsLength}</Hint>}
      <SimpleGrid type="container" cols={{ base: 1, "28rem": isMove ? 2 : 1 }} spacing="sm">
        {isMove && (
          <KnownInstantField
            label={texts.start}
            required
            data-autofocus
            at={times.start}
            zone={zone}
            error={problem === "startPast" ? texts.startPast : undefined}
            onChange={(typed) => onChange(startingAt(times, typed, zone, toVerbTimes(occurrence), Date.now()))}
          />
        )}
        <KnownInstantField
          label={texts.end}
          required
          {...(isMove ? {} : { "data-autofocus": true })}
          at={times.end}
          zone={zone}
          error={problem === null || problem === "startPast" ? undefined : texts[problem]}
          onChange={(typed) => onChange(endingAt(times, typed, zone, Date.now()))}
        />
      </SimpleGrid>
    </Stack>
  );
}

interface SpanProps {
  readonly start: string | number;
  readonly end: string | number;
  readonly zone: string;
}

function Span({ start, end, zone }: SpanProps) {
  return <span title={`${formatSpan(start, end, zone)} ${zone}`}>{formatSpan(start, end, ownZone)}</span>;
}
