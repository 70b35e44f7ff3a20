import {
  ActionIcon,
  Alert,
  Box,
  Button,
  Code,
  Divider,
  Group,
  Input,
  SimpleGrid,
  Stack,
  Tabs,
  Text,
  TextInput,
} from "@mantine/core";
import { setValueAt } from "drawbridge-rules/changes/three-way-merge.ts";
import { instantToWall, isAmbiguousTime } from "drawbridge-rules/values/wall-time.ts";
import { maxVersionLength } from "drawbridge-rules/versions/app-version.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import { stepTime } from "drawbridge-rules/versions/policy-step.ts";
import { maxNotesLength, type PolicyStep } from "drawbridge-rules/versions/version-policy.ts";
import type { SuggestedRelease } from "drawbridge-rules/wire/adoption.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { AdoptionSection } from "../adoption/adoption-section.tsx";
import { Icon } from "../elements/icon.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useNow } from "../elements/use-now.ts";
import { ZonedTime } from "../elements/zoned-time.tsx";
import { LocalizedFields } from "../maintenance/windows/window-fields.tsx";
import { type Kind, kinds } from "../messages/message-form.ts";
import { messageTexts } from "../messages/message-texts.ts";
import { StoreChoice, StoreLinkFields, storeLinkFields, UpdateLinkText } from "../platforms/store-fields.tsx";
import { formatDate, formatShare, ownZone } from "../texts/formats.ts";
import {
  entryFields,
  newStep,
  type ReleaseForm,
  readStep,
  type StepForm,
  stepBounds,
  withDeclared,
  withReleases,
  withStep,
} from "./policy-draft.ts";
import { AddButton, EntryFields, FormSection, type RuleFieldsProps } from "./rule-fields.tsx";
import { type EntryPosition, entryLines } from "./ruler-edit.ts";
import { useDraftFields } from "./version-policy-edit.ts";
import { releaseTexts, stepTexts, versionPolicyTexts as texts } from "./version-policy-texts.ts";

const cardTabs = ["rules", "releases", "adoption", "store"] as const;
export type CardTab = (typeof cardTabs)[number];

interface PanelProps extends RuleFieldsProps {
  readonly project: string;
  readonly head: Project;
  /** Id. */
  readonly platform: string;
  /** Display name. */
  readonly name: string;
  readonly isStepMoved: boolean;
  readonly suggested: readonly SuggestedRelease[];
  /** In the last 24 hours. */
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
  releases: (props) => <ReleaseFields {...props} />,
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
      ...members("step", ["at", "zone", ...stepBounds]),
    ],
    releases: ["releases", ...releases.flatMap((_, line) => releaseMembers.map(({ name }) => `releases.${line}.${name}`))],
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

interface StepFieldsProps extends RuleFieldsProps {
  /** The address moved it to a later time. */
  readonly isMoved: boolean;
}

function StepFields({ form, isMoved, isReadOnly, problemAt, onChange }: StepFieldsProps) {
  const { step } = form;
  const frame = useRef<HTMLDivElement>(null);
  const replace = (changed: StepForm | null) => {
    flushSync(() => onChange(withStep(form, changed)));
    frame.current?.querySelector<HTMLElement>("input, button")?.focus();
  };
  useEffect(() => {
    if (isMoved) frame.current?.querySelector<HTMLElement>("input")?.focus();
  }, [isMoved]);
  return (
    <FormSection title={stepTexts.title} {...(step ? {} : { hint: stepTexts.hint })} frame={frame}>
      {isMoved && (
        <Alert color="accent" role="status">
          {stepTexts.moved}
        </Alert>
      )}
      {step && (
        <Stack gap="sm" align="stretch">
          <StepInputs form={form} step={step} problemAt={problemAt} isReadOnly={isReadOnly} onChange={onChange} />
          {!isReadOnly && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              style={{ alignSelf: "flex-start" }}
              leftSection={<Icon name="remove" size={0.875} />}
              onClick={() => replace(null)}
            >
              {stepTexts.remove}
            </Button>
          )}
        </Stack>
      )}
      {!step && !isReadOnly && (
        <AddButton onClick={() => replace(newStep(form, ownZone, Date.now()))}>{stepTexts.plan}</AddButton>
      )}
    </FormSection>
  );
}

