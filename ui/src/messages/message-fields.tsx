import { Checkbox, Group, Stack, Text, TextInput, useComputedColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import { allowedIn, type ScreenKind, textFaults } from "drawbridge-rules/texts/message.ts";
import { allPlatforms } from "drawbridge-rules/versions/platform.ts";
import type { ListedOccurrence } from "drawbridge-rules/wire/maintenance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import { Hint } from "../elements/cells.tsx";
import { ScreenLink } from "../elements/screen.tsx";
import { maintenanceNowQuery } from "../maintenance/maintenance-list.ts";
import { updateLink } from "../platforms/update-link.ts";
import { messagesRoute } from "../routes.ts";
import { formatInstant, formatLanguage, formatSpan, ownZone } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { exampleValues, exampleVersion } from "./example-values.ts";
import { type Kind, type MessageForm, withText, withTitle } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import phoneClasses from "./phone.module.css";
import { PhonePicture } from "./phone-picture.tsx";
import { fillPlaceholders, resolveText, titleIn } from "./resolved-text.ts";
import { faultWords, TemplateField } from "./template-field.tsx";
import { faultsIn, type ShownPolicies } from "./text-marks.ts";

export interface MessageFieldsProps {
  readonly form: MessageForm;
  readonly kind: Kind;
  readonly language: string;
  readonly policies: ShownPolicies;
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (form: MessageForm) => void;
}

export function MessageFields(props: MessageFieldsProps) {
  const { form, kind, language, policies, problem, isReadOnly, onChange } = props;
  const written = form.messages[kind][language];
  const faults = faultsIn(written, kind, policies[kind]);
  return (
    <Stack gap="md">
      {kind !== "default" && <TitleField {...props} kind={kind} />}
      <TemplateField
        label={texts.text}
        minRows={4}
        language={language}
        value={written ?? ""}
        allowed={allowedIn[kind]}
        faults={faults}
        problem={problem}
        isReadOnly={isReadOnly}
        onChange={(text) => onChange(withText(form, kind, language, text === "" ? undefined : text))}
      />
      {(written ?? "") === "" && <Missing {...props} />}
    </Stack>
  );
}

function TitleField({ form, kind, language, isReadOnly, onChange }: MessageFieldsProps & { readonly kind: ScreenKind }) {
  const title = form.titles[kind][language];
  const faults = title === undefined ? [] : textFaults(title, kind, "title");
  const said = faults.map((fault) => faultWords(fault, title ?? ""));
  return (
    <TextInput
      label={texts.title}
      lang={language}
      attributes={{ input: { dir: "auto" } }}
      autoComplete="off"
      placeholder={titleIn(form, kind, language).text}
      value={title ?? ""}
      readOnly={isReadOnly}
      error={said.length > 0 ? said.join(" ") : undefined}
      onChange={({ currentTarget: { value } }) => onChange(withTitle(form, kind, language, value === "" ? undefined : value))}
    />
  );
}

/** Shows the fallback that apps get; a notice can be empty on purpose. */
function Missing({ form, kind, language, isReadOnly, onChange }: MessageFieldsProps) {
  const isSilent = form.messages[kind][language] === "";
  const told = resolveText(withText(form, kind, language, undefined), kind, language);
  const canBeSilent = kind === "default" && (isSilent || told.text !== "");
  return (
    <Stack gap={4}>
      {!isSilent && (
        <>
          <Hint size="xs">
            {told.text === "" || told.source === "own"
              ? texts.missing.none
              : texts.missing[told.source === "none" ? "built_in" : told.source](formatLanguage(told.language))}
          </Hint>
          {told.text !== "" && (
            <Text size="xs" lang={told.language} dir="auto" className={classes.quoted}>
              {told.text}
            </Text>
          )}
        </>
      )}
      {canBeSilent && (
        <Checkbox
          label={texts.silent}
          checked={isSilent}
          disabled={isReadOnly}
          onChange={({ currentTarget: { checked } }) => onChange(withText(form, kind, language, checked ? "" : undefined))}
        />
      )}
    </Stack>
  );
}

/** Its times are epoch ms. */
type ShownOccurrence = Omit<ListedOccurrence, "start" | "end"> & { readonly start: number; readonly end: number };

interface KindPhoneProps {
  readonly project: string;
  readonly kind: Kind;
  readonly language: string;
  readonly form: MessageForm;
  readonly published: MessageForm;
  readonly policies: readonly Platform[];
}

/** Drawn for the app in the address, else for the first platform. */
export function KindPhone({ project, kind, language, form, published, policies }: KindPhoneProps) {
  const search = messagesRoute.useSearch();
  const isDark = useComputedColorScheme("light") === "dark";
  const { data } = useQuery(maintenanceNowQuery(project));
  const platforms = [...allPlatforms(policies.map(({ id }) => id))];
  const platform = platforms.find((id) => id === search.platform) ?? platforms[0] ?? "";
  const policy = policies.find(({ id }) => id === platform);
  const version = search.version ?? exampleVersion;
  const listed = data?.occurrences.find((each) => isShownIn(kind, each) && (each.platforms?.includes(platform) ?? true));
  const occurrence = listed && { ...listed, start: Date.parse(listed.start), end: Date.parse(listed.end) };
  const projectName = form.name ?? "";
  const valuesIn = exampleValues({ projectName, policy, version, occurrence });
  const resolved = resolveText(form, kind, language);
  const { text, isWrong, ...spoken } = fillPlaceholders(resolved, valuesIn);
  const isDraft = resolved.text !== resolveText(published, kind, language).text;
  const link = updateLink(platform, policy ?? {}, form.stores);
  const times = occurrence
    ? texts.maintenanceTimes(occurrence.name, formatSpan(occurrence.start, occurrence.end, ownZone))
    : texts.maintenanceExample;
  const notes = {
    upgrade: [linkNote(link)],
    maintenance: [...(resolved.source === "built_in" ? [texts.endByClient] : []), times],
    default: [occurrence ? texts.reminderMeaning : texts.reminderNone, ...(text === "" ? [texts.noNotice] : [])],
  };
  const shown = [
    ...(isWrong ? [texts.isWrong] : []),
    ...(text !== "" && resolved.source === "built_in" ? [texts.shownBuiltIn(formatLanguage(spoken.language))] : []),
    ...(text !== "" && resolved.source === "other" ? [texts.shownIn(formatLanguage(spoken.language))] : []),
    ...(kind in notes ? notes[kind as keyof typeof notes] : []),
    texts.shownFor(`${policy?.name ?? namesIn({}).platform(platform)} ${version}`),
  ];
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={500}>{texts.phones}</Text>
        <Text size="xs" c="dimmed" title={isDraft ? texts.isDraftMeaning : texts.isPublishedMeaning}>
          {isDraft ? texts.isDraft : texts.isPublished}
        </Text>
      </Group>
      <PhonePicture
        name={texts.phone(texts.kinds[kind])}
        appName={projectName}
        kind={kind}
        title={kind === "default" ? undefined : fillPlaceholders(titleIn(form, kind, language), valuesIn)}
        message={{ text, ...spoken }}
        button={kind === "upgrade" && "link" in link ? texts.store : undefined}
        isDark={isDark}
      >
        {kind === "default" && occurrence && <ReminderCard occurrence={occurrence} />}
      </PhonePicture>
      <Stack gap={4}>
        {shown.map((note) => (
          <Text key={note} size="xs" c="dimmed">
            {note}
          </Text>
        ))}
        <ScreenLink project={project} to="/projects/$project/test" search={{ platform, version, lang: language }}>
          {texts.toTest}
        </ScreenLink>
      </Stack>
    </Stack>
  );
}

/** An active one is no longer announced. */
function isShownIn(kind: Kind, { state }: ListedOccurrence): boolean {
  return state === "scheduled" || state === "announced" || (state === "active" && kind === "maintenance");
}

function linkNote(link: ReturnType<typeof updateLink>): string {
  if (link.kind === "not_needed") return texts.noStore;
  return link.kind === "missing" ? texts.noLink : texts.opens(URL.parse(link.link)?.host || link.link);
}

function ReminderCard({ occurrence }: { readonly occurrence: ShownOccurrence }) {
  return (
    <div className={phoneClasses.card}>
      <strong className={phoneClasses.title} dir="auto">
        {occurrence.scope}
      </strong>
      <dl>
        <dt>{texts.reminderFrom}</dt>
        <dd>{formatInstant(Date.parse(occurrence.announced_at))}</dd>
        <dt>{texts.reminderStart}</dt>
        <dd>{formatInstant(occurrence.start)}</dd>
        <dt>{texts.reminderEnd}</dt>
        <dd>{formatInstant(occurrence.end)}</dd>
      </dl>
      <div className={phoneClasses.quiet}>{sharedTexts.time.inZone(ownZone)}</div>
    </div>
  );
}
