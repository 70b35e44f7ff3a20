import { Alert, Button, Group, Modal, SimpleGrid, Stack, Table, Text, TextInput } from "@mantine/core";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import { KnownInstantField } from "../../elements/instant-field.tsx";
import { durationText } from "../../elements/typed-times.ts";
import { ResolveList } from "../../review/resolve-list.tsx";
import { ownZone } from "../../texts/browser-locale.ts";
import { formatSpan } from "../../texts/formats.ts";
import { sharedTexts } from "../../texts/shared-texts.ts";
import { VerbFailure } from "../../verbs/verb-failure.tsx";
import { dateText } from "../windows/except-field.tsx";
import { plannedWall } from "../windows/shift-note.ts";
import { useVerbPlan, type VerbPlan, type WantedVerb } from "./use-verb-plan.ts";
import { verbDialogTexts as texts } from "./verb-dialog-texts.ts";
import { endingAt, startingAt, toVerbTimes, type VerbKind, type VerbProblem, type VerbTimes } from "./verb-plan.ts";

const { review } = sharedTexts;

interface VerbDialogProps {
  readonly project: string;
  readonly verb: WantedVerb;
  readonly onClose: () => void;
  /** Called when the verb was carried out or proposed. */
  readonly onDone: () => void;
}

/** Confirmation of a verb: its effect, and the guards that block it. */
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (plan.mayDo) void plan.send(false);
        }}
      >
        <Stack gap="md">
          <VerbTimesFields kind={kind} occurrence={occurrence} times={times} problem={problem} onChange={setTimes} />
          <VerbConsequence kind={kind} occurrence={occurrence} after={after} />
          <Reason plan={plan} />
          {guards.length > 0 ? (
            <ResolveList project={project} guards={guards} override={override} onChange={setOverride} />
          ) : (
            <VerbFailure run={run} onDone={onDone} />
          )}
          <Buttons kind={kind} plan={plan} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function Reason({ plan: { reason, setReason, hasReason, override } }: { readonly plan: VerbPlan }) {
  return (
    <TextInput
      label={texts.reason}
      description={texts.reasonHint}
      required={override.length > 0}
      error={hasReason ? undefined : review.reasonNeeded}
      maxLength={500}
      value={reason}
      onChange={({ currentTarget: { value } }) => setReason(value)}
    />
  );
}

interface ButtonsProps {
  readonly kind: VerbKind;
  readonly plan: VerbPlan;
  readonly onClose: () => void;
}

function Buttons({ kind, plan: { run, mayDo, mayPropose, send }, onClose }: ButtonsProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose} disabled={run.isBusy}>
        {texts.back}
      </Button>
      {mayPropose && (
        <Button variant="default" title={review.proposeMeaning} onClick={() => void send(true)}>
          {review.propose}
        </Button>
      )}
      <Button
        type="submit"
        {...(kind === "start" || kind === "cancel" ? { color: "closed" } : {})}
        loading={run.isBusy}
        disabled={!mayDo}
      >
        {texts.buttons[kind]}
      </Button>
    </Group>
  );
}

interface VerbTimesFieldsProps {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  readonly times: VerbTimes;
  readonly problem: VerbProblem | null;
  readonly onChange: (times: VerbTimes) => void;
}

/** The times that can be chosen, on the clock of the window; nothing where there are none. */
function VerbTimesFields(props: VerbTimesFieldsProps) {
  if (props.kind === "move") return <MoveFields {...props} />;
  return props.kind === "extend" ? <ExtendFields {...props} /> : null;
}

function MoveFields({ occurrence, times, problem, onChange }: VerbTimesFieldsProps) {
  const { zone } = occurrence;
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {texts.keepsLength}
      </Text>
      <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
        <KnownInstantField
          label={texts.start}
          required
          data-autofocus
          at={times.start}
          zone={zone}
          error={problem === "startPast" ? texts.startPast : undefined}
          onChange={(typed) => onChange(startingAt(times, typed, zone, toVerbTimes(occurrence), Date.now()))}
        />
        <KnownInstantField
          label={texts.end}
          required
          at={times.end}
          zone={zone}
          error={problem === "endBeforeStart" ? texts.endBeforeStart : undefined}
          onChange={(typed) => onChange(endingAt(times, typed, zone, Date.now()))}
        />
      </SimpleGrid>
    </Stack>
  );
}

const minutes = [15, 30, 60, 120];

function ExtendFields({ occurrence, times, problem, onChange }: VerbTimesFieldsProps) {
  const { zone } = occurrence;
  const present = Date.parse(occurrence.end);
  return (
    <Stack gap="xs">
      <Group gap="xs" role="group" aria-label={texts.quick}>
        {minutes.map((count) => {
          const end = present + count * 60_000;
          return (
            <Button
              key={count}
              size="xs"
              variant={times.end === end ? "light" : "default"}
              aria-pressed={times.end === end}
              onClick={() => onChange({ ...times, end })}
            >
              {texts.by(durationText(`PT${count}M`))}
            </Button>
          );
        })}
      </Group>
      <KnownInstantField
        label={texts.end}
        required
        data-autofocus
        at={times.end}
        zone={zone}
        error={problem === "endWrong" ? texts.endWrong : undefined}
        onChange={(typed) => onChange(endingAt(times, typed, zone, Date.now()))}
      />
    </Stack>
  );
}

interface VerbConsequenceProps {
  readonly kind: VerbKind;
  readonly occurrence: ListedOccurrence;
  /** Null: the occurrence is canceled. */
  readonly after: VerbTimes | null;
}

/** Exact effect of a verb: the occurrence, its scope, and its new times. */
function VerbConsequence({ kind, occurrence, after }: VerbConsequenceProps) {
  const wall = plannedWall(occurrence);
  return (
    <Alert color={kind === "start" ? "closed" : "gray"}>
      <Stack gap="xs">
        <Text size="sm">{texts.meanings[kind]}</Text>
        <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
          {`${occurrence.name}: ${texts.plannedFor(`${dateText(wall.slice(0, 10))}, ${wall.slice(11)} ${occurrence.zone}`)}. ${occurrence.scope}.`}
        </Text>
        <BeforeAfter occurrence={occurrence} after={after} />
        {occurrence.repeat !== null && <Text size="sm">{texts.onlyThis}</Text>}
      </Stack>
    </Alert>
  );
}

function BeforeAfter({ occurrence: { start, end, zone }, after }: Pick<VerbConsequenceProps, "occurrence" | "after">) {
  const isTime = after === null || after.end >= after.start;
  return (
    <Table fz="sm" withRowBorders={false} verticalSpacing={4} horizontalSpacing="xs">
      <Table.Tbody>
        <Table.Tr>
          <Table.Th scope="row" w="4rem" style={{ verticalAlign: "top" }}>
            {texts.before}
          </Table.Th>
          <Table.Td>
            <Clocks start={start} end={end} zone={zone} />
          </Table.Td>
        </Table.Tr>
        <Table.Tr fw={600}>
          <Table.Th scope="row" w="4rem" style={{ verticalAlign: "top" }}>
            {texts.after}
          </Table.Th>
          <Table.Td>
            {after === null && texts.noMore}
            {after !== null && (isTime ? <Clocks start={after.start} end={after.end} zone={zone} /> : "–")}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}

/** In the zone of the window, and in the user's own if it differs. */
function Clocks({ start, end, zone }: { readonly start: string | number; readonly end: string | number; readonly zone: string }) {
  return [...new Set([zone, ownZone])].map((clock) => <div key={clock}>{`${formatSpan(start, end, clock)} ${clock}`}</div>);
}
