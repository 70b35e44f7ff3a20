/** Language of the console: the user's choice, otherwise the first supported one of the browser's. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { browserLanguages } from "./browser-locale.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { type Language, languages, type Same, type Texts } from "./texts.ts";

const storageKey = "drawbridge-language";

interface LanguageChoice {
  readonly language: Language;
  /** Locale for Intl: the browser's regional variant of the language, with its date order. */
  readonly locale: string;
  choose(language: Language): void;
}

const LanguageContext = createContext<LanguageChoice>({ language: "en", locale: "en", choose: () => undefined });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(chosenLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(() => {
    const choose = (chosen: Language) => {
      localStorage.setItem(storageKey, chosen);
      setLanguage(chosen);
    };
    return { language, locale: localeOf(language), choose };
  }, [language]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** The texts of a screen, in the language of the console. */
export function useTexts<T>(texts: Texts<T>): Same<T> {
  return texts[useLanguage().language];
}

/** Texts shared by several screens. */
export function useSharedTexts(): typeof en {
  return useLanguage().language === "de" ? de : en;
}

function chosenLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey) ?? "", ...browserLanguages()];
  const known = wanted.map((tag) => languages.find((language) => tag === language || tag.startsWith(`${language}-`)));
  return known.find((language) => language !== undefined) ?? "en";
}

function localeOf(language: Language): string {
  return browserLanguages().find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;
}
