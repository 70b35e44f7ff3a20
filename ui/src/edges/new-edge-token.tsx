import { MultiSelect, SegmentedControl, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { CreatedEdgeToken, EdgeTokenRequest } from "drawbridge-rules/wire/edge-token.ts";
import { useState } from "react";
import { CredentialForm } from "../credentials/credential-form.tsx";
import { ShownOnce } from "../credentials/shown-once.tsx";
import { useKeptForm } from "../credentials/use-kept-form.ts";
import { FieldGroup } from "../elements/field-group.tsx";
import { projectListQuery } from "../projects/project-list.ts";
import { admin } from "../server-connection.ts";
import { useTexts } from "../texts/language.tsx";
import { useVerb } from "../verbs/use-verb.ts";
import { edgeTexts } from "./edge-texts.ts";
import { type EdgeTokenForm, emptyForm, requestOf } from "./edge-token-list.ts";
import { edgeTokenTexts } from "./edge-token-texts.ts";
import { StartEdge } from "./start-edge.tsx";

export function NewEdgeToken({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(edgeTokenTexts);
  const { form, change, drop } = useKeptForm<EdgeTokenForm>("/edge-tokens/create", emptyForm);
  const projects = useQuery(projectListQuery).data ?? [];
  const [made, setMade] = useState<CreatedEdgeToken | null>(null);
  const verb = useVerb(null, (request: EdgeTokenRequest, idempotencyKey) =>
    admin.createEdgeToken({ body: request, idempotencyKey }),
  );
  const send = async () => {
    const answer = await verb.run(requestOf(form));
    if (!answer) return;
    drop();
    setMade(answer);
  };
  if (made) return <MadeEdgeToken made={made} onDone={onClose} />;
  return (
    <CredentialForm
      form={form}
      onChange={change}
      texts={texts}
      verb={verb}
      fields={form.opens === "some" ? ["projects"] : []}
      onSend={() => void send()}
      onCancel={onClose}
    >
      <FieldGroup label={texts.opens} description={texts.opensHint}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            fullWidth
            value={form.opens}
            onChange={(opens) => change({ ...form, opens: opens as EdgeTokenForm["opens"] })}
            data={(["all", "some"] as const).map((value) => ({ value, label: texts.opensOf[value] }))}
          />
        )}
      </FieldGroup>
      {form.opens === "some" && (
        <MultiSelect
          label={texts.projects}
          description={texts.projectsHint}
          required
          searchable
          limit={50}
          data={projects.map(({ id, name }) => ({ value: id, label: name === "" || name === id ? id : `${name} (${id})` }))}
          value={[...form.projects]}
          error={verb.problemAt("projects")}
          onChange={(chosen) => change({ ...form, projects: chosen })}
        />
      )}
    </CredentialForm>
  );
}

/** The text, and what to do with it. */
function MadeEdgeToken({ made: { token }, onDone }: { readonly made: CreatedEdgeToken; readonly onDone: () => void }) {
  const texts = useTexts(edgeTokenTexts);
  const { start } = useTexts(edgeTexts);
  return (
    <ShownOnce title={texts.created} text={token} name={texts.theToken} onDone={onDone}>
      <div>
        <Text size="sm" mb={4}>
          {start}
        </Text>
        <StartEdge token={token} />
      </div>
    </ShownOnce>
  );
}
