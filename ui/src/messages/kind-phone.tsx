import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Icon } from "../elements/icon.tsx";
import { formatZonedInstant } from "../texts/formats.ts";
import { withText } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import phoneClasses from "./phone.module.css";
import { Phone, PhoneMessage } from "./phone.tsx";
import { configBody, phoneText, phoneTitle } from "./phone-context.ts";
import { ReminderPhone } from "./reminder-phone.tsx";
import { type KindPhoneProps, useShown } from "./use-shown.ts";

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
      <div className={phoneClasses.card}>
        <p className={phoneClasses.message} lang={title.language} dir="auto">
          <strong>{title.text}</strong>
        </p>
        <PhoneMessage told={told} />
      </div>
      {["100%", "80%", "92%", "60%"].map((width) => (
        <div key={width} className={phoneClasses.line} style={{ width }} />
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
      <div className={phoneClasses.sign}>
        <Icon name="up" size={2} />
      </div>
      <PhoneMessage told={told} />
      {link !== "" && <span className={phoneClasses.button}>{texts.store}</span>}
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
    const { window, start, end, zone } = situation;
    if (window === null) return texts.maintenanceExample;
    const [from, until] = [formatZonedInstant(start, zone), formatZonedInstant(end, zone)];
    return answer.isMaintenance ? texts.maintenanceNow(window, from, until) : texts.maintenanceNext(window, from, until);
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
      <div className={phoneClasses.sign}>
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
      {texts.ownText(ownText.id)}
      <div className={classes.quoted} lang={language} dir="auto">
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
        <Link {...rest} to={timeline} params={{ project }} search={{ edit: window } as never}>
          {texts.openWindow(window)}
        </Link>
      )}
    />
  );
}

/** Screen for editing windows, known here by its path only. */
const timeline = "/projects/$project/timeline" as "/projects/$project/messages";

function hostOf(link: string): string {
  return URL.parse(link)?.host || link;
}
