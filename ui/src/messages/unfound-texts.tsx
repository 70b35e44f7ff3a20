import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { formatLanguage, formatList } from "../texts/formats.ts";
import { findUnfoundTexts, type MessageForm, withCopied } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";

interface UnfoundTextsProps {
  readonly form: MessageForm;
  readonly isReadOnly: boolean;
  readonly onChange: (form: MessageForm) => void;
}

/** Languages whose texts phones do not find under the tags that they send; one click adds such a tag with the same texts. */
export function UnfoundTexts({ form, isReadOnly, onChange }: UnfoundTextsProps) {
  const unfound = findUnfoundTexts(form);
  if (unfound.length === 0) return null;
  return (
    <Alert color="orange" role="status">
      <Stack gap="xs">
        {unfound.map(({ language, missing }) => (
          <div key={language}>
            <Text size="sm">{texts.unfound(formatLanguage(language), formatList(missing))}</Text>
            {!isReadOnly && (
              <Group gap="xs" mt={4}>
                {missing.map((tag) => (
                  <Button
                    key={tag}
                    size="compact-sm"
                    variant="default"
                    aria-label={texts.addCopyOf(tag, formatLanguage(language))}
                    onClick={() => onChange(withCopied(form, language, tag))}
                  >
                    {texts.addCopy(tag)}
                  </Button>
                ))}
              </Group>
            )}
          </div>
        ))}
      </Stack>
    </Alert>
  );
}
