import { Alert, Anchor, Fieldset, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Protection, ProtectionForm } from "drawbridge-rules/wire/protection.ts";
import { Hint } from "../elements/cells.tsx";
import { QueryState } from "../elements/query-state.tsx";
import { protectionQuery } from "../projects/project-list.ts";
import { EditForm } from "../review/edit-form.tsx";
import { presentOf } from "../review/edit-state.ts";
import { useEdit } from "../review/use-edit.tsx";
import { admin } from "../server-connection.ts";
import { useMay } from "../session/may-edit.tsx";
import { approvalTexts as texts } from "./approval-texts.ts";
import { SettingsRow } from "./settings-rows.tsx";

/** Shows whether changes require approval, or a reason. */
export function ApprovalSettings({ project }: { readonly project: string }) {
  const protection = useQuery(protectionQuery(project));
  return (
    <QueryState query={protection}>{(found) => <ApprovalForm key={project} project={project} protection={found} />}</QueryState>
  );
}

const initial: ProtectionForm = { four_eyes: false, reason_required: false };

function ApprovalForm({ project, protection }: { readonly project: string; readonly protection: Protection }) {
  const isOwner = useMay(project, "owner");
  const edit = useEdit<ProtectionForm>({
    project,
    resource: "settings/approval",
    path: () => "",
    title: () => texts.review,
    present: presentOf(protection),
    initial,
    read: async () => presentOf(await admin.getProtection({ project })),
    send: (form, etag, options) => admin.putProtection({ project, body: form, etag: etag ?? "", ...options }),
  });
  const { form, change } = edit;
  return (
    <EditForm edit={edit} fields={[]} isReadOnly={!isOwner} isQuiet>
      {!isOwner && <Hint>{texts.readOnly}</Hint>}
      <Fieldset disabled={!isOwner} variant="unstyled">
        <SettingsRow title={texts.approval} meaning={texts.approvalMeaning}>
          <Switch
            label={texts.fourEyes}
            description={texts.fourEyesHint}
            checked={form.four_eyes}
            onChange={({ currentTarget: { checked } }) => change({ ...form, four_eyes: checked })}
          />
          <Anchor fz="sm" href="/docs/publishing#require-approval" target="_blank">
            {texts.how}
          </Anchor>
          {form.four_eyes && !protection.four_eyes && <Alert color="caution">{texts.beforeOn}</Alert>}
          {!form.four_eyes && protection.four_eyes && <Alert color="caution">{texts.beforeOff}</Alert>}
        </SettingsRow>
        <SettingsRow title={texts.reasons} meaning={texts.reasonsMeaning}>
          <Switch
            label={texts.reasonRequired}
            description={texts.reasonRequiredHint}
            checked={form.reason_required}
            onChange={({ currentTarget: { checked } }) => change({ ...form, reason_required: checked })}
          />
        </SettingsRow>
      </Fieldset>
    </EditForm>
  );
}
