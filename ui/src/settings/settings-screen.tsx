import {
  Alert,
  Anchor,
  Box,
  Button,
  Code,
  Fieldset,
  Group,
  List,
  NumberInput,
  Radio,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Versioned } from "drawbridge-client/admin";
import { defaultLockOutLimit } from "drawbridge-rules/impact/lock-out.ts";
import type { Role } from "drawbridge-rules/people/role.ts";
import type { ProjectForm } from "drawbridge-rules/project/project.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { Protection, ProtectionForm } from "drawbridge-rules/wire/protection.ts";
import { AdvancedId, Hint } from "../elements/cells.tsx";
import { CopyButton } from "../elements/copy-text.tsx";
import { ConfirmByTyping, DurationField, fieldsOf } from "../elements/form-fields.tsx";
import { Icon } from "../elements/icon.tsx";
import { QueryState, Screen } from "../elements/screen.tsx";
import { ScreenTabs } from "../elements/screen-tabs.tsx";
import { Members } from "../members/members.tsx";
import { Platforms } from "../platforms/platforms.tsx";
import { projectHeadQuery, protectionQuery, useProjectName } from "../projects/project-list.ts";
import { lookAgain } from "../review/changes-since.tsx";
import { EditForm } from "../review/edit-form.tsx";
import { presentOf } from "../review/edit-state.ts";
import { useEdit } from "../review/use-edit.tsx";
import { useReview } from "../review/use-review.tsx";
import { settingsRoute } from "../routes.ts";
import { admin, orNull, projectQuery } from "../server-connection.ts";
import { MayEdit, useMay } from "../session/session.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { ProjectTokens } from "../tokens/access-tokens.tsx";
import { Calendars } from "../tokens/calendars.tsx";
import { LanguagesField } from "./languages-field.tsx";
import classes from "./settings.module.css";
import { SettingsRow } from "./settings-rows.tsx";
import { approvalTexts, deleteProjectTexts, manifestTexts, settingsTexts as texts } from "./settings-texts.ts";

const deleter: Role = "owner";
const initialProtection: ProtectionForm = { four_eyes: false, reason_required: false };

export function SettingsScreen() {
  const { project } = settingsRoute.useParams();
  const { tab = "general" } = settingsRoute.useSearch();
  return (
    <Screen title={sharedTexts.screens.settings} project={project}>
      <ScreenTabs label={sharedTexts.screens.settings} tabs={texts.tabs} tab={tab}>
        <Stack gap="xl">
          {tab === "general" && (
            <>
              <GeneralSettings project={project} />
              <DeleteProject project={project} />
            </>
          )}
          {tab === "platforms" && <Platforms project={project} />}
          {tab === "approval" && <ApprovalSettings project={project} />}
          {tab === "members" && <Members project={project} />}
          {tab === "tokens" && (
            <>
              <ProjectTokens project={project} />
              <Calendars project={project} />
            </>
          )}
          {tab === "manifest" && <ProjectManifest project={project} />}
        </Stack>
      </ScreenTabs>
    </Screen>
  );
}

