import { defineTexts } from "../texts/texts.ts";

/** Permissions of each role, worded as in docs/roles.md. */
export const roleTexts = defineTexts(
  {
    viewer: "Views everything in the project except secrets.",
    operator: "Plans, starts, extends, and ends maintenance, and manages its calendars and feeds.",
    editor:
      "Edits the configuration: version rules, instances, messages, and the manifest; undoes changes and restores revisions.",
    owner: "Manages keys, tokens, members, and protection; deletes the project; publishes without approval in an emergency.",
  },
  {
    viewer: "Sieht alles im Projekt außer Geheimnissen.",
    operator: "Plant, startet, verlängert und beendet Wartungen und verwaltet deren Kalender und Feeds.",
    editor:
      "Bearbeitet die Konfiguration: Versionsregeln, Instanzen, Texte und das Manifest; macht Änderungen rückgängig und stellt Revisionen wieder her.",
    owner: "Verwaltet Schlüssel, Token, Mitglieder und Schutz; löscht das Projekt; veröffentlicht im Notfall ohne Freigabe.",
  },
);
