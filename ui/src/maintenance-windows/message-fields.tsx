import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { useRef } from "react";
import { FieldGroup } from "../elements/field-group.tsx";
import { LanguageTabs } from "../elements/language-tabs.tsx";
import { useFormats } from "../texts/formats.ts";
import type { WindowFieldsProps } from "./when-fields.tsx";
import { scopeKind, withField } from "./window-form.ts";
import { windowTexts as texts } from "./window-texts.ts";

interface MessageFieldsProps extends WindowFieldsProps {
  readonly head: Project;
  readonly isReadOnly: boolean;
}

/** Fields for the message that apps show during the window, by language. */
export function MessageFields({ head, form, isReadOnly, problemAt, onChange }: MessageFieldsProps) {
  const { message = {} } = form;
  const languages = [...new Set([...(head.languages ?? []), ...Object.keys(message)])];
  return (
    <FieldGroup label={texts.message} description={texts.messageHint}>
      {() => (
        <LanguageTabs
          languages={languages}
          isFilled={(language) => (message[language] ?? "") !== ""}
          isWrong={(language) => problemAt(`message.${language}`) !== undefined}
        >
          {(language) => (
            <MessageText
              key={language}
              language={language}
              text={message[language] ?? ""}
              placeholders={placeholdersOf(scopeKind(form) === "instances")}
              problem={problemAt(`message.${language}`)}
              isReadOnly={isReadOnly}
              onChange={(text) => onChange(withField(form, "message", withText(message, language, text)))}
            />
          )}
        </LanguageTabs>
      )}
    </FieldGroup>
  );
}

interface MessageTextProps {
  readonly language: string;
  readonly text: string;
  readonly placeholders: readonly string[];
  readonly problem: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

function MessageText({ language, text, placeholders, problem, isReadOnly, onChange }: MessageTextProps) {
  const { languageName } = useFormats();
  const field = useRef<HTMLTextAreaElement>(null);
  const put = (name: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    onChange(`${text.slice(0, selectionStart)}{${name}}${text.slice(selectionEnd)}`);
    field.current?.focus();
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={field}
        label={`${texts.message} (${languageName(language)})`}
        lang={language}
        autosize
        minRows={2}
        value={text}
        error={problem}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      {!isReadOnly && (
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            {texts.placeholders}
          </Text>
          {placeholders.map((name) => (
            <Button
              key={name}
              variant="default"
              size="compact-xs"
              aria-label={texts.placeholderOf(name)}
              onClick={() => put(name)}
            >
              {`{${name}}`}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** Placeholders offered for a window's message; the server accepts others too. */
function placeholdersOf(hasInstances: boolean): readonly string[] {
  return ["start_time", "end_time", "project_name", ...(hasInstances ? ["instance_name"] : [])];
}

/** Undefined: there is none in any language. */
function withText(message: LocalizedText, language: string, text: string): LocalizedText | undefined {
  const { [language]: _, ...others } = message;
  const changed = text === "" ? others : { ...message, [language]: text };
  return Object.keys(changed).length === 0 ? undefined : changed;
}
