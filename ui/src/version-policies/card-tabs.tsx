import { Divider, SimpleGrid, Stack, Tabs, Text } from "@mantine/core";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import type { ReactNode } from "react";
import { AdoptionSection } from "../adoption/adoption-section.tsx";
import { LocalizedFields } from "../maintenance/windows/window-fields.tsx";
import { type Kind, kinds } from "../messages/message-form.ts";
import { messageTexts } from "../messages/message-texts.ts";
import { StoreChoice, StoreLinkFields, storeLinkFields, UpdateLinkText } from "../platforms/store-fields.tsx";
import { entryFields } from "./policy-draft.ts";
import { ReleaseFields } from "./releases.tsx";
import { EntryFields, FormSection, type RuleFieldsProps } from "./rule-fields.tsx";
import { type EntryPosition, entryLines } from "./ruler-edit.ts";
import { StepFields } from "./step-fields.tsx";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

const cardTabs = ["rules", "releases", "adoption", "store"] as const;
export type CardTab = (typeof cardTabs)[number];

interface PanelProps extends RuleFieldsProps {
  readonly project: string;
  readonly head: Project;
  /** Id. */
  readonly platform: string;
  readonly name: string;
  readonly isStepMoved: boolean;
  readonly suggested: readonly SuggestedRelease[];
  readonly requests: number;
  readonly onChoose: (place: EntryPosition) => void;
}

interface CardTabsProps extends PanelProps {
  readonly tab: CardTab | null;
  readonly onTab: (tab: CardTab | null) => void;
}

export function CardTabs({ tab, onTab, ...props }: CardTabsProps) {
  const { form, name, suggested } = props;
  const marks: Partial<Record<CardTab, number>> = {
    rules: entryLines(form, "blocked").length + entryLines(form, "exempt").length + (form.step ? 1 : 0),
    releases: (form.releases ?? []).length,
  };
  return (
    <Tabs value={tab} onChange={(chosen) => onTab(chosen as CardTab | null)} allowTabDeactivation keepMounted={false}>
      <Tabs.List aria-label={texts.card(name)}>
        {cardTabs.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {texts.tabs[each]}{" "}
            <Text span size="xs" c="dimmed">
              {each === "releases" && suggested.length > 0 ? texts.newReleases(suggested.length) : marks[each] || ""}
            </Text>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tab && (
        <Tabs.Panel value={tab} pt="md">
          {panels[tab](props)}
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

const panels: Readonly<Record<CardTab, (props: PanelProps) => ReactNode>> = {
  rules: ({ isStepMoved, ...props }) => (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
        <EntryFields {...props} />
      </SimpleGrid>
      <Divider />
      <StepFields {...props} isMoved={isStepMoved} />
    </Stack>
  ),
  releases: ({ name, ...props }) => <ReleaseFields {...props} platform={name} />,
  adoption: ({ project, platform, name }) => <AdoptionSection project={project} platform={platform} name={name} />,
  store: (props) => (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
      <StoreFields {...props} />
      <OwnMessages {...props} />
    </SimpleGrid>
  ),
};

function StoreFields({ head, platform, form, isReadOnly, problemAt, onChange }: PanelProps) {
  return (
    <Stack gap="sm">
      <StoreChoice platform={platform} form={form} problem={problemAt("store")} isReadOnly={isReadOnly} onChange={onChange} />
      {form.store !== "none" && (
        <StoreLinkFields
          stores={form.stores}
          usual={head.stores ?? {}}
          isReadOnly={isReadOnly}
          problemAt={problemAt}
          onChange={(stores) => onChange(setValueAt(form, ["stores"], stores))}
        />
      )}
      <Text component="div">
        {texts.opens} <UpdateLinkText platform={platform} policy={form} stores={head.stores} />
      </Text>
    </Stack>
  );
}

function OwnMessages({ head, form, isReadOnly, problemAt, onChange }: PanelProps) {
  const { messages = {} } = form;
  return (
    <FormSection title={texts.messages} hint={texts.messagesHint}>
      {kinds.map((kind) => (
        <details key={kind} open={kind === "upgrade" || messages[kind] !== undefined || undefined}>
          <summary>{messageTexts.kinds[kind]}</summary>
          <LocalizedFields
            label={messageTexts.kinds[kind]}
            kind={kind}
            path={`messages.${kind}`}
            head={head}
            written={messages[kind] ?? {}}
            problemAt={problemAt}
            isReadOnly={isReadOnly}
            onChange={(written) => onChange(withMessage(form, kind, written))}
          />
        </details>
      ))}
    </FormSection>
  );
}

/** @param written undefined means the project's message is shown */
function withMessage(form: PlatformForm, kind: Kind, written: LocalizedText | undefined): PlatformForm {
  const messages = setValueAt(form.messages ?? {}, [kind], written);
  return setValueAt(form, ["messages"], Object.keys(messages).length === 0 ? undefined : messages);
}

function tabFields(form: PlatformForm): Readonly<Record<CardTab, readonly string[]>> {
  const members = (path: string, names: readonly string[]) => names.map((name) => `${path}.${name}`);
  const { messages = {}, releases = [] } = form;
  return {
    rules: [
      ...entryFields.flatMap((field) => [field, ...entryLines(form, field).map((_, line) => `${field}.${line}`)]),
      ...members("step", ["at", "zone", "minimum", "recommended"]),
    ],
    releases: [
      "releases",
      ...releases.flatMap((_, line) => members(`releases.${line}`, ["version", "date", "requires_os", "notes"])),
    ],
    adoption: [],
    store: [
      "store",
      ...storeLinkFields,
      ...kinds.flatMap((kind) => members(`messages.${kind}`, Object.keys(messages[kind] ?? {}))),
    ],
  };
}

export function fieldsOf(form: PlatformForm): readonly string[] {
  return ["minimum", "recommended", ...Object.values(tabFields(form)).flat()];
}

export function tabWithProblem(form: PlatformForm, problemAt: (field: string) => string | undefined): CardTab | null {
  const fields = tabFields(form);
  return cardTabs.find((tab) => fields[tab].some((field) => problemAt(field) !== undefined)) ?? null;
}
