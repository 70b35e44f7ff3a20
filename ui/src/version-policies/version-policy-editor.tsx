import { Divider, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { isDeepEqual } from "drawbridge-rules/changes/three-way-merge.ts";
import { builtInPlatforms, isPlatformName } from "drawbridge-rules/versions/platform.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import { useMemo, useState } from "react";
import type { CountedTraffic } from "../adoption/counted-traffic.ts";
import { ResourceDrawer } from "../elements/screen.tsx";
import { EditForm } from "../review/edit-form.tsx";
import { isAtLeast, useRole } from "../session/session.ts";
import { messagePaths, OwnMessages } from "./own-messages.tsx";
import { checkPolicyDraft, toSentPolicy } from "./policy-draft.ts";
import { ReleaseFields } from "./releases.tsx";
import { type EntryPosition, entryLines } from "./ruler-edit.ts";
import { ChosenEntry } from "./ruler-entries.tsx";
import { namesAnyVersion } from "./ruler-scale.ts";
import { EnteredNotice, StepFields } from "./step-fields.tsx";
import { StoreFields, StoreLinkText } from "./store-fields.tsx";
import { AskField, DraftAnswer, PublishedAnswer } from "./version-answer.tsx";
import { useCheckedVersion, versionPoliciesRoute } from "./version-policies-route.ts";
import { DeleteVersionPolicy, useEnteredForm, useVersionPolicyEdit } from "./version-policy-edit.tsx";
import { VersionPolicyFields } from "./version-policy-fields.tsx";
import { toPolicyForm } from "./version-policy-list.ts";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";
import { VersionRuler } from "./version-ruler.tsx";

export function VersionPolicyDrawer(props: VersionPolicyEditorProps) {
  const { id, policy, onClose } = props;
  return (
    <ResourceDrawer
      size="64rem"
      title={id === null ? texts.titleNew : texts.titleEdit(id)}
      isThere={id === null || policy !== null || builtInPlatforms.includes(id)}
      gone={texts.gone(id ?? "")}
      onClose={onClose}
    >
      <VersionPolicyEditor {...props} />
    </ResourceDrawer>
  );
}

interface VersionPolicyEditorProps {
  readonly project: string;
  readonly head: Project;
  /** Null: a platform is to be made. */
  readonly id: string | null;
  /** Null: there is none with the id. */
  readonly policy: Platform | null;
  /** Its requests in the last 24 hours; null: none. */
  readonly traffic: CountedTraffic | null;
  /** Names of platforms that there are. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
}

function VersionPolicyEditor({ project, head, id, policy, traffic, taken, onClose }: VersionPolicyEditorProps) {
  const mayEdit = isAtLeast(useRole(project), "editor");
  const edit = useVersionPolicyEdit(project, id, policy);
  const { form, change, problemAt } = edit;
  const { id: platform } = form;
  const rules = useMemo(() => formWithoutId(form), [form]);
  const published = useMemo(() => (policy ? toPolicyForm(policy) : {}), [policy]);
  const { step: decision, declare } = versionPoliciesRoute.useSearch();
  const [chosen, setChosen] = useState<EntryPosition | null>(null);
  const changeRules = (changed: PlatformForm) => change({ ...changed, id: platform });
  useEnteredForm(rules, !mayEdit, changeRules);
  const isEntered = decision !== undefined && mayEdit && edit.isDirty;
  return (
    <EditForm
      edit={edit}
      fields={fieldsOf(id, rules)}
      isReadOnly={!mayEdit}
      onCancel={onClose}
      onDone={onClose}
      extraAction={policy && mayEdit && <DeleteVersionPolicy project={project} policy={policy} onDone={onClose} />}
    >
      {isEntered && decision !== "move" && <EnteredNotice decision={decision} />}
      {id === null && (
        <PlatformName
          name={platform}
          isTaken={taken.includes(platform)}
          problem={problemAt("id") ?? problemAt("")}
          onChange={(name) => change({ ...form, id: name })}
        />
      )}
      <RulerSection
        platform={platform}
        form={rules}
        published={published}
        traffic={traffic}
        chosen={chosen}
        onChoose={setChosen}
        onChange={mayEdit ? changeRules : undefined}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="md">
        <VersionPolicyFields
          form={rules}
          isReadOnly={!mayEdit}
          problemAt={problemAt}
          onChange={changeRules}
          onChoose={setChosen}
        />
        <Stack gap="md">
          <Answers project={project} id={id} form={rules} published={published} />
          <StoreLinkText platform={platform} form={rules} stores={head.stores} />
          <StoreFields platform={platform} form={form} isReadOnly={!mayEdit} problemAt={problemAt} onChange={change} />
        </Stack>
      </SimpleGrid>
      <Divider />
      <StepFields
        form={rules}
        isFirst={decision === "move"}
        notice={isEntered && decision === "move" ? decision : undefined}
        isReadOnly={!mayEdit}
        problemAt={problemAt}
        onChange={changeRules}
      />
      <Divider />
      <OwnMessages head={head} form={rules} isReadOnly={!mayEdit} problemAt={problemAt} onChange={changeRules} />
      <Divider />
      <ReleaseFields form={rules} declared={declare} isReadOnly={!mayEdit} problemAt={problemAt} onChange={changeRules} />
    </EditForm>
  );
}

interface AnswersProps {
  readonly project: string;
  readonly id: string | null;
  readonly form: PlatformForm;
  readonly published: PlatformForm;
}

/** Published answer for the checked version, and the draft's where it differs. */
function Answers({ project, id, form, published }: AnswersProps) {
  const [asked] = useCheckedVersion();
  return (
    <Stack gap="xs">
      <AskField />
      {id !== null && <PublishedAnswer project={project} platform={id} version={asked} form={published} />}
      {!isDeepEqual(toSentPolicy(form), published) && <DraftAnswer version={asked} form={form} />}
    </Stack>
  );
}

/** Fields that show their own problems. */
function fieldsOf(id: string | null, form: PlatformForm): readonly string[] {
  const lines = (["blocked", "exempt"] as const).flatMap((field) => entryLines(form, field).map((_, line) => `${field}.${line}`));
  const links = ["store", "stores.android", "stores.apple"];
  const step = ["at", "zone", "minimum", "recommended"].map((member) => `step.${member}`);
  const releases = (form.releases ?? []).flatMap((_, line) =>
    ["version", "date", "notes"].map((member) => `releases.${line}.${member}`),
  );
  const own = [
    "minimum",
    "recommended",
    "blocked",
    "exempt",
    ...links,
    ...lines,
    ...step,
    "releases",
    ...releases,
    ...messagePaths(form),
  ];
  return id === null ? ["", "id", ...own] : own;
}

function formWithoutId({ id: _, ...form }: PlatformForm & { readonly id: string }): PlatformForm {
  return form;
}

interface PlatformNameProps {
  readonly name: string;
  readonly isTaken: boolean;
  readonly problem: string | undefined;
  readonly onChange: (name: string) => void;
}

function PlatformName({ name, isTaken, problem, onChange }: PlatformNameProps) {
  const wrong = name !== "" && !isPlatformName(name) ? texts.platformWrong : isTaken ? texts.platformThere : undefined;
  return (
    <TextInput
      label={texts.platform}
      description={texts.platformHint}
      required
      data-autofocus
      autoComplete="off"
      spellCheck={false}
      maxLength={32}
      value={name}
      error={wrong ?? problem}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

interface RulerSectionProps {
  readonly platform: string;
  readonly form: PlatformForm;
  readonly published: PlatformForm;
  /** Null: no requests. */
  readonly traffic: CountedTraffic | null;
  readonly chosen: EntryPosition | null;
  readonly onChoose: (place: EntryPosition | null) => void;
  /** Without it, it is only looked at. */
  readonly onChange: ((form: PlatformForm) => void) | undefined;
}

/** The ruler of a policy that is edited, with what it can be done with. */
function RulerSection({ platform, form, published, traffic, chosen, onChoose, onChange }: RulerSectionProps) {
  const [asked, ask] = useCheckedVersion();
  const isNamed = namesAnyVersion(checkPolicyDraft(form).policy);
  const edit = onChange && { chosen, onChoose, onChange };
  const isEmpty = !isNamed && !namesAnyVersion(checkPolicyDraft(published).policy);
  const first = <Text size="sm">{edit ? texts.firstRule : texts.noRules}</Text>;
  if (isEmpty && !traffic?.versions.length) return first;
  return (
    <Stack gap="xs">
      {isEmpty && first}
      <VersionRuler
        platform={platform}
        form={form}
        published={published}
        traffic={traffic}
        asked={asked}
        onAsk={ask}
        edit={edit}
      />
      {edit && (
        <Text size="xs" c="dimmed">
          {texts.rulerHint}
        </Text>
      )}
      {edit && isNamed && <ChosenEntry form={form} asked={asked} {...edit} />}
    </Stack>
  );
}
