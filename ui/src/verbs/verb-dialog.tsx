import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { RefusalList } from "../review/refusal-list.tsx";
import { sharedTexts } from "../texts/shared-texts.ts";
import { useVerbPlan, type VerbPlan, type WantedVerb } from "./use-verb-plan.ts";
import { VerbConsequence } from "./verb-consequence.tsx";
import { verbDialogTexts as texts } from "./verb-dialog-texts.ts";
import { VerbFailure } from "./verb-failure.tsx";
import type { VerbKind } from "./verb-plan.ts";
import { VerbTimesFields } from "./verb-times.tsx";

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
  const { times, setTimes, problem, after, refusals, override, setOverride, run } = plan;
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={texts.titles[kind](occurrence.window)}
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
          <VerbConsequence project={project} kind={kind} occurrence={occurrence} after={after} />
          <Reason plan={plan} />
          {refusals.length > 0 ? (
            <RefusalList project={project} refusals={refusals} override={override} onChange={setOverride} />
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
  const { review } = sharedTexts;
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
  const { review } = sharedTexts;
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
        {...(kind === "start" || kind === "cancel" ? { color: "red" } : {})}
        loading={run.isBusy}
        disabled={!mayDo}
      >
        {texts.buttons[kind]}
      </Button>
    </Group>
  );
}
