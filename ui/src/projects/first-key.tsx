import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { credentialTexts } from "../credentials/credential-texts.ts";
import { VerbError } from "../credentials/verb-error.tsx";
import { CopyText } from "../elements/copy-text.tsx";
import { useFocusOnShow } from "../elements/use-focus-on-show.ts";
import { readKeyListQuery } from "../read-keys/read-key-list.ts";
import { admin } from "../server-connection.ts";
import { useVerb } from "../verbs/use-verb.ts";
import { firstStepsTexts as texts } from "./first-steps-texts.ts";

interface FirstKeyProps {
  readonly project: string;
  /** Its text; null: created elsewhere. */
  readonly made: string | null;
  readonly onMade: (key: string) => void;
}

/** Creates the project's first read key. */
export function FirstKey({ project, made, onMade }: FirstKeyProps) {
  const keys = useQuery(readKeyListQuery(project)).data ?? [];
  if (made !== null) return <MadeKey text={made} />;
  const active = keys.filter(({ state }) => state === "active");
  return (
    <>
      <Text size="sm">{active.length > 0 ? texts.hasKeys(active.length) : texts.keyMeaning}</Text>
      <MakeKey project={project} onMade={onMade} />
    </>
  );
}

function MadeKey({ text }: { readonly text: string }) {
  const { onlyNow } = credentialTexts;
  const first = useFocusOnShow<HTMLDivElement>();
  return (
    <>
      <Alert ref={first} tabIndex={-1} color="yellow" role="alert" title={texts.keyMade}>
        <Text size="sm">{onlyNow}</Text>
      </Alert>
      <CopyText text={text} name={texts.theKey} />
    </>
  );
}

function MakeKey({ project, onMade }: Omit<FirstKeyProps, "made">) {
  const [name, setName] = useState(texts.keyName);
  const verb = useVerb(project, (request: { readonly name: string }, idempotencyKey) =>
    admin.createReadKey({ project, body: request, idempotencyKey }),
  );
  const make = async () => {
    const answer = await verb.run({ name });
    if (answer) onMade(answer.key);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!verb.isBusy) void make();
      }}
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <TextInput
            label={texts.keyNameLabel}
            maxLength={200}
            autoComplete="off"
            value={name}
            error={verb.problemAt("name")}
            onChange={({ currentTarget: { value } }) => setName(value)}
          />
          <Button type="submit" loading={verb.isBusy}>
            {texts.makeKey}
          </Button>
        </Group>
        <VerbError verb={verb} fields={["name"]} />
      </Stack>
    </form>
  );
}
