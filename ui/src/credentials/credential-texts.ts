import { defineTexts } from "../texts/texts.ts";

export const credentialTexts = defineTexts(
  {
    onlyNow: "Shown only once. The server keeps only the last four characters: copy it now.",
    haveIt: "I've copied it",
    noExpiry: "Empty: never expires.",
    states: { active: "active", expired: "expired", revoked: "revoked" },
    never: "never",
  },
  {
    onlyNow: "Wird nur einmal angezeigt. Der Server behält nur die letzten vier Zeichen: Kopieren Sie es jetzt.",
    haveIt: "Kopiert",
    noExpiry: "Leer: läuft nie ab.",
    states: { active: "aktiv", expired: "abgelaufen", revoked: "widerrufen" },
    never: "nie",
  },
);
