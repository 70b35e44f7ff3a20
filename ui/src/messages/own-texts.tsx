import { Anchor, List, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
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

/** Platforms and windows whose own message is shown instead, each with a link to where it is edited. */
export function OwnTexts({ project, kind, language, policies, windows }: OwnTextsProps) {
  const { platform } = namesIn({});
  const own: readonly OwnTextProps[] = [
    ...policies.flatMap(({ id, name, messages }) => {
      const text = messages?.[kind];
      return text ? [{ project, place: "versions" as const, id, name: name ?? platform(id), text, language }] : [];
    }),
    ...windows.flatMap(({ id, title = id, message }) =>
      kind === "maintenance" && message
        ? [{ project, place: "maintenance" as const, id, name: title, text: message, language }]
        : [],
    ),
  ];
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="own-texts">
      <Title order={3} id="own-texts" mb={4}>
        {texts.own}
      </Title>
      <List size="sm" listStyleType="none" spacing="xs" classNames={{ itemWrapper: classes.own ?? "" }}>
        {own.map((item) => (
          <List.Item key={`${item.place} ${item.id}`}>
            <OwnText {...item} />
          </List.Item>
        ))}
      </List>
    </section>
  );
}

interface OwnTextProps {
  readonly project: string;
  readonly place: keyof typeof places;
  readonly id: string;
  readonly name: string;
  readonly text: LocalizedText;
  /** Language to show it in. */
  readonly language: string;
}

function OwnText({ text, language, ...place }: OwnTextProps) {
  const shown = text[language];
  return (
    <>
      <OwnTextLink {...place} />
      <Text size="xs" c="dimmed" truncate lang={shown === undefined ? undefined : language} dir="auto">
        {shown ?? texts.ownMissing(formatLanguage(language))}
      </Text>
    </>
  );
}

/** Screens that edit them, known here by their paths only. */
const places = {
  versions: "/projects/$project/versions" as "/projects/$project/messages",
  maintenance: "/projects/$project/maintenance" as "/projects/$project/messages",
};

export function OwnTextLink({ project, place, id, name }: Omit<OwnTextProps, "text" | "language">) {
  return (
    <Anchor
      fz="inherit"
      underline="always"
      renderRoot={(rest) => (
        <Link {...rest} to={places[place]} params={{ project }} search={{ edit: id } as never}>
          {name}
        </Link>
      )}
    />
  );
}
