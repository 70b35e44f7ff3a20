import { defineTexts } from "../texts/texts.ts";

export const credentialTexts = defineTexts(
  {
    onlyNow: "It is shown only now. The server keeps none of it but its last four characters: copy it to where it is needed.",
    haveIt: "I have copied it",
    noExpiry: "Empty: it does not end by itself.",
    onClock: (zone: string) => `On the clock of ${zone}.`,
    states: { active: "active", expired: "expired", revoked: "revoked" },
    never: "never",
  },
  {
    onlyNow:
      "Das wird nur jetzt gezeigt. Der Server behält davon nichts als die letzten vier Zeichen: kopieren Sie es dorthin, wo es gebraucht wird.",
    haveIt: "Ich habe es kopiert",
    noExpiry: "Leer: ohne Ende von selbst.",
    onClock: (zone) => `Nach der Uhr von ${zone}.`,
    states: { active: "gültig", expired: "abgelaufen", revoked: "widerrufen" },
    never: "nie",
  },
);
