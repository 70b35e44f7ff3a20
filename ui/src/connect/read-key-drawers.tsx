import { Alert, Button, Code, Group, Modal, MultiSelect, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Endpoint } from "drawbridge-rules/credentials/read-key.ts";
import { parseDuration } from "drawbridge-rules/values/duration.ts";
import type {
  CreatedReadKey,
  ListedReadKey,
  ReadKey,
  ReadKeyAnswer,
  Rehearsal,
  RotatedReadKey,
} from "drawbridge-rules/wire/read-key.ts";
import { useState } from "react";
import { CredentialDetails, NewCredential, parseExpiry } from "../credentials/credential-drawers.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { Advanced, InstantText, Quiet } from "../elements/cells.tsx";
import { ChoiceField, DurationField, type FieldsProps, Form, fieldsOf } from "../elements/form-fields.tsx";
import { InstantField } from "../elements/instant-field.tsx";
import { ScreenLink } from "../elements/screen.tsx";
import { useNow } from "../elements/use-now.ts";
import { instanceDisplayName, instanceListQuery } from "../instances/instance-list.ts";
import { connectRoute } from "../routes.ts";
import { admin } from "../server-connection.ts";
import { MayEdit, useSession } from "../session/session.ts";
import { formatInstant, formatList, formatRelative, ownZone } from "../texts/formats.ts";
import { adviseOnKey } from "../usage/key-advice.ts";
import { KeyUsageSection } from "../usage/key-usage-section.tsx";
import { usageTexts } from "../usage/usage-texts.ts";
import { notifyDone, useVerb, VerbForm, VerbSection } from "../verbs/verb-form.tsx";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { Snippets } from "./app-code.tsx";
import { connectTexts } from "./connect-texts.ts";
import { rememberKey } from "./known-keys.ts";
import { LastRequest } from "./last-request.tsx";
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
        {until !== null && <Text>{texts.rotated(formatInstant(until))}</Text>}
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
      {value.imported && administrator && (
        <Text>
          {texts.toMove} <Code>{`drawbridge key set ${value.id} --project ${project} --to PROJECT --reason REASON`}</Code>
        </Text>
      )}
    </Stack>
  );
}

/** True also for a key that has ended; for other keys, the revocation shows the advice. */
function isEnding({ state, expires_at, replaced_by, rehearsal }: ListedReadKey): boolean {
  return state !== "active" || (rehearsal === null && (expires_at !== null || replaced_by !== null));
}

interface RotateProps {
  readonly project: string;
  readonly value: ListedReadKey;
  readonly onDone: (key: RotatedReadKey) => void;
}

/** The rotation is confirmed before a second key exists. */
function Rotate({ project, value: { id, name }, onDone }: RotateProps) {
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
      <Form onSubmit={() => (length === null ? verb.run(overlap) : setIsAsked(true))}>
        <Group gap="sm" align="flex-end">
          <DurationField
            label={texts.overlap}
            description={texts.overlapHint}
            value={overlap}
            error={verb.problemAt("overlap")}
            onChange={setOverlap}
          />
          <Button type="submit">{texts.rotateDo}</Button>
        </Group>
      </Form>
      <Modal opened={isAsked} onClose={() => setIsAsked(false)} title={texts.rotateTitle(name || id)}>
        <VerbForm verb={verb} fields={["overlap"]} submit={texts.rotateDo} onSubmit={rotate} onCancel={() => setIsAsked(false)}>
          <Text>{length ? texts.rotateUntil(formatInstant(Date.now() + length)) : texts.rotateEnds}</Text>
        </VerbForm>
      </Modal>
    </VerbSection>
  );
}

export function ReadKeyScope({ value }: { readonly value: ReadKey }) {
  const { endpoints, platforms, instances } = value;
  const parts = [endpoints?.map((endpoint) => texts.endpointsOf[endpoint]), platforms, instances].flatMap((part) =>
    part ? [formatList(part)] : [],
  );
  return parts.length === 0 ? <Quiet>{texts.everything}</Quiet> : parts.join(" · ");
}

function KeyAdviceAlert({ value }: { readonly value: ListedReadKey }) {
  const now = useNow();
  const { requests_24h: requests, refused_24h: refused, last_used_at: last } = value;
  const advice = adviseOnKey(value, now);
  const texts = usageTexts.advice;
  const text = {
    unused: texts.unused,
    inUse: texts.inUse(requests + refused),
    justQuiet: texts.justQuiet(formatRelative(last ?? now, now)),
    quiet: texts.quiet(formatRelative(last ?? now, now)),
    refused: texts.refused(refused),
    over: texts.over,
  }[advice];
  return <Alert color={["unused", "quiet", "over"].includes(advice) ? "gray" : "caution"}>{text}</Alert>;
}

