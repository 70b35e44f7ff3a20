import { Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ownZone } from "../texts/browser-locale.ts";
import { formatInstant, formatLanguage, formatSpan } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type Kind, type MessageForm, withText } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import messageClasses from "./messages.module.css";
import { OwnTextLink } from "./own-texts.tsx";
import classes from "./phone.module.css";
import { configBody, type PhoneContext, type PhoneText, phoneText, phoneTitle } from "./phone-context.ts";
import { PhonePicture } from "./phone-picture.tsx";
import { reminderFromAnswer } from "./resolved-text.ts";

interface KindPhoneProps {
  readonly project: string;
  readonly kind: Kind;
  readonly form: MessageForm;
  /** As it is published. */
  readonly published: MessageForm;
  readonly context: PhoneContext;
}

export function KindPhone(props: KindPhoneProps) {
  const { kind, form, published, context } = props;
  const shown = context.isPublished ? published : form;
  const told = phoneText(kind, shown, context);
  const isDraft = !context.isPublished && told.text !== phoneText(kind, published, context).text;
  const link = kind === "upgrade" ? storeLink(context) : "";
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {texts.phones}
        </Text>
        <Text size="xs" c="dimmed" title={isDraft ? texts.isDraftMeaning : texts.isPublishedMeaning}>
          {isDraft ? texts.isDraft : texts.isPublished}
        </Text>
      </Group>
      <PhonePicture
        name={texts.phone(texts.kinds[kind])}
        appName={form.name ?? ""}
        kind={kind}
        title={kind === "default" ? undefined : phoneTitle(kind, shown, context)}
        message={told}
        button={link === "" ? undefined : texts.store}
        isDark={context.isDark}
      >
        {kind === "default" && <ReminderCard context={context} />}
      </PhonePicture>
      <Stack gap={4}>
        {[...textNotes(told), ...kindNotes(props, told, link)].map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each note has its place
          <Text key={index} component="div" size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      </Stack>
    </Stack>
  );
}

function kindNotes(props: KindPhoneProps, told: PhoneText, link: string): readonly ReactNode[] {
  const { kind, context } = props;
  if (kind === "upgrade") return upgradeNotes(context, link);
  if (kind === "maintenance") return maintenanceNotes(props, told);
  return kind === "default" ? reminderNotes(context, told) : [];
}

function upgradeNotes(context: PhoneContext, link: string): readonly string[] {
  const answer = configBody(context);
  if (!answer) return [texts.notAsked];
  const asker = `${context.platformName} ${context.version}`;
  const linkNote =
    storeOf(context) === "none" ? texts.noStore : link === "" ? texts.noLink : texts.opens(URL.parse(link)?.host || link);
  return [linkNote, answer.isForced ? texts.isForced(asker) : texts.isNotForced(asker)];
}

function storeOf({ policy, platform }: PhoneContext) {
  return policy?.store ?? (platform === "android" ? "android" : "apple");
}

function storeLink(context: PhoneContext): string {
  const store = storeOf(context);
  const answer = configBody(context);
  return answer && store !== "none" ? answer[store] : "";
}

function maintenanceNotes(props: KindPhoneProps, told: PhoneText): readonly ReactNode[] {
  const { context } = props;
  const { situation, ownText } = context;
  const answer = configBody(context);
  const when = () => {
    if (!situation || !answer) return texts.notAsked;
    const { window, name, start, end } = situation;
    if (window === null) return texts.maintenanceExample;
    const span = formatSpan(start, end, ownZone);
    return answer.isMaintenance ? texts.maintenanceNow(name, span) : texts.maintenanceNext(name, span);
  };
  return [
    ...(told.source === "built_in" ? [texts.endByClient] : []),
    when(),
    ...(answer?.isForced ? [texts.forcedFirst(`${context.platformName} ${context.version}`)] : []),
    ...(ownText ? [<OwnText key="own" {...props} />] : []),
  ];
}

/** Window with a message of its own. */
function OwnText({ project, form, context }: KindPhoneProps) {
  const { ownText } = context;
  if (!ownText) return null;
  const entries = Object.entries(ownText.message ?? {});
  const own = entries.reduce((changed, [language, text]) => withText(changed, "maintenance", language, text), {
    ...form,
    messages: { ...form.messages, maintenance: {} },
  });
  const { text, language } = phoneText("maintenance", own, context);
  return (
    <>
      {texts.ownText} <OwnTextLink project={project} place="maintenance" id={ownText.id} name={ownText.title ?? ownText.id} />
      <div className={messageClasses.quoted} lang={language} dir="auto">
        {text}
      </div>
    </>
  );
}

/** An app that runs: what it announces, and the notice that nothing stands in the way of. */
function reminderNotes(context: PhoneContext, told: PhoneText): readonly string[] {
  const answer = configBody(context);
  const isCovered = answer !== null && (answer.isForced || answer.isMaintenance);
  return [
    ...(context.next ? [texts.reminderMeaning] : []),
    reminderState(context),
    ...(told.text === "" ? [texts.noNotice] : isCovered ? [texts.noticeInstead] : []),
  ];
}

function ReminderCard({ context }: { readonly context: PhoneContext }) {
  const { next } = context;
  if (!next) return null;
  return (
    <div className={classes.card}>
      <strong className={classes.title} dir="auto">
        {next.name}
      </strong>
      <dl>
        <dt>{texts.reminderFrom}</dt>
        <dd>{formatInstant(next.from)}</dd>
        <dt>{texts.reminderStart}</dt>
        <dd>{formatInstant(next.start)}</dd>
        <dt>{texts.reminderEnd}</dt>
        <dd>{formatInstant(next.end)}</dd>
      </dl>
      <div className={classes.quiet}>{sharedTexts.time.inZone(ownZone)}</div>
    </div>
  );
}

function reminderState(context: PhoneContext): string {
  if (context.instance === null) return texts.reminderNoInstance;
  const reminder = reminderFromAnswer(context.maintenance, context.now);
  if (!reminder) return texts.notAsked;
  return {
    announced: texts.reminderOn,
    later: texts.reminderLater,
    active: context.next ? texts.reminderNext : texts.reminderActive,
    ended: texts.reminderNone,
  }[reminder.state];
}

function textNotes({ text, source, language, isWrong, isExact }: PhoneText): readonly string[] {
  const name = formatLanguage(language);
  return [
    ...(isWrong ? [texts.isWrong] : []),
    ...(text !== "" && source === "built_in" ? [texts.shownBuiltIn(name)] : []),
    ...(text !== "" && source === "other" ? [texts.shownIn(name)] : []),
    ...(isExact ? [texts.exact] : []),
  ];
}
