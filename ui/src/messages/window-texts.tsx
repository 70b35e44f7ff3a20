import { Code, Paper, Stack, Text, Title } from "@mantine/core";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { formatLanguage, formatList } from "../texts/formats.ts";
import { WindowLink } from "./kind-phone.tsx";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";

interface WindowTextsProps {
  readonly project: string;
  readonly windows: readonly MaintenanceWindow[];
  /** Languages of the project. */
  readonly languages: readonly string[];
}

/** Windows with messages of their own, which apps get while they are active. */
export function WindowTexts({ project, windows, languages }: WindowTextsProps) {
  const own = windows.filter(({ message }) => message !== undefined);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="window-texts">
      <Title order={2} size="h4" id="window-texts">
        {texts.windows}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {own.length === 0 ? texts.windowsNone : texts.windowsMeaning}
      </Text>
      <Stack gap="md">
        {own.map(({ id, message = {} }) => {
          const missing = languages.filter((language) => message[language] === undefined);
          return (
            <Stack key={id} gap={4}>
              <Title order={3} size="h5">
                {id}
              </Title>
              {Object.entries(message).map(([language, text]) => (
                <div key={language}>
                  <Text size="xs" c="dimmed">
                    {formatLanguage(language)} <Code>{language}</Code>
                  </Text>
                  <Text size="sm" lang={language} dir="auto" className={classes.quoted}>
                    {text}
                  </Text>
                </div>
              ))}
              {missing.length > 0 && <Text size="xs">{texts.windowMissing(formatList(missing.map(formatLanguage)))}</Text>}
              <Text size="sm" component="div">
                <WindowLink project={project} window={id} />
              </Text>
            </Stack>
          );
        })}
      </Stack>
    </Paper>
  );
}
