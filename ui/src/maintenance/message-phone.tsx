import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { exampleValues } from "../messages/example-values.ts";
import { toMessageForm } from "../messages/message-form.ts";
import { PhonePicture } from "../messages/phone-picture.tsx";
import { fillPlaceholders, resolveText, titleIn } from "../messages/resolved-text.ts";
import { maintenanceTexts as texts } from "./maintenance-texts.ts";

interface MessagePhoneProps {
  readonly head: Project;
  readonly scope: string;
  readonly message: LocalizedText;
  /** Epoch ms; NaN: unknown. */
  readonly start: number;
  readonly end: number;
  readonly zone: string;
}

export function MessagePhone({ head, message, ...occurrence }: MessagePhoneProps) {
  const { languages = ["en"] } = head;
  const language = languages.find((each) => message[each]) ?? Object.keys(message)[0] ?? languages[0] ?? "en";
  const form = toMessageForm(head);
  const own = Object.keys(message).length === 0 ? form : { ...form, messages: { ...form.messages, maintenance: message } };
  const projectName = head.name ?? "";
  const valuesIn = exampleValues({ projectName, occurrence });
  return (
    <PhonePicture
      name={texts.phone}
      appName={projectName}
      kind="maintenance"
      title={fillPlaceholders(titleIn(form, "maintenance", language), valuesIn)}
      message={fillPlaceholders(resolveText(own, "maintenance", language), valuesIn)}
    />
  );
}

export function projectMessage(head: Project, language: string): string {
  return resolveText(toMessageForm(head), "maintenance", language).text;
}
