import { Alert, Button, Group, Modal, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { Hint } from "../../elements/cells.tsx";
import { Form } from "../../elements/form-fields.tsx";
import { KnownInstantField } from "../../elements/instant-field.tsx";
import { ResolveList } from "../../review/resolve-list.tsx";
import { ownZone } from "../../texts/browser-locale.ts";
import { formatSpan } from "../../texts/formats.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { VerbFailure } from "../../verbs/verb-form.tsx";
import { useVerbPlan, type WantedVerb } from "./use-verb-plan.ts";
import { verbDialogTexts as texts } from "./verb-dialog-texts.ts";
import { endingAt, startingAt, toVerbTimes, type VerbKind, type VerbProblem, type VerbTimes } from "./verb-plan.ts";

const { review } = sharedTexts;

interface VerbDialogProps {
  readonly project: string;
  readonly verb: WantedVerb;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function VerbDialog({ project, verb, onClose, onDone }: VerbDialogProps) {
  const { kind, occurrence } = verb;
  const plan = useVerbPlan(project, verb, onDone);
  const { times, setTimes, problem, after, guards, override, setOverride, run } = plan;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={texts.titles[kind](occurrence.name)}
      closeOnClickOutside={false}
      closeOnEscape={!run.isBusy}
      closeButtonProps={{ disabled: run.isBusy }}
    >
      <Form onSubmit={() => plan.mayDo && plan.send(false)}>
        <Stack gap="md">
          {plan.isOver && (
            <Alert color="caution" role="alert">
              {texts.over}
            </Alert>
          )}
          <VerbTimesFields kind={kind} occurrence={occurrence} times={times} problem={problem} onChange={setTimes} />
          {!plan.isOver && <VerbConsequence kind={kind} occurrence={occurrence} after={after} />}
          <TextInput
            label={texts.reason}
            required={override.length > 0}
            error={plan.hasReason ? undefined : review.reasonNeeded}
            maxLength={500}
            value={plan.reason}
            onChange={({ currentTarget: { value } }) => plan.setReason(value)}
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
            {plan.mayPropose && (
              <Button title={review.proposeMeaning} onClick={() => void plan.send(true)}>
                {review.propose}
              </Button>
            )}
            <Button
              variant="filled"
              type="submit"
              {...(kind === "start" ? { color: "closed" } : {})}
              {...(kind === "complete" ? { "data-autofocus": true } : {})}
              loading={run.isBusy}
              disabled={!plan.mayDo}
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

interface VerbConsequenceProps {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  readonly after: VerbTimes | null;
}

function VerbConsequence({ kind, occurrence, after }: VerbConsequenceProps) {
  const { scope, start, end, repeat } = occurrence;
  const isMoved = (kind === "move" || kind === "extend") && after !== null && after.end >= after.start;
  return (
    <Stack gap={4}>
      <Text>{texts.meanings[kind]}</Text>
      {repeat !== null && <Text>{texts.onlyThis}</Text>}
      <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
        {`${scope} · `}
        <Span start={start} end={end} zone={occurrence.zone} />
      </Text>
      {isMoved && (
        <Text fw={600}>
          {`${texts.after} `}
          <Span start={after.start} end={after.end} zone={occurrence.zone} />
        </Text>
      )}
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
