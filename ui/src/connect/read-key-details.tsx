import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import type { ListedReadKey, ReadKey, RotatedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useState } from "react";
import { CredentialDetails } from "../credentials/credential-details.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { Quiet } from "../elements/cells.tsx";
import { ConfirmByTyping, DurationField } from "../elements/form-fields.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { ScreenLink } from "../elements/screen.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { useSession } from "../session/session.ts";
import { formatInstant, formatList } from "../texts/formats.ts";
import { KeyAdviceAlert } from "../usage/key-advice-alert.tsx";
import { KeyUsageSection } from "../usage/key-usage-section.tsx";
import { notifyDone, useVerb } from "../verbs/use-verb.ts";
import { VerbError, VerbForm, VerbSection } from "../verbs/verb-form.tsx";
import { Snippets } from "./app-code.tsx";
import { connectRoute } from "./connect-route.ts";
import { connectTexts } from "./connect-texts.ts";
import { rememberKey } from "./known-keys.ts";
import { readKeyListQuery, requiredRole } from "./read-key-list.ts";
import { readKeyTexts as texts } from "./read-key-texts.ts";

interface ReadKeyDetailsProps {
  readonly project: string;
  readonly value: ListedReadKey;
  readonly onClose: () => void;
}

export function ReadKeyDetails({ project, value, onClose }: ReadKeyDetailsProps) {
  const { administrator } = useSession();
  const keys = useQuery(readKeyListQuery(project)).data ?? [];
  const successor = keys.find(({ id }) => id === value.replaced_by);
  const [rotated, setRotated] = useState<RotatedReadKey | null>(null);
  if (rotated) {
    const { expires_at: until } = rotated.replaces;
    return (
      <ShownOnce title={texts.created} text={rotated.key} name={texts.theKey} onDone={onClose}>
        {until !== null && <Text size="sm">{texts.rotated(formatInstant(until))}</Text>}
        <Snippets project={project} apiKey={rotated.key} />
      </ShownOnce>
    );
  }
  return (
    <Stack gap="md">
      <CredentialDetails
        project={project}
        value={value}
        texts={texts}
        scope={{ [texts.columns.scope]: <ReadKeyScope value={value} /> }}
        use={{
          [texts.columns.use]: value.last_used_at === null ? credentialTexts.never : <InstantText at={value.last_used_at} />,
          [texts.replaced]: successor && (
            <ScreenLink project={project} to={connectRoute.fullPath} search={{ tab: "keys", edit: successor.id }}>
              {connectTexts.keyMade(successor.name || successor.id, successor.last4)}
            </ScreenLink>
          ),
        }}
        role={requiredRole}
        revoke={(key, idempotencyKey) => admin.revokeReadKey({ project, key, idempotencyKey })}
        warning={!isEnding(value) && value.rehearsal === null && <KeyAdviceAlert value={value} />}
        onClose={onClose}
      >
        {value.rehearsal && (
          <Alert color="gray">
            {"at" in value.rehearsal ? texts.rehearsedUntil(formatInstant(value.rehearsal.at)) : texts.rehearsedOpen}
          </Alert>
        )}
        {isEnding(value) && <KeyAdviceAlert value={value} />}
        <KeyUsageSection project={project} id={value.id} />
        {value.state === "active" && value.replaced_by === null && (
          <MayEdit project={project} role={requiredRole}>
            <Rotate project={project} value={value} onDone={setRotated} />
          </MayEdit>
        )}
      </CredentialDetails>
      {value.imported && administrator && <MoveReadKey project={project} value={value} onDone={onClose} />}
    </Stack>
  );
}

/** Also for a key that has ended. For other keys, the revocation shows the advice. */
function isEnding({ state, expires_at, replaced_by, rehearsal }: ListedReadKey): boolean {
  return state !== "active" || (rehearsal === null && (expires_at !== null || replaced_by !== null));
}

interface VerbProps<Done> {
  readonly project: string;
  readonly value: ListedReadKey;
  readonly onDone: Done;
}

/** Asks for the overlap, and confirms what it means before a second key exists. */
function Rotate({ project, value: { id, name }, onDone }: VerbProps<(key: RotatedReadKey) => void>) {
  const [overlap, setOverlap] = useState("P30D");
  const [isAsked, setIsAsked] = useState(false);
  const verb = useVerb(
    project,
    (wanted: string, idempotencyKey) => admin.rotateReadKey({ project, key: id, body: { overlap: wanted }, idempotencyKey }),
    (_, answer) => {
      rememberKey(answer.id, answer.key);
      onDone(answer);
    },
  );
  const length = parseDuration(overlap);
  const rotate = async () => {
    // The field shows what the server refuses.
    if (!(await verb.run(overlap))) setIsAsked(false);
  };
  return (
    <VerbSection title={texts.rotate} meaning={texts.rotateMeaning} verb={verb} fields={["overlap"]}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (length === null) void verb.run(overlap);
          else setIsAsked(true);
        }}
      >
        <Group gap="sm" align="flex-end">
          <DurationField
            label={texts.overlap}
            description={texts.overlapHint}
            value={overlap}
            error={verb.problemAt("overlap")}
            onChange={setOverlap}
          />
          <Button type="submit" variant="default">
            {texts.rotateDo}
          </Button>
        </Group>
      </form>
      <Modal opened={isAsked} onClose={() => setIsAsked(false)} title={texts.rotateTitle(name || id)}>
        <VerbForm verb={verb} fields={["overlap"]} submit={texts.rotateDo} onSubmit={rotate} onCancel={() => setIsAsked(false)}>
          <Text size="sm">{length ? texts.rotateUntil(formatInstant(Date.now() + length)) : texts.rotateEnds}</Text>
        </VerbForm>
      </Modal>
    </VerbSection>
  );
}

function MoveReadKey({ project, value: { id, name }, onDone }: VerbProps<() => void>) {
  const projects = useQuery(projectListQuery).data ?? [];
  const [target, setTarget] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const say = (text: string) => {
    notifyDone(text);
    onDone();
  };
  const why = reason.trim();
  const move = useVerb(
    project,
    ({ to, reason: given }: { readonly to: string; readonly reason: string }, idempotencyKey) =>
      admin.moveReadKey({ body: { project, key: id, to }, reason: given, idempotencyKey }),
    ({ to }) => say(texts.moved(name, to)),
  );
  const release = useVerb(
    project,
    (given: string, idempotencyKey) => admin.releaseReadKey({ body: { project, key: id }, reason: given, idempotencyKey }),
    () => say(texts.released(name)),
  );
  const isBusy = move.isBusy || release.isBusy;
  return (
    <VerbSection title={texts.otherProject} meaning={texts.moveMeaning} verb={release} fields={["reason"]}>
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
      <Button
        disabled={target === null || why === "" || isBusy}
        loading={move.isBusy}
        onClick={() => target !== null && void move.run({ to: target, reason: why })}
      >
        {texts.move}
      </Button>
      {why !== "" && (
        <>
          <Text size="sm">{texts.releaseMeaning}</Text>
          <ConfirmByTyping text={name} button={texts.release} onConfirm={() => !isBusy && void release.run(why)} />
        </>
      )}
    </VerbSection>
  );
}

/** Scope of a key in one line. */
export function ReadKeyScope({ value }: { readonly value: ReadKey }) {
  const { endpoints, platforms, instances } = value;
  const parts = [endpoints?.map((endpoint) => texts.endpointsOf[endpoint]), platforms, instances].flatMap((part) =>
    part ? [formatList(part)] : [],
  );
  return parts.length === 0 ? <Quiet>{texts.everything}</Quiet> : parts.join(" · ");
}
