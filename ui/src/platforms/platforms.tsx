import { Code, Fieldset, Stack, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Versioned } from "drawbridge-client/admin";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { dayTrafficQuery } from "../adoption/adoption-list.ts";
import { Hint, Quiet, TwoLines } from "../elements/cells.tsx";
import { CollectionSection } from "../elements/collection-screen.tsx";
import type { Column } from "../elements/data-table.tsx";
import { fieldsOf } from "../elements/form-fields.tsx";
import { AnchorLink, QueryState } from "../elements/screen.tsx";
import { projectHeadQuery } from "../projects/project-list.ts";
import { EditForm, IdField } from "../review/edit-form.tsx";
import { RemoveButton } from "../review/remove-button.tsx";
import { useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { useMay } from "../session/session.ts";
import { formatNumber, formatShare } from "../texts/formats.ts";
import { usePlatformEdit } from "../version-policies/version-policy-edit.ts";
import { platformName, policyListQuery } from "../version-policies/version-policy-list.ts";
import { platformTexts as texts } from "./platform-texts.ts";
import { StoreChoice, StoreLinkFields, storeLinkFields, UpdateLinkText } from "./store-fields.tsx";
import { defaultStore } from "./update-link.ts";

const { columns: titles } = texts;
const none = { requests_24h: 0, forced_24h: 0 };

export function Platforms({ project }: { readonly project: string }) {
  const head = useQuery(projectHeadQuery(project));
  const traffic = useQuery(dayTrafficQuery(project)).data?.platforms ?? [];
  const columns: readonly Column<Platform>[] = [
    {
      key: "requests",
      title: titles.requests,
      render: ({ id }) => {
        const { requests_24h: all, forced_24h: forced } = traffic.find(({ platform }) => platform === id)?.present ?? none;
        if (all === 0) return <Quiet>{texts.noRequests}</Quiet>;
        return <TwoLines more={forced > 0 ? texts.mustUpdate(formatShare(forced, all)) : ""}>{formatNumber(all)}</TwoLines>;
      },
    },
    { key: "rules", title: titles.rules, render: (policy) => <Rules project={project} policy={policy} /> },
    {
      key: "link",
      title: titles.link,
      render: (policy) => <UpdateLinkText platform={policy.id} policy={policy} stores={head.data?.value.stores} />,
    },
    { key: "id", title: titles.id, render: ({ id }) => <Code style={{ whiteSpace: "nowrap" }}>{id}</Code> },
  ];
  const form = (id: string | null, policy: Platform | null, close: () => void) => (
    <PlatformFields project={project} id={id} policy={policy} onClose={close} />
  );
  return (
    <Stack gap="xl">
      <CollectionSection
        project={project}
        title={texts.table}
        texts={texts}
        items={useQuery(policyListQuery(project))}
        needs={[head]}
        idOf={({ id }) => id}
        nameOf={(policy) => platformName({ id: policy.id, policy })}
        columns={columns}
        drafts={`${project}/platforms`}
        details={(policy, id, close) => form(id, policy, close)}
        form={(close) => form(null, null, close)}
      />
      <QueryState query={head}>{(found) => <DefaultLinks key={project} project={project} head={found} />}</QueryState>
    </Stack>
  );
}

function Rules({ project, policy: { id, minimum, recommended } }: { readonly project: string; readonly policy: Platform }) {
  const rules = [
    ...(minimum === undefined ? [] : [texts.minimum(minimum)]),
    ...(recommended === undefined ? [] : [texts.recommended(recommended)]),
  ];
  return (
    <AnchorLink to="/projects/$project/versions" params={{ project }} search={{ edit: id }}>
      {rules.length === 0 ? texts.noRules : rules.join(" · ")}
    </AnchorLink>
  );
}

type LinksForm = Pick<Project, "stores">;
const initial: LinksForm = {};

function DefaultLinks({ project, head }: { readonly project: string; readonly head: Versioned<Project> }) {
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
    <Stack component="section" gap="sm" maw="40rem" aria-label={texts.links}>
      <Title order={2}>{texts.links}</Title>
      <EditForm edit={edit} fields={storeLinkFields} isReadOnly={!mayEdit} isQuiet>
        <Hint>{texts.linksHint}</Hint>
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

interface PlatformFormProps {
  readonly project: string;
  /** Null means a new one. */
  readonly id: string | null;
  readonly policy: Platform | null;
  readonly onClose: () => void;
}

function PlatformFields({ project, id, policy, onClose }: PlatformFormProps) {
  const mayEdit = useMay(project);
  const edit = usePlatformEdit(project, { id: id ?? "", policy }, id === null ? texts.reviewNew : texts.reviewEdit);
  const { form, change, problemAt } = edit;
  const isBuiltIn = policy !== null && defaultStore(policy.id) !== null;
  return (
    <EditForm
      edit={edit}
      fields={["", "id", "name", "store"]}
      isReadOnly={!mayEdit}
      onCancel={onClose}
      onDone={onClose}
      extraAction={
        policy &&
        mayEdit && (
          // Without their rules, iOS and Android remain.
          <RemoveButton
            project={project}
            title={(isBuiltIn ? texts.reviewDeleteRules : texts.reviewDelete)(policy.id)}
            label={isBuiltIn ? texts.deleteRules : texts.delete}
            etag={policy.etag}
            readEtag={async () => (await admin.getPlatform({ project, platform: policy.id })).etag}
            request={(etag, options) => admin.deletePlatform({ project, platform: policy.id, etag, ...options })}
            onDone={onClose}
          />
        )
      }
    >
      <Fieldset disabled={!mayEdit} variant="unstyled">
        <Stack gap="md">
          {id === null && <IdField edit={edit} texts={texts} maxLength={32} />}
          <TextInput
            {...fieldsOf(edit, texts).text("name")}
            maxLength={64}
            placeholder={namesIn({}).platform(form.id)}
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
