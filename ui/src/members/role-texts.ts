import { defineTexts } from "../texts/texts.ts";

/** What each role may, as docs/roles.md says it. */
export const roleTexts = defineTexts(
  {
    viewer: "Reads everything of the project but secrets.",
    operator: "Plans, begins, extends and ends maintenance; its calendars and feeds.",
    editor: "Changes the configuration: policies, instances, messages, the manifest; goes back to an earlier revision.",
    owner: "Keys, tokens, members, protection, the end of the project; publishes without a second person in an emergency.",
  },
  {
    viewer: "Liest alles im Projekt außer Geheimnissen.",
    operator: "Plant, beginnt, verlängert und beendet Wartungen; Kalender und Feeds dazu.",
    editor: "Ändert die Konfiguration: Regeln, Instanzen, Texte, das Manifest; kehrt zu einem früheren Stand zurück.",
    owner: "Schlüssel, Token, Mitglieder, Schutz, das Ende des Projekts; veröffentlicht im Notfall ohne zweite Person.",
  },
);
