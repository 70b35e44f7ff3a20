import { Fieldset, Input, Stack, Text, TextInput } from "@mantine/core";
import type { PolicyForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Policy } from "drawbridge-rules/wire/policy.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useMemo, useRef } from "react";
import { ResourceDrawer } from "../elements/resource-drawer.tsx";
import { EditForm } from "../review/edit-form.tsx";
import { useNotifyOutcome } from "../review/notify-outcome.ts";
import { useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { StoreLinkFields, storeLinkFields } from "../settings/general-settings.tsx";
import { DeleteVersionPolicy } from "../version-policies/version-policy-edit.tsx";
import { platformTexts as texts } from "./platform-texts.ts";
import { StoreChoice, UpdateLinkText } from "./store-choice.tsx";

interface PlatformDrawerProps {
  readonly head: Project;
  /** Null: a new one. */
  readonly id: string | null;
  /** Null: no resource has the id. */
  readonly policy: Policy | null;
  readonly onClose: () => void;
}

export function PlatformDrawer(props: PlatformDrawerProps) {
  const { id, policy, onClose } = props;
  return (
    <ResourceDrawer
      title={id === null ? texts.create : texts.titleEdit(id)}
      isThere={id === null || policy !== null}
      gone={texts.gone(id ?? "")}
      onClose={onClose}
    >
      <PlatformEditor {...props} />
    </ResourceDrawer>
  );
}

/** Form with the name, which a new platform does not have yet. The version policy is sent back unchanged. */
interface NamedForm extends PolicyForm {
  readonly id: string;
}

const initial: NamedForm = { id: "" };
const fields = ["", "id", "store", ...storeLinkFields];

function PlatformEditor({ head, id, policy, onClose }: PlatformDrawerProps) {
  const { id: project } = head;
  const sayOutcome = useNotifyOutcome();
  const mayEdit = isAtLeast(useRole(project), "editor");
  const titleOf = id === null ? texts.reviewNew : texts.reviewEdit;
  // A new one has its name in the form, and is asked for by it.
  const typedId = useRef("");
  const edit = useEdit<NamedForm>({
    project,
    resource: `platforms/${id ?? ""}`,
    path: (form) => `platforms.${form.id}`,
    title: (form) => titleOf(form.id),
    present: useMemo(() => presentOf(policy), [policy]),
    initial,
    read: async () => presentOf(await orNull(admin.getPolicy({ project, platform: id ?? typedId.current }))),
    send: ({ id: sentId, ...form }, etag, options) =>
      admin.putPolicy({ project, platform: sentId, body: form, etag, ...options }),
  });
  const { form, change, problemAt } = edit;
  typedId.current = form.id;
  const { stores: _, ...withoutStores } = form;
  return (
    <EditForm
      edit={edit}
      fields={fields}
      isReadOnly={!mayEdit}
      onCancel={onClose}
      onDone={(outcome) => {
        sayOutcome(titleOf(form.id), outcome);
        onClose();
      }}
      extraAction={policy && mayEdit && <DeleteVersionPolicy project={project} policy={policy} onDone={onClose} />}
    >
      <Fieldset disabled={!mayEdit} variant="unstyled">
        <Stack gap="md">
          {id === null && (
            <TextInput
              label={texts.id}
              description={texts.idHint}
              required
              data-autofocus
              autoComplete="off"
              spellCheck={false}
              maxLength={32}
              value={form.id}
              error={problemAt("id") ?? problemAt("")}
              onChange={({ currentTarget: { value } }) => change({ ...form, id: value })}
            />
          )}
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

function presentOf(policy: Policy | null) {
  if (!policy) return null;
  const { revision: _revision, etag, ...form } = policy;
  return { form, etag };
}
