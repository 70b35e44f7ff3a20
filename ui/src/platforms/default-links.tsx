/** The store links of a project, which every platform without its own uses. */
import { Stack, Text, Title } from "@mantine/core";
import type { Versioned } from "drawbridge-client/admin";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { StoreLinks } from "drawbridge-rules/wire/values.ts";
import { useId } from "react";
import { EditForm } from "../review/edit-form.tsx";
import { useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { useMay } from "../session/may-edit.tsx";
import { platformTexts as texts } from "./platform-texts.ts";
import { StoreLinkFields, storeLinkFields } from "./store-fields.tsx";

interface LinksForm {
  readonly stores?: StoreLinks;
}

const initial: LinksForm = {};

interface DefaultLinksProps {
  readonly project: string;
  readonly head: Versioned<Project>;
}

export function DefaultLinks({ project, head }: DefaultLinksProps) {
  const heading = useId();
  const mayEdit = useMay(project);
  const edit = useEdit<LinksForm>({
    project,
    resource: "settings/links",
    path: () => "",
    title: () => texts.reviewLinks,
    present: presentOf(head),
    initial,
    read: async () => presentOf(await orNull(admin.getProject({ project }))),
    send: ({ stores = null }, etag, options) => admin.patchProject({ project, body: { stores }, etag: etag ?? "*", ...options }),
  });
  return (
    <Stack component="section" gap="sm" maw="40rem" aria-labelledby={heading}>
      <Title order={2} id={heading}>
        {texts.links}
      </Title>
      <EditForm edit={edit} fields={storeLinkFields} isReadOnly={!mayEdit} isQuiet>
        <Text size="sm" c="dimmed">
          {texts.linksHint}
        </Text>
        <StoreLinkFields
          stores={edit.form.stores}
          isReadOnly={!mayEdit}
          problemAt={edit.problemAt}
          onChange={(stores) => edit.change(stores ? { stores } : {})}
        />
      </EditForm>
    </Stack>
  );
}

function presentOf(head: Versioned<Project> | null) {
  if (!head) return null;
  const { stores } = head.value;
  return { form: stores ? { stores } : {}, etag: head.etag };
}
