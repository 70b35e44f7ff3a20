import { Input, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CreatedFeedToken } from "drawbridge-rules/wire/feed-token.ts";
import { useState } from "react";
import { CredentialForm } from "../credentials/credential-form.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { useKeptForm } from "../credentials/use-kept-form.ts";
import { CopyText } from "../elements/copy-text.tsx";
import { instanceListQuery } from "../instances/instance-list.ts";
import { admin } from "../server-connection.ts";
import { useTexts } from "../texts/language.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { emptyForm, type FeedTokenForm, requestOf } from "./feed-token-list.ts";
import { feedTokenTexts } from "./feed-token-texts.ts";

export interface NewFeedTokenProps {
  readonly project: string;
  readonly onClose: () => void;
}

export function NewFeedToken({ project, onClose }: NewFeedTokenProps) {
  const texts = useTexts(feedTokenTexts);
  const { form, change, drop } = useKeptForm<FeedTokenForm>(`${project}/feed-tokens/create`, emptyForm);
  const instances = useQuery(instanceListQuery(project)).data ?? [];
  const [made, setMade] = useState<CreatedFeedToken | null>(null);
  const verb = useVerb(project, (request: ReturnType<typeof requestOf>, idempotencyKey) =>
    admin.createFeedToken({ project, body: request, idempotencyKey }),
  );
  const send = async () => {
    const answer = await verb.run(requestOf(form));
    if (!answer) return;
    drop();
    setMade(answer);
  };
  if (made) return <MadeFeed made={made} onDone={onClose} />;
  return (
    <CredentialForm
      form={form}
      onChange={change}
      texts={texts}
      verb={verb}
      fields={["instance"]}
      onSend={() => void send()}
      onCancel={onClose}
    >
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
    </CredentialForm>
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
