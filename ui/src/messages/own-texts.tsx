import { List, Text, Title } from "@mantine/core";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { AnchorLink } from "../elements/screen.tsx";
import { formatLanguage } from "../texts/formats.ts";
import type { Kind } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";

interface OwnTextsProps {
  readonly project: string;
  readonly kind: Kind;
  readonly language: string;
  readonly policies: readonly Platform[];
  readonly windows: readonly MaintenanceWindow[];
}

export function OwnTexts({ project, kind, language, policies, windows }: OwnTextsProps) {
  const { platform } = namesIn({});
  const own = [
    ...policies.flatMap(({ id, name = platform(id), messages }) => {
      const text = messages?.[kind];
      return text ? [{ place: "versions", id, name, text } as const] : [];
    }),
    ...windows.flatMap(({ id, title = id, message }) =>
      kind === "maintenance" && message ? [{ place: "maintenance", id, name: title, text: message } as const] : [],
    ),
  ];
  if (own.length === 0) return null;
  return (
    <section aria-label={texts.own}>
      <Title order={3} mb={4}>
        {texts.own}
      </Title>
      <List size="sm" listStyleType="none" spacing="xs" classNames={{ itemWrapper: classes.own ?? "" }}>
        {own.map((item) => (
          <List.Item key={`${item.place} ${item.id}`}>
            <AnchorLink
              fz="inherit"
              underline="always"
              to={`/projects/$project/${item.place}`}
              params={{ project }}
              search={{ edit: item.id }}
            >
              {item.name}
            </AnchorLink>
            <Text size="xs" c="dimmed" truncate lang={item.text[language] && language} dir="auto">
              {item.text[language] ?? texts.ownMissing(formatLanguage(language))}
            </Text>
          </List.Item>
        ))}
      </List>
    </section>
  );
}
