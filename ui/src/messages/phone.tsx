import { Badge, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { formatLanguage } from "../texts/formats.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./phone.module.css";
import type { PhoneText } from "./phone-context.ts";

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
export function Phone({ name, appName, isDark, isDraft, notes, isApp = false, children }: PhoneProps) {
  return (
    <>
      <figure className={classes.figure} aria-label={name}>
        <Badge
          variant="light"
          mb="xs"
          color={isDraft ? "blue" : "gray"}
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

export function PhoneMessage({ told: { text, language } }: { readonly told: PhoneText }) {
  return (
    <p className={classes.message} lang={language} dir="auto">
      {text}
    </p>
  );
}

/** Remarks on a text: its language, its source, and whether it has faults. */
export function useTextNotes(told: PhoneText): readonly string[] {
  const { source, language, isWrong, isExact } = told;
  const name = formatLanguage(language);
  return [
    ...(isWrong ? [texts.isWrong] : []),
    ...(source === "built_in" ? [texts.shownBuiltIn(name)] : source === "other" ? [texts.shownIn(name)] : []),
    ...(isExact ? [texts.exact] : []),
  ];
}
