import { defineTexts } from "../texts/texts.ts";

export const unaffectedTexts = defineTexts(
  {
    title: "Not affected",
    meaning: "Restoring changes only the configuration. These stay as they are:",
    kinds: {
      read_key: "App keys",
      feed_token: "Calendar addresses",
      access_token: "Access tokens",
      grant: "People and roles",
      override: "Changes to occurrences: started, extended, completed, canceled, moved",
      window: "Maintenance started by hand",
      protection: "Project protection",
      proposal: "Open proposals",
    },
    of: (kind: string, count: string, names: string) => `${kind} (${count}): ${names}`,
    andMore: (names: string) => `${names}, …`,
  },
  {
    title: "Nicht betroffen",
    meaning: "Das Zurücksetzen ändert nur die Konfiguration. Unverändert bleiben:",
    kinds: {
      read_key: "App-Schlüssel",
      feed_token: "Kalenderadressen",
      access_token: "Zugriffstoken",
      grant: "Personen und Rollen",
      override: "Änderungen an Terminen: gestartet, verlängert, beendet, abgesagt, verschoben",
      window: "Von Hand gestartete Wartungen",
      protection: "Projektschutz",
      proposal: "Offene Vorschläge",
    },
    of: (kind, count, names) => `${kind} (${count}): ${names}`,
    andMore: (names) => `${names}, …`,
  },
);
