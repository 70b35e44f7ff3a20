import { Button, Fieldset, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ListedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useState } from "react";
import { VerbError } from "../credentials/verb-error.tsx";
import { ConfirmByTyping } from "../elements/confirm-by-typing.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { readKeyTexts as texts } from "./read-key-texts.ts";

interface MoveReadKeyProps {
  readonly project: string;
  readonly value: ListedReadKey;
  readonly onDone: () => void;
}

/** Moves an imported key to another project, or releases it; for administrators. */
export function MoveReadKey({ project, value: { id, name }, onDone }: MoveReadKeyProps) {
  const projects = useQuery(projectListQuery).data ?? [];
  const [target, setTarget] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const move = useVerb(project, ({ to, why }: { readonly to: string; readonly why: string }, idempotencyKey) =>
    admin.moveReadKey({ body: { project, key: id, to }, reason: why, idempotencyKey }),
  );
  const release = useVerb(project, (why: string, idempotencyKey) =>
    admin.releaseReadKey({ body: { project, key: id }, reason: why, idempotencyKey }),
  );
  const isBusy = move.isBusy || release.isBusy;
  const why = reason.trim();
  const sendMove = async () => {
    if (isBusy || target === null) return;
    const answer = await move.run({ to: target, why });
    if (!answer) return;
    notifyDone(texts.moved(name, target));
    onDone();
  };
  const sendRelease = async () => {
    const answer = isBusy ? null : await release.run(why);
    if (!answer) return;
    notifyDone(texts.released(name));
    onDone();
  };
  return (
    <Fieldset legend={texts.otherProject}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{texts.moveMeaning}</Text>
        <TextInput
          w="100%"
          label={texts.why}
          description={texts.whyHint}
          required
          autoComplete="off"
          maxLength={500}
          value={reason}
          error={move.problemAt("reason") ?? release.problemAt("reason")}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Select
          w="100%"
          label={texts.target}
          searchable
          limit={50}
          data={projects.filter((each) => each.id !== project).map((each) => ({ value: each.id, label: each.name || each.id }))}
          value={target}
          error={move.problemAt("to")}
          onChange={setTarget}
        />
        <VerbError verb={move} fields={["reason", "to"]} />
        <Button disabled={target === null || why === ""} loading={move.isBusy} onClick={() => void sendMove()}>
          {texts.move}
        </Button>
        {why !== "" && (
          <>
            <Text size="sm">{texts.releaseMeaning}</Text>
            <ConfirmByTyping text={name} button={texts.release} onConfirm={() => void sendRelease()} />
            <VerbError verb={release} fields={["reason"]} />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}
