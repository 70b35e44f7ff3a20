import { I18nManager } from "react-native";

/** BCP 47. React Native knows it where it is built in; Hermes has `Intl` on most devices. */
export function findDeviceLanguage(): string {
  const { localeIdentifier } = I18nManager.getConstants();
  if (localeIdentifier) return localeIdentifier.split("_").join("-");
  return typeof Intl === "undefined" ? "en" : new Intl.DateTimeFormat().resolvedOptions().locale;
}
