import { Button, Fieldset, Group, Stack, Text, Textarea } from "@mantine/core";
import type { ProposalDetail } from "drawbridge-rules/wire/proposal.ts";
import type { ReactNode } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { VerbError } from "../credentials/verb-error.tsx";
import { admin } from "../server-connection.ts";
import { notifyDone } from "../verbs/notify-done.ts";
import { useVerb, type Verb } from "../verbs/use-verb.ts";
import { proposalTexts as texts } from "./proposal-texts.ts";

export interface ProposalVerbsProps {
  readonly project: string;
  /** The reviewed proposal. Another hash needs another `key` of the component. */
  readonly proposal: ProposalDetail;
}

interface ProposalEndProps extends ProposalVerbsProps {
  readonly onClose: () => void;
}

/** Rejects or withdraws a proposal, with a reason. */
export function RejectProposal({ project, proposal: { id }, onClose }: ProposalEndProps) {
  const { form, change, drop } = useSavedForm<{ readonly why: string }>(`${project}/proposals/${id}/reject`, { why: "" });
  const verb = useVerb(project, (why: string, idempotencyKey) =>
    admin.rejectProposal({ project, proposal: id, body: { reason: why }, idempotencyKey }),
  );
  const why = form.why.trim();
  const send = async () => {
    if (why === "" || !(await verb.run(why))) return;
    drop();
    notifyDone(texts.rejected);
    onClose();
  };
  return (
    <End
      title={texts.reject}
      meaning={texts.rejectMeaning}
      verb={verb}
      isReady={why !== ""}
      onSend={() => void send()}
      onBack={onClose}
    >
      <Textarea
        label={texts.why}
        description={texts.whyHint}
        required
        data-autofocus
        ref={(field) => field?.focus()}
        maxLength={500}
        autosize
        minRows={2}
        maxRows={6}
        value={form.why}
        error={verb.problemAt("reason")}
        onChange={({ currentTarget: { value } }) => change({ why: value })}
      />
    </End>
  );
}

export function WithdrawProposal({ project, proposal: { id }, onClose }: ProposalEndProps) {
  const verb = useVerb(project, (wanted: string, idempotencyKey) =>
    admin.withdrawProposal({ project, proposal: wanted, idempotencyKey }),
  );
  const send = async () => {
    if (!(await verb.run(id))) return;
    notifyDone(texts.withdrawn);
    onClose();
  };
  return (
    <End title={texts.withdraw} meaning={texts.withdrawMeaning} verb={verb} isReady onSend={() => void send()} onBack={onClose} />
  );
}

interface EndProps {
  readonly title: string;
  readonly meaning: string;
  readonly verb: Pick<Verb<never, unknown>, "isBusy" | "error" | "problemsBeside">;
  readonly isReady: boolean;
  readonly onSend: () => void;
  readonly onBack: () => void;
  readonly children?: ReactNode;
}

function End({ title, meaning, verb, isReady, onSend, onBack, children }: EndProps) {
  return (
    <Fieldset legend={title}>
      <Stack gap="sm">
        <Text size="sm">{meaning}</Text>
        {children}
        <VerbError verb={verb} fields={["reason"]} />
        <Group gap="sm">
          <Button variant="default" onClick={onBack}>
            {texts.back}
          </Button>
          <Button color="red" disabled={!isReady} loading={verb.isBusy} onClick={onSend}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}
