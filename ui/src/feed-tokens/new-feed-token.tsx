import { Button, Group, Input, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CreatedFeedToken } from "drawbridge-client/wire";
import { useState } from "react";
import { ExpiryField } from "../credentials/expiry-field.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { useKeptForm } from "../credentials/use-kept-form.ts";
import { VerbError } from "../credentials/verb-error.tsx";
import { CopyText } from "../elements/copy-text.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { admin } from "../server-connection.ts";
import { useSharedTexts, useTexts } from "../texts/language.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { emptyForm, type FeedTokenForm, requestOf } from "./feed-token-list.ts";
import { feedTokenTexts } from "./feed-token-texts.ts";

export interface NewFeedTokenProps {
  readonly project: string;
  readonly onClose: () => void;
}

const fields = ["name", "instance", "expires_at"];

export function NewFeedToken({ project, onClose }: NewFeedTokenProps) {
  const texts = useTexts(feedTokenTexts);
  const { actions } = useSharedTexts();
  const { form, change, drop } = useKeptForm<FeedTokenForm>(`${project}/feed-tokens/create`, emptyForm);
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  const [made, setMade] = useState<CreatedFeedToken | null>(null);
  const verb = useVerb(project, (request: ReturnType<typeof requestOf>, idempotencyKey) =>
    admin.feeds.create(project, request, { idempotencyKey }),
  );
  const send = async () => {
    const answer = await verb.run(requestOf(form));
    if (!answer) return;
    drop();
    setMade(answer);
  };
  if (made) return <MadeFeed made={made} onDone={onClose} />;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!verb.isBusy) void send();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint}
          required
          data-autofocus
          autoComplete="off"
          maxLength={100}
          value={form.name}
          error={verb.problemAt("name")}
          onChange={({ currentTarget: { value } }) => change({ ...form, name: value })}
        />
        {instances.length > 0 && (
          <Select
            label={texts.covers}
            description={texts.coversHint}
            searchable
            allowDeselect={false}
            limit={50}
            data={[{ value: "", label: texts.wholeProject }, ...instances.map(({ id }) => ({ value: id, label: id }))]}
            value={form.instance}
            error={verb.problemAt("instance")}
            onChange={(instance) => change({ ...form, instance: instance ?? "" })}
          />
        )}
        <ExpiryField
          label={texts.expiry}
          value={form.expiry}
          error={verb.problemAt("expires_at")}
          onChange={(expiry) => change({ ...form, expiry })}
        />
        <VerbError verb={verb} fields={fields} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {actions.cancel}
          </Button>
          <Button type="submit" loading={verb.isBusy}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Both addresses, which hold the token. */
function MadeFeed({ made, onDone }: { readonly made: CreatedFeedToken; readonly onDone: () => void }) {
  const texts = useTexts(feedTokenTexts);
  return (
    <ShownOnce title={texts.created} text={made.calendar} name={texts.calendar} onDone={onDone}>
      <Text size="sm">{texts.calendarHint}</Text>
      <div>
        <Input.Label component="div" labelElement="div">
          {texts.atom}
        </Input.Label>
        <CopyText text={made.atom} name={texts.atom} />
      </div>
      <Text size="sm">{texts.secret}</Text>
    </ShownOnce>
  );
}
