import { Anchor, Badge, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Icon } from "../elements/icon.tsx";
import { ownZone } from "../texts/browser-locale.ts";
import { formatInstant, formatLanguage, formatZonedInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { type Kind, type MessageForm, withText } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import messageClasses from "./messages.module.css";
import classes from "./phone.module.css";
import { configBody, type PhoneContext, type PhoneText, phoneText, phoneTitle } from "./phone-context.ts";
import { reminderFromAnswer } from "./resolved-text.ts";

export function KindPhone(props: KindPhoneProps) {
  if (props.kind === "upgrade") return <UpgradePhone {...props} />;
  if (props.kind === "maintenance") return <MaintenancePhone {...props} />;
  return props.kind === "default" ? <ReminderPhone {...props} /> : <GatePhone {...props} kind={props.kind} />;
}

/** An app that asks /gate and keeps running below the notice. */
function GatePhone(props: KindPhoneProps & { readonly kind: "recommended" | "announced" }) {
  const { kind, form, published, context } = props;
  const { told, textNotes, frame } = useShown(props);
  const title = phoneTitle(kind, context.isPublished ? published : form, context);
  return (
    <Phone name={texts.phone[kind]} notes={[...textNotes, texts.gateOnly]} isApp {...frame}>
      <div className={classes.card}>
        <p className={classes.message} lang={title.language} dir="auto">
          <strong>{title.text}</strong>
        </p>
        <PhoneMessage told={told} />
      </div>
      {["100%", "80%", "92%", "60%"].map((width) => (
        <div key={width} className={classes.line} style={{ width }} />
      ))}
    </Phone>
  );
}

function UpgradePhone(props: KindPhoneProps) {
  const { context } = props;
  const { told, textNotes, frame } = useShown(props);
  const answer = configBody(context);
  const asker = `${context.platform} ${context.version}`;
  const store = context.policy?.store ?? (context.platform === "android" ? "android" : "apple");
  const link = answer && store !== "none" ? answer[store] : "";
  const linkNote = store === "none" ? texts.noStore : link === "" ? texts.noLink : texts.opens(hostOf(link));
  const notes = [
    ...textNotes,
    ...(answer ? [linkNote, answer.isForced ? texts.isForced(asker) : texts.isNotForced(asker)] : [texts.notAsked]),
  ];
  return (
    <Phone name={texts.phone.upgrade} notes={notes} {...frame}>
      <div className={classes.sign}>
        <Icon name="up" size={2} />
      </div>
      <PhoneMessage told={told} />
      {link !== "" && <span className={classes.button}>{texts.store}</span>}
    </Phone>
  );
}

function MaintenancePhone(props: KindPhoneProps) {
  const { context } = props;
  const { told, textNotes, frame } = useShown(props);
  const { situation, ownText } = context;
  const answer = configBody(context);
  const when = () => {
    if (!situation || !answer) return texts.notAsked;
    const { window, name, start, end, zone } = situation;
    if (window === null) return texts.maintenanceExample;
    const [from, until] = [formatZonedInstant(start, zone), formatZonedInstant(end, zone)];
    return answer.isMaintenance ? texts.maintenanceNow(name, from, until) : texts.maintenanceNext(name, from, until);
  };
  const notes = [
    ...textNotes,
    ...(told.source === "built_in" ? [texts.endByClient] : []),
    when(),
    ...(answer?.isForced ? [texts.forcedFirst(`${context.platform} ${context.version}`)] : []),
    ...(ownText ? [<OwnText key="own" {...props} />] : []),
  ];
  return (
    <Phone name={texts.phone.maintenance} notes={notes} {...frame}>
      <div className={classes.sign}>
        <Icon name="settings" size={2} />
      </div>
      <PhoneMessage told={told} />
    </Phone>
  );
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
      {texts.ownText(ownText.title ?? ownText.id)}
      <div className={messageClasses.quoted} lang={language} dir="auto">
        {text}
      </div>
      <WindowLink project={project} window={ownText.id} />
    </>
  );
}

export function WindowLink({ project, window }: { readonly project: string; readonly window: string }) {
  return (
    <Anchor
      fz="inherit"
      renderRoot={(rest) => (
        <Link {...rest} to={maintenance} params={{ project }} search={{ edit: window } as never}>
          {texts.openWindow(window)}
        </Link>
      )}
    />
  );
}

/** Screen for editing windows, known here by its path only. */
const maintenance = "/projects/$project/maintenance" as "/projects/$project/messages";

function hostOf(link: string): string {
  return URL.parse(link)?.host || link;
}