function DeleteProject({ project }: { readonly project: string }) {
  const review = useReview();
  const navigate = useNavigate();
  const name = useProjectName(project);
  const remove = async () => {
    let etag: string | null = null;
    const outcome = await review({
      project,
      title: deleteProjectTexts.title(name),
      request: async (options) => {
        etag ??= (await admin.getProject({ project })).etag;
        return admin.deleteProject({ project, etag, ...options });
      },
      onStale: lookAgain(async () => {
        etag = (await admin.getProject({ project })).etag;
      }),
    });
    if (outcome.kind === "published") void navigate({ to: "/" });
  };
  return (
    <SettingsRow title={deleteProjectTexts.heading} meaning={deleteProjectTexts.apps}>
      <List size="sm" spacing={4}>
        {deleteProjectTexts.lost.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
      <MayEdit project={project} role={deleter} otherwise={<Text>{deleteProjectTexts.readOnly}</Text>}>
        <ConfirmByTyping text={name} button={deleteProjectTexts.button} onConfirm={() => void remove()} />
      </MayEdit>
    </SettingsRow>
  );
}

function ApprovalSettings({ project }: { readonly project: string }) {
  const protection = useQuery(protectionQuery(project));
  return (
    <QueryState query={protection}>{(found) => <ApprovalForm key={project} project={project} protection={found} />}</QueryState>
  );
}

function ApprovalForm({ project, protection }: { readonly project: string; readonly protection: Protection }) {
  const isOwner = useMay(project, "owner");
  const edit = useEdit<ProtectionForm>({
    project,
    resource: "settings/approval",
    path: () => "",
    title: () => approvalTexts.review,
    present: presentOf(protection),
    initial: initialProtection,
    read: async () => presentOf(await admin.getProtection({ project })),
    send: (form, etag, options) => admin.putProtection({ project, body: form, etag: etag ?? "", ...options }),
  });
  const { form, change } = edit;
  return (
    <EditForm edit={edit} fields={[]} isReadOnly={!isOwner} isQuiet>
      {!isOwner && <Hint>{approvalTexts.readOnly}</Hint>}
      <Fieldset disabled={!isOwner} variant="unstyled">
        <SettingsRow title={approvalTexts.approval} meaning={approvalTexts.approvalMeaning}>
          <Switch
            label={approvalTexts.fourEyes}
            description={approvalTexts.fourEyesHint}
            checked={form.four_eyes}
            onChange={({ currentTarget: { checked } }) => change({ ...form, four_eyes: checked })}
          />
          <Anchor href="/docs/publishing#require-approval" target="_blank">
            {approvalTexts.how}
          </Anchor>
          {form.four_eyes && !protection.four_eyes && <Alert color="caution">{approvalTexts.beforeOn}</Alert>}
          {!form.four_eyes && protection.four_eyes && <Alert color="caution">{approvalTexts.beforeOff}</Alert>}
        </SettingsRow>
        <SettingsRow title={approvalTexts.reasons} meaning={approvalTexts.reasonsMeaning}>
          <Switch
            label={approvalTexts.reasonRequired}
            description={approvalTexts.reasonRequiredHint}
            checked={form.reason_required}
            onChange={({ currentTarget: { checked } }) => change({ ...form, reason_required: checked })}
          />
        </SettingsRow>
      </Fieldset>
    </EditForm>
  );
}

/** A scrollable element must be reachable by keyboard. */
const region = "region";

function ProjectManifest({ project }: { readonly project: string }) {
  return (
    <SettingsRow title={manifestTexts.present} meaning={manifestTexts.meaning}>
      <QueryState query={useQuery(manifestTextQuery(project))}>
        {({ value: text }) => (
          <>
            <Group gap="sm">
              <CopyButton text={text} name={manifestTexts.present} />
              <Button leftSection={<Icon name="download" size={1} />} onClick={() => download(`${project}.yaml`, text)}>
                {manifestTexts.download}
              </Button>
            </Group>
            <Box component="pre" className={classes.manifest} role={region} aria-label={manifestTexts.present} tabIndex={0}>
              {text}
            </Box>
            <Text>
              {manifestTexts.toApply} <Code>{`drawbridge apply -f ${project}.yaml`}</Code>
            </Text>
          </>
        )}
      </QueryState>
    </SettingsRow>
  );
}

const manifestTextQuery = projectQuery("manifest", (project) => admin.getManifestText({ project }));

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const initialProject: ProjectForm = {};
const singleFields = ["", "name", "languages", "ttl", "reminder", "lock_out_limit_percent", "no_window"];

function GeneralSettings({ project }: { readonly project: string }) {
  const head = useQuery(projectHeadQuery(project));
  return <QueryState query={head}>{(found) => <GeneralForm key={project} project={project} head={found} />}</QueryState>;
}

function GeneralForm({ project, head }: { readonly project: string; readonly head: Versioned<Project> }) {
  const mayEdit = useMay(project);
  const edit = useEdit<ProjectForm>({
    project,
    resource: "settings/general",
    path: () => "",
    title: () => texts.review,
    present: presentHead(head),
    initial: initialProject,
    read: async () => presentHead(await orNull(admin.getProject({ project }))),
    send: (form, etag, options) => admin.putProject({ project, body: form, etag, ...options }),
  });
  const { form, change, problemAt } = edit;
  const { field, text } = fieldsOf(edit, texts);
  const { lock_out_limit_percent: limit, ...withoutLimit } = form;
  const languages = (form.languages ?? []).map((_, index) => `languages.${index}`);
  return (
    <EditForm edit={edit} fields={[...singleFields, ...languages]} isReadOnly={!mayEdit} isQuiet>
      {!mayEdit && <Hint>{texts.readOnly}</Hint>}
      <Fieldset disabled={!mayEdit} variant="unstyled">
        <SettingsRow title={texts.project} meaning={texts.projectMeaning}>
          <TextInput {...text("name")} maxLength={200} error={problemAt("name") ?? problemAt("")} />
          <AdvancedId name={texts.id} id={project} />
        </SettingsRow>
        <SettingsRow title={texts.languages} meaning={texts.languagesMeaning}>
          <LanguagesField
            languages={form.languages ?? []}
            problemAt={problemAt}
            onChange={(languages) => change({ ...form, languages })}
          />
        </SettingsRow>
        <SettingsRow title={texts.safety} meaning={texts.safetyMeaning}>
          <NumberInput
            label={texts.lockOutLimit}
            suffix="%"
            min={0}
            max={100}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            hideControls
            placeholder={`${defaultLockOutLimit}%`}
            value={limit ?? ""}
            error={problemAt("lock_out_limit_percent")}
            styles={{ wrapper: { maxWidth: "7rem" } }}
            onChange={(value) => change(typeof value === "number" ? { ...form, lock_out_limit_percent: value } : withoutLimit)}
          />
        </SettingsRow>
        <SettingsRow title={texts.maintenance} meaning={texts.maintenanceMeaning}>
          <DurationField {...field("reminder")} />
          <Radio.Group
            label={texts.noWindow}
            value={form.no_window ?? "null"}
            error={problemAt("no_window")}
            onChange={(chosen) => change({ ...form, no_window: chosen as "epoch" | "null" })}
          >
            <Group gap="lg" mt="xs">
              {(["epoch", "null"] as const).map((value) => (
                <Radio key={value} value={value} label={texts.noWindowOf[value]} />
              ))}
            </Group>
          </Radio.Group>
        </SettingsRow>
        <SettingsRow title={texts.caching} meaning={texts.ttlHint}>
          {/* Its hint is the meaning of the row. */}
          <DurationField {...field("ttl")} description={undefined} />
        </SettingsRow>
      </Fieldset>
    </EditForm>
  );
}

/** Form fields hold texts instead of null. */
function presentHead(head: Versioned<Project> | null) {
  if (!head) return null;
  const { id: _id, revision: _revision, ...form } = head.value;
  const filled: ProjectForm = { ...form, no_window: form.no_window ?? "null" };
  return { form: filled, etag: head.etag };
}
