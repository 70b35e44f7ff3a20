import { Tabs, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formatLanguage } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";

interface LanguageTabsProps {
  /** BCP 47, the default first. */
  readonly languages: readonly string[];
  readonly isFilled: (language: string) => boolean;
  readonly isWrong?: (language: string) => boolean;
  readonly children: (language: string) => ReactNode;
}

export function LanguageTabs({ languages, isFilled, isWrong, children }: LanguageTabsProps) {
  const { fields } = sharedTexts;
  const [shown, setShown] = useState<string | null>(null);
  const active = shown !== null && languages.includes(shown) ? shown : (languages[0] ?? "");
  return (
    <Tabs value={active} onChange={setShown} keepMounted={false}>
      <Tabs.List aria-label={fields.languages}>
        {languages.map((language, index) => (
          <Tabs.Tab key={language} value={language} {...(isWrong?.(language) ? { c: "var(--mantine-color-error)" } : {})}>
            {formatLanguage(language)}{" "}
            <Text span size="xs" c="dimmed">
              {[language, index === 0 ? fields.firstLanguage : "", isFilled(language) ? "" : fields.languageEmpty]
                .filter((text) => text !== "")
                .join(" · ")}
            </Text>
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={active} pt="sm">
        {children(active)}
      </Tabs.Panel>
    </Tabs>
  );
}
