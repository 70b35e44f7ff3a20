import { Stack } from "@mantine/core";
import { allowedIn } from "drawbridge-rules/texts/message.ts";
import type { PlatformForm } from "drawbridge-rules/versions/platform-schema.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { LocalizedFields } from "../maintenance/windows/window-fields.tsx";
import { type Kind, kinds } from "../messages/message-form.ts";
import { messageTexts } from "../messages/message-texts.ts";
import { FormSection } from "./version-policy-fields.tsx";
import { versionPolicyTexts as texts } from "./version-policy-texts.ts";

interface OwnMessagesProps {
  readonly head: Project;
  readonly form: PlatformForm;
  readonly isReadOnly: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly onChange: (form: PlatformForm) => void;
}

/** A platform's own messages, in the form of its rules: both are one change. */
export function OwnMessages({ head, form, isReadOnly, problemAt, onChange }: OwnMessagesProps) {
  const { messages = {} } = form;
  return (
    <FormSection title={texts.ownMessages} hint={texts.ownMessagesHint}>
      <Stack gap="xs">
        {kinds.map((kind) => (
          <details key={kind} open={messages[kind] !== undefined || undefined}>
            <summary>{messageTexts.kinds[kind]}</summary>
            <LocalizedFields
              label={messageTexts.kinds[kind]}
              path={`messages.${kind}`}
              head={head}
              written={messages[kind] ?? {}}
              placeholders={allowedIn[kind]}
              problemAt={problemAt}
              isReadOnly={isReadOnly}
              onChange={(written) => onChange(withMessage(form, kind, written))}
            />
          </details>
        ))}
      </Stack>
    </FormSection>
  );
}

/** Paths of their texts, which show their own problems. */
export function messagePaths({ messages = {} }: PlatformForm): string[] {
  return kinds.flatMap((kind) => Object.keys(messages[kind] ?? {}).map((language) => `messages.${kind}.${language}`));
}

/** @param written undefined: the project's message is shown */
function withMessage(form: PlatformForm, kind: Kind, written: LocalizedText | undefined): PlatformForm {
  const { messages: known, ...others } = form;
  const { [kind]: _, ...rest } = known ?? {};
  const messages = written === undefined ? rest : { ...rest, [kind]: written };
  return Object.keys(messages).length === 0 ? others : { ...others, messages };
}
