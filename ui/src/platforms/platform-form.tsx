import { Fieldset, Input, Stack, Text, TextInput } from "@mantine/core";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { EditForm, IdField } from "../review/edit-form.tsx";
import { presentOf } from "../review/edit-state.ts";
import { useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { useMay } from "../session/may-edit.tsx";
import { StoreLinkFields, storeLinkFields } from "../settings/general-settings.tsx";
import { DeleteVersionPolicy } from "../version-policies/version-policy-edit.tsx";
import { platformTexts as texts } from "./platform-texts.ts";
import { StoreChoice, UpdateLinkText } from "./store-choice.tsx";

interface PlatformFormProps {
  readonly head: Project;
  /** Null: a new one. */
  readonly id: string | null;
  /** Null: no resource has the id. */
  readonly policy: Platform | null;
  readonly onClose: () => void;
}

/** Form with the name, which a new platform does not have yet. The version policy is sent back unchanged. */
interface NamedForm extends PlatformForm {
  readonly id: string;
}

const initial: NamedForm = { id: "" };
const fields = ["", "id", "name", "store", ...storeLinkFields];

/** Creates a platform, or edits where its updates are. */
export function PlatformFields({ head, id, policy, onClose }: PlatformFormProps) {
  const { id: project } = head;
  const mayEdit = useMay(project);
  const titleOf = id === null ? texts.reviewNew : texts.reviewEdit;
  const edit = useEdit<NamedForm>({
    project,
    resource: `platforms/${id ?? ""}`,
    path: (form) => `platforms.${form.id}`,
    title: (form) => titleOf(form.id),
    present: presentOf(policy),
    initial,
    read: async (form) => presentOf(await orNull(admin.getPlatform({ project, platform: form.id }))),
    send: ({ id: sentId, ...form }, etag, options) =>
      admin.putPlatform({ project, platform: sentId, body: form, etag, ...options }),
  });
  const { form, change, problemAt } = edit;
  const { stores: _, ...withoutStores } = form;
  return (
    <EditForm
      edit={edit}
      fields={fields}
      isReadOnly={!mayEdit}
      onCancel={onClose}
      onDone={onClose}
      extraAction={policy && mayEdit && <DeleteVersionPolicy project={project} policy={policy} onDone={onClose} />}
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
            onChange={({ currentTarget: { value } }) => change(withName(form, value))}
          />
          <StoreChoice
            platform={form.id}
            form={form}
            problem={problemAt("store")}
            onChange={(next) => change({ ...next, id: form.id })}
          />
          {form.store !== "none" && (
            <Fieldset legend={texts.ownLinks} disabled={!mayEdit}>
              <Input.Description mb="xs">{texts.ownLinksHint}</Input.Description>
              <StoreLinkFields
                stores={form.stores}
                problemAt={problemAt}
                onChange={(stores) => change(stores ? { ...form, stores } : withoutStores)}
              />
            </Fieldset>
          )}
          <Text size="sm" component="div">
            {texts.opens} <UpdateLinkText platform={form.id} policy={form} stores={head.stores} />
          </Text>
        </Stack>
      </Fieldset>
    </EditForm>
  );
}

/** @param name "": the usual one */
function withName({ name: _, ...form }: NamedForm, name: string): NamedForm {
  return name === "" ? form : { ...form, name };
}
