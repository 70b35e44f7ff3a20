import { Alert, Anchor, Button, Code, Fieldset, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ListedReadKey, RotatedReadKey } from "drawbridge-rules/wire/read-key.ts";
import { useState } from "react";
import { KeySnippets } from "../app-snippets/app-snippets.tsx";
import { CredentialDetails } from "../credentials/credential-details.tsx";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { VerbError } from "../credentials/verb-error.tsx";
import { DurationField } from "../elements/duration-field.tsx";
import { Fact } from "../elements/fact.tsx";
import { InstantText } from "../elements/instant-text.tsx";
import { admin } from "../server-connection.ts";
import { MayEdit } from "../session/may-edit.tsx";
import { useSession } from "../session/session.ts";
import { formatInstant } from "../texts/formats.ts";
import { KeyAdviceAlert } from "../usage/key-advice-alert.tsx";
import { KeyUsageSection } from "../usage/key-usage-section.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { MoveReadKey } from "./move-read-key.tsx";
import { requiredRole } from "./read-key-list.ts";
import { ReadKeyScope } from "./read-key-scope.tsx";
import { readKeyTexts as texts } from "./read-key-texts.ts";
import { readKeysRoute } from "./read-keys-route.ts";

interface ReadKeyDetailsProps {
  readonly project: string;
  readonly value: ListedReadKey;
  readonly onClose: () => void;
}

export function ReadKeyDetails({ project, value, onClose }: ReadKeyDetailsProps) {
  const { administrator } = useSession();
  const [rotated, setRotated] = useState<RotatedReadKey | null>(null);
  if (rotated) {
    const { expires_at: until } = rotated.replaces;
    return (
      <ShownOnce title={texts.created} text={rotated.key} name={texts.theKey} onDone={onClose}>
        {until !== null && <Text size="sm">{texts.rotated(formatInstant(until))}</Text>}
      </ShownOnce>
    );
  }
  return (
    <Stack gap="md">
      <CredentialDetails
        project={project}
        value={value}
        texts={texts}
        scope={
          <Fact name={texts.columns.scope}>
            <ReadKeyScope value={value} />
          </Fact>
        }
        end={<EndFacts value={value} />}
        keeper={requiredRole}
        revoke={(key, idempotencyKey) => admin.revokeReadKey({ project, key, idempotencyKey })}
        warning={!isEnding(value) && value.rehearsal === null && <KeyAdviceAlert value={value} />}
        onClose={onClose}
      >
        {isEnding(value) && <KeyAdviceAlert value={value} />}
        <KeyUsageSection project={project} id={value.id} />
        {value.state === "active" && (value.endpoints?.includes("config") ?? true) && (
          <KeySnippets project={project} id={value.id} apiKey={null} />
        )}
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

/** Its last use, its successor, and the rehearsal. */
function EndFacts({ value: { rehearsal, replaced_by: replaced, last_used_at: lastUsed } }: { readonly value: ListedReadKey }) {
  const { never } = credentialTexts;
  return (
    <>
      <Fact name={texts.columns.use}>{lastUsed === null ? never : <InstantText at={lastUsed} />}</Fact>
      {replaced !== null && (
        <Fact name={texts.replaced}>
          <Anchor
            fz="sm"
            renderRoot={(props) => (
              <Link {...props} from={readKeysRoute.fullPath} search={(search) => ({ ...search, edit: replaced })}>
                <Code c="inherit">{replaced}</Code>
              </Link>
            )}
          />
        </Fact>
      )}
      {rehearsal && (
        <Alert color="blue" mt="xs">
          {"at" in rehearsal ? texts.rehearsedUntil(formatInstant(rehearsal.at)) : texts.rehearsedOpen}
        </Alert>
      )}
    </>
  );
}

interface RotateProps extends Omit<ReadKeyDetailsProps, "onClose"> {
  readonly onDone: (key: RotatedReadKey) => void;
}

function Rotate({ project, value: { id }, onDone }: RotateProps) {
  const [overlap, setOverlap] = useState("P30D");
  const verb = useVerb(project, (wanted: string, idempotencyKey) =>
    admin.rotateReadKey({ project, key: id, body: { overlap: wanted }, idempotencyKey }),
  );
  const send = async () => {
    const answer = await verb.run(overlap);
    if (answer) onDone(answer);
  };
  return (
    <Fieldset legend={texts.rotate}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!verb.isBusy) void send();
        }}
      >
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{texts.rotateMeaning}</Text>
          <DurationField
            label={texts.overlap}
            description={texts.overlapHint}
            value={overlap}
            error={verb.problemAt("overlap")}
            onChange={setOverlap}
          />
          <VerbError verb={verb} fields={["overlap"]} />
          <Button type="submit" loading={verb.isBusy}>
            {texts.rotateDo}
          </Button>
        </Stack>
      </form>
    </Fieldset>
  );
}
