import { Alert, Fieldset, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Protection, ProtectionForm } from "drawbridge-rules/wire/protection.ts";
import { QueryState } from "../elements/query-state.tsx";
import { protectionQuery } from "../projects/project-list.ts";
import { EditForm } from "../review/edit-form.tsx";
import { presentOf } from "../review/edit-state.ts";
import { useEdit } from "../review/use-edit.tsx";
import { admin } from "../server-connection.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { protectionTexts as texts } from "./protection-texts.ts";

/** Shows whether changes require approval, or a reason. */
export function ProjectProtection({ project }: { readonly project: string }) {
  const protection = useQuery(protectionQuery(project));
  return (
    <QueryState query={protection}>
      {(found) => (
        <Stack gap="md" maw="46rem">
          <ProtectionEditor key={project} project={project} protection={found} />
        </Stack>
      )}
    </QueryState>
  );
}

const initial: ProtectionForm = { four_eyes: false, reason_required: false };

function ProtectionEditor({ project, protection }: { readonly project: string; readonly protection: Protection }) {
  const isOwner = isAtLeast(useRole(project), "owner");
  const edit = useEdit<ProtectionForm>({
    project,
    resource: "settings/protection",
    path: () => "",
    title: () => texts.review(project),
    present: presentOf(protection),
    initial,
    read: async () => presentOf(await admin.getProtection({ project })),
    send: (form, etag, options) => admin.putProtection({ project, body: form, etag: etag ?? "", ...options }),
  });
  const { form, change } = edit;
  return (
    <div>
      <EditForm edit={edit} fields={[]} isReadOnly={!isOwner}>
        {!isOwner && (
          <Text size="sm" c="dimmed">
            {texts.readOnly}
          </Text>
        )}
        <Fieldset disabled={!isOwner} variant="unstyled">
          <Stack gap="lg">
            <Switch
              label={texts.fourEyes}
              description={texts.fourEyesHint}
              checked={form.four_eyes}
              onChange={({ currentTarget: { checked } }) => change({ ...form, four_eyes: checked })}
            />
            <Switch
              label={texts.reasonRequired}
              description={texts.reasonRequiredHint}
              checked={form.reason_required}
              onChange={({ currentTarget: { checked } }) => change({ ...form, reason_required: checked })}
            />
          </Stack>
        </Fieldset>
        {form.four_eyes && !protection.four_eyes && <Alert color="caution">{texts.beforeOn}</Alert>}
        {!form.four_eyes && protection.four_eyes && <Alert color="caution">{texts.beforeOff}</Alert>}
      </EditForm>
    </div>
  );
}