interface ReadKeyForm {
  readonly name: string;
  /** "" creates a new key. */
  readonly value: string;
  readonly endpoints: "both" | Endpoint;
  /** Empty means all. */
  readonly platforms: readonly string[];
  readonly instances: readonly string[];
  /** On the browser's clock; "" means never. */
  readonly expiry: string;
  readonly rehearsal: "none" | "at" | "ignore";
  /** On the browser's clock. */
  readonly rehearsedAt: string;
}

const emptyForm: ReadKeyForm = {
  name: "",
  value: "",
  endpoints: "both",
  platforms: [],
  instances: [],
  expiry: "",
  rehearsal: "none",
  rehearsedAt: "",
};

function createKey(project: string, form: ReadKeyForm, idempotencyKey: string): Promise<ReadKeyAnswer> {
  const { name, value, endpoints, platforms, instances, expiry } = form;
  const body = {
    name,
    endpoints: endpoints === "both" ? null : [endpoints],
    platforms: platforms.length === 0 ? null : platforms,
    instances: instances.length === 0 ? null : instances,
    expires_at: parseExpiry(expiry),
  };
  if (value !== "") return admin.importReadKey({ project, body: { ...body, value }, idempotencyKey });
  const rehearsal = rehearsalOf(form);
  return admin.createReadKey({ project, body: { ...body, ...(rehearsal === null ? {} : { rehearsal }) }, idempotencyKey });
}

function rehearsalOf({ rehearsal, rehearsedAt }: ReadKeyForm): Rehearsal | null {
  if (rehearsal === "none") return null;
  return rehearsal === "ignore" ? { ignore_maintenance: true } : { at: parseExpiry(rehearsedAt) ?? "" };
}

export function NewReadKey({ project, onClose }: { readonly project: string; readonly onClose: () => void }) {
  const [value, setValue] = useState("");
  const shown = (answer: ReadKeyAnswer | CreatedReadKey) => {
    if ("key" in answer) {
      rememberKey(answer.id, answer.key);
      return (
        <ShownOnce title={texts.created} text={answer.key} name={texts.theKey} onDone={onClose}>
          <Snippets project={project} apiKey={answer.key} />
          <LastRequest project={project} id={answer.id} />
        </ShownOnce>
      );
    }
    notifyDone(texts.added(answer.name));
    return null;
  };
  return (
    <NewCredential
      project={project}
      resource={`${project}/keys/create`}
      empty={emptyForm}
      unkept={{ value }}
      texts={texts}
      fields={["value", "endpoints", "platforms", "instances", "rehearsal"]}
      send={(form, idempotencyKey) => createKey(project, form, idempotencyKey)}
      made={shown}
      expiry={({ rehearsal }) =>
        value !== "" || rehearsal === "none" ? {} : { description: texts.expiryRehearsal, required: true }
      }
      onClose={onClose}
    >
      {(fields) => (
        <>
          <KeyFields project={project} isNew={value === ""} {...fields} />
          <Advanced hasProblem={fields.problemAt("value") !== undefined}>
            <TextInput
              label={texts.value}
              description={texts.valueHint}
              autoComplete="off"
              spellCheck={false}
              maxLength={128}
              value={value}
              error={fields.problemAt("value")}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          </Advanced>
        </>
      )}
    </NewCredential>
  );
}

interface KeyFieldsProps extends FieldsProps<ReadKeyForm> {
  readonly project: string;
  readonly isNew: boolean;
}

function KeyFields({ project, isNew, ...edited }: KeyFieldsProps) {
  const { field, list } = fieldsOf(edited, texts);
  const platforms = useQuery(policyListQuery(project)).data ?? [];
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  return (
    <>
      <ChoiceField {...field("endpoints")} choices={texts.endpointsOf} />
      <MultiSelect {...list("platforms")} searchable data={platforms.map(({ id }) => id)} />
      <MultiSelect
        {...list("instances")}
        searchable
        limit={50}
        data={instances.map((instance) => ({ value: instance.id, label: instanceDisplayName(instance, []) }))}
      />
      {isNew && <ChoiceField {...field("rehearsal")} choices={texts.rehearsalOf} />}
      {isNew && edited.form.rehearsal === "at" && (
        <InstantField {...field("rehearsedAt")} required zone={ownZone} error={edited.problemAt("rehearsal")} />
      )}
    </>
  );
}
