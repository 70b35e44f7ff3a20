import { Fieldset, Stack, TextInput } from "@mantine/core";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { EditForm, IdField } from "../review/edit-form.tsx";
import { RemoveButton } from "../review/remove-button.tsx";
import { admin } from "../server-connection.ts";
import { useMay } from "../session/may-edit.tsx";
import { usePlatformEdit } from "../version-policies/version-policy-edit.ts";
import { platformTexts as texts } from "./platform-texts.ts";
import { StoreChoice } from "./store-fields.tsx";
import { defaultStore } from "./update-link.ts";

interface PlatformFormProps {
  readonly project: string;
  /** Null means a new one. */
  readonly id: string | null;
  /** Null means no resource has the id. */
  readonly policy: Platform | null;
  readonly onClose: () => void;
}

/** Creates, renames or deletes a platform. Its links and messages are edited with its rules. */
export function PlatformFields({ project, id, policy, onClose }: PlatformFormProps) {
  const mayEdit = useMay(project);
  const edit = usePlatformEdit(project, { id: id ?? "", policy }, id === null ? texts.reviewNew : texts.reviewEdit);
  const { form, change, problemAt } = edit;
  return (
    <EditForm
      edit={edit}
      fields={["", "id", "name", "store"]}
      isReadOnly={!mayEdit}
      onCancel={onClose}
      onDone={onClose}
      extraAction={policy && mayEdit && <DeletePlatform project={project} policy={policy} onDone={onClose} />}
    >
      <Fieldset disabled={!mayEdit} variant="unstyled">
        <Stack gap="md">
          {id === null && <IdField edit={edit} texts={texts} maxLength={32} />}
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            maxLength={64}
            placeholder={namesIn({}).platform(form.id)}
            value={form.name ?? ""}
            error={problemAt("name")}
            onChange={({ currentTarget: { value } }) => change(setValueAt(form, ["name"], value || undefined))}
          />
          {id === null && defaultStore(form.id) === null && (
            <StoreChoice
              platform={form.id}
              form={form}
              problem={problemAt("store")}
              onChange={(next) => change({ ...next, id: form.id })}
            />
          )}
        </Stack>
      </Fieldset>
    </EditForm>
  );
}

interface DeletePlatformProps {
  readonly project: string;
  readonly policy: Platform;
  readonly onDone: () => void;
}

/** Deletes a platform with its rules; iOS and Android go on without rules. */
function DeletePlatform({ project, policy: { id, etag }, onDone }: DeletePlatformProps) {
  const isBuiltIn = defaultStore(id) !== null;
  return (
    <RemoveButton
      project={project}
      title={(isBuiltIn ? texts.reviewDeleteRules : texts.reviewDelete)(id)}
      label={isBuiltIn ? texts.deleteRules : texts.delete}
      etag={etag}
      readEtag={async () => (await admin.getPlatform({ project, platform: id })).etag}
      request={(looked, options) => admin.deletePlatform({ project, platform: id, etag: looked, ...options })}
      onDone={onDone}
    />
  );
}