function StepInputs({ form, step, isReadOnly, problemAt, onChange }: RuleFieldsProps & { readonly step: StepForm }) {
  const fieldProps = useDraftFields(form);
  const { zone = "UTC" } = step;
  const isEmpty = stepBounds.every((bound) => (step[bound] ?? "").trim() === "");
  return (
    <>
      <div>
        <ZonedTime
          label={stepTexts.at}
          wall={step.at}
          zone={zone}
          wallProblem={problemAt("step.at")}
          zoneProblem={problemAt("step.zone")}
          isReadOnly={isReadOnly}
          onWall={(at) => onChange(withStep(form, { ...step, at }))}
          onZone={(chosen) => onChange(setValueAt(form, ["step", "zone"], chosen === "UTC" ? undefined : chosen))}
        />
        <ClockNote step={step} />
      </div>
      <SimpleGrid type="container" cols={{ base: 1, "28rem": 2 }} spacing="sm">
        {stepBounds.map((bound) => (
          <TextInput
            key={bound}
            label={stepTexts[bound]}
            description={stepTexts.unchanged}
            readOnly={isReadOnly}
            maxLength={maxVersionLength}
            value={step[bound] ?? ""}
            {...fieldProps(
              `step.${bound}`,
              problemAt(`step.${bound}`) ?? (isEmpty && bound === "minimum" ? stepTexts.missing : undefined),
              (text) => onChange(setValueAt(form, ["step", bound], text || undefined)),
            )}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

function ClockNote({ step }: { readonly step: StepForm }) {
  const now = useNow();
  // Notes are about the time alone, whatever versions are entered yet.
  const timed = readStep({ ...step, minimum: "0" });
  const note = timed && clockNote(timed);
  const isPast = timed !== null && stepTime(timed) <= now;
  return [note, isPast ? stepTexts.past : null].map(
    (text) =>
      text && (
        <Text size="xs" fw={500} mt={4} key={text}>
          {text}
        </Text>
      ),
  );
}

function clockNote(step: PolicyStep): string | null {
  const shown = instantToWall(stepTime(step), step.zone);
  const time = step.at.slice(11);
  if (shown !== step.at) return stepTexts.skipped(time, shown.slice(11));
  return isAmbiguousTime(step.at, step.zone) ? stepTexts.doubled(time) : null;
}

const releasesAtFirst = 10;

const releaseMembers = [
  { name: "version", required: true, maxLength: maxVersionLength },
  { name: "date", type: "date" },
  { name: "requires_os", inputMode: "decimal", maxLength: maxVersionLength },
  { name: "notes", spellCheck: true, maxLength: maxNotesLength },
] as const;

function ReleaseFields({ form, name: platformName, suggested, requests, isReadOnly, problemAt, onChange }: PanelProps) {
  const fieldProps = useDraftFields(form);
  const frame = useRef<HTMLDivElement>(null);
  const { releases = [] } = form;
  const unknown = suggested.filter(({ version }) => withDeclared(form, { version }) !== form);
  const lines = releases.map((release, line) => ({ release, line })).reverse();
  const change = (line: number, release: ReleaseForm) => onChange(withReleases(form, releases.with(line, release)));
  const changeLines = (changed: readonly ReleaseForm[]) => {
    flushSync(() => onChange(withReleases(form, changed)));
    const section = frame.current;
    (section?.querySelector<HTMLElement>("input") ?? section?.querySelector("button"))?.focus();
  };
  return (
    <FormSection title={releaseTexts.title} hint={releaseTexts.hint} frame={frame}>
      <Stack gap="sm" align="stretch">
        {unknown.length > 0 && (
          <Stack component="ul" gap="xs" m={0} p={0} aria-label={releaseTexts.newOf(platformName)}>
            {unknown.map(({ version, first_seen, requests_24h }) => (
              <Group key={version} component="li" gap="xs">
                <Text span>
                  <Code>{version}</Code> {releaseTexts.seen(formatDate(first_seen, "UTC"), formatShare(requests_24h, requests))}
                </Text>
                {!isReadOnly && (
                  <Button
                    size="compact-sm"
                    onClick={() => changeLines([...releases, { version, date: first_seen }])}
                    aria-label={releaseTexts.declareOf(version, platformName)}
                  >
                    {releaseTexts.declareShort}
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
        {!isReadOnly && <AddButton onClick={() => changeLines([...releases, { version: "" }])}>{releaseTexts.declare}</AddButton>}
        <ShowMore items={lines} first={releasesAtFirst} keyOf={({ line }) => String(line)}>
          {({ release, line }) => (
            <Group gap="xs" wrap="nowrap" align="flex-start" role="group" aria-label={releaseTexts.line(line + 1)}>
              <Box flex={1} miw={0}>
                <SimpleGrid type="container" cols={{ base: 1, "30rem": 2, "48rem": 4 }} spacing="xs">
                  {releaseMembers.map(({ name, ...own }) => (
                    <TextInput
                      key={name}
                      label={releaseTexts[name]}
                      readOnly={isReadOnly}
                      value={release[name] ?? ""}
                      {...fieldProps(`releases.${line}.${name}`, problemAt(`releases.${line}.${name}`), (text) =>
                        change(line, setValueAt(release, [name], name === "version" ? text : text || undefined)),
                      )}
                      {...own}
                    />
                  ))}
                </SimpleGrid>
              </Box>
              {!isReadOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  mt="1.75rem"
                  aria-label={releaseTexts.remove(release.version.trim() || releaseTexts.empty)}
                  onClick={() => changeLines(releases.toSpliced(line, 1))}
                >
                  <Icon name="remove" />
                </ActionIcon>
              )}
            </Group>
          )}
        </ShowMore>
        {problemAt("releases") !== undefined && <Input.Error size="sm">{problemAt("releases")}</Input.Error>}
      </Stack>
    </FormSection>
  );
}