/** An app that runs: what it announces, and the notice that nothing stands in the way of. */
function ReminderPhone(props: KindPhoneProps) {
  const { context } = props;
  const { told, textNotes, frame } = useShown(props);
  const answer = configBody(context);
  const isCovered = answer !== null && (answer.isForced || answer.isMaintenance);
  const notes = [
    texts.reminderMeaning,
    useReminderState(context),
    ...(told.text === "" ? [texts.noNotice] : textNotes),
    ...(isCovered && told.text !== "" ? [texts.noticeInstead] : []),
  ];
  return (
    <Phone name={texts.phone.default} notes={notes} isApp {...frame}>
      <ReminderCard context={context} />
      {told.text !== "" && (
        <div className={classes.card}>
          <div className={classes.quiet}>{texts.notice}</div>
          <PhoneMessage told={told} />
        </div>
      )}
      {["100%", "80%", "92%", "60%"].map((width) => (
        <div key={width} className={classes.line} style={{ width }} />
      ))}
    </Phone>
  );
}

function ReminderCard({ context }: { readonly context: PhoneContext }) {
  const { time } = sharedTexts;
  const { next } = context;
  if (!next) return null;
  return (
    <div className={classes.card}>
      <p className={classes.message} dir="auto">
        <strong>{next.name}</strong>
      </p>
      <dl>
        <dt>{texts.reminderFrom}</dt>
        <dd>{formatInstant(next.from)}</dd>
        <dt>{texts.reminderStart}</dt>
        <dd>{formatInstant(next.start)}</dd>
        <dt>{texts.reminderEnd}</dt>
        <dd>{formatInstant(next.end)}</dd>
      </dl>
      <div className={classes.quiet}>{time.inZone(ownZone)}</div>
    </div>
  );
}

function useReminderState(context: PhoneContext): string {
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

interface PhoneProps {
  /** Accessible name. */
  readonly name: string;
  readonly appName: string;
  readonly isDark: boolean;
  /** Its text differs from the published one. */
  readonly isDraft: boolean;
  /** Remarks below the phone. */
  readonly notes: readonly ReactNode[];
  readonly isApp?: boolean;
  readonly children: ReactNode;
}

/** A phone with an app in it, and remarks about it, in a grid. */
function Phone({ name, appName, isDark, isDraft, notes, isApp = false, children }: PhoneProps) {
  return (
    <>
      <figure className={classes.figure} aria-label={name}>
        <Badge
          variant="light"
          mb="xs"
          color={isDraft ? "accent" : "gray"}
          title={isDraft ? texts.isDraftMeaning : texts.isPublishedMeaning}
        >
          {isDraft ? texts.isDraft : texts.isPublished}
        </Badge>
        <div className={`${classes.phone} ${isDark ? classes.dark : classes.light}`}>
          <div className={classes.bar}>{appName}</div>
          <div className={`${classes.screen} ${isApp ? classes.app : ""}`}>{children}</div>
        </div>
      </figure>
      <Stack gap={4} className={classes.notes}>
        <Text size="xs" fw={600}>
          {texts.onPhone}
        </Text>
        {notes.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: each note has its place
          <Text key={index} component="div" size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      </Stack>
    </>
  );
}

function PhoneMessage({ told: { text, language } }: { readonly told: PhoneText }) {
  return (
    <p className={classes.message} lang={language} dir="auto">
      {text}
    </p>
  );
}

/** Remarks on a text: its language, its source, and whether it has faults. */
function useTextNotes(told: PhoneText): readonly string[] {
  const { source, language, isWrong, isExact } = told;
  const name = formatLanguage(language);
  return [
    ...(isWrong ? [texts.isWrong] : []),
    ...(source === "built_in" ? [texts.shownBuiltIn(name)] : source === "other" ? [texts.shownIn(name)] : []),
    ...(isExact ? [texts.exact] : []),
  ];
}

interface KindPhoneProps {
  readonly project: string;
  readonly kind: Kind;
  readonly form: MessageForm;
  /** As it is published. */
  readonly published: MessageForm;
  readonly context: PhoneContext;
}

/** Returns the draft, or the published text if the preview asks for it. */
function useShown({ kind, form, published, context }: KindPhoneProps) {
  const told = phoneText(kind, context.isPublished ? published : form, context);
  const now = phoneText(kind, published, context);
  return {
    told,
    textNotes: useTextNotes(told),
    frame: { appName: form.name ?? "", isDark: context.isDark, isDraft: !context.isPublished && told.text !== now.text },
  };
}
