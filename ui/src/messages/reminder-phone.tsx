import { ownZone } from "../texts/browser-locale.ts";
import { formatInstant } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { messageTexts as texts } from "./message-texts.ts";
import phoneClasses from "./phone.module.css";
import { Phone, PhoneMessage } from "./phone.tsx";
import { configBody, type PhoneContext } from "./phone-context.ts";
import { reminderFromAnswer } from "./reminder.ts";
import { type KindPhoneProps, useShown } from "./use-shown.ts";

/** An app that runs: what it announces, and the notice that nothing stands in the way of. */
export function ReminderPhone(props: KindPhoneProps) {
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
        <div className={phoneClasses.card}>
          <div className={phoneClasses.quiet}>{texts.notice}</div>
          <PhoneMessage told={told} />
        </div>
      )}
      {["100%", "80%", "92%", "60%"].map((width) => (
        <div key={width} className={phoneClasses.line} style={{ width }} />
      ))}
    </Phone>
  );
}

function ReminderCard({ context }: { readonly context: PhoneContext }) {
  const { time } = sharedTexts;
  const { next } = context;
  if (!next) return null;
  return (
    <div className={phoneClasses.card}>
      <p className={phoneClasses.message} dir="auto">
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
      <div className={phoneClasses.quiet}>{time.inZone(ownZone)}</div>
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
    in_force: context.next ? texts.reminderNext : texts.reminderInForce,
    over: texts.reminderNone,
  }[reminder.state];
}
