import { defineTexts } from "../texts/texts.ts";

export const leftAloneTexts = defineTexts(
  {
    title: "What stays as it is",
    meaning: "Going back changes the configuration alone. None of this is touched:",
    kinds: {
      read_key: "Keys of apps",
      feed_token: "Calendar addresses",
      access_token: "Access tokens",
      grant: "People and their roles",
      override: "What was done to maintenance: started, extended, completed, cancelled, moved",
      window: "Maintenance that was started by hand",
      protection: "Protection of the project",
      proposal: "Open proposals",
    },
    of: (kind: string, count: string, names: string) => `${kind} (${count}): ${names}`,
    andMore: (names: string) => `${names}, …`,
  },
  {
    title: "Was bleibt, wie es ist",
    meaning: "Zurückgehen ändert nur die Konfiguration. Nichts hiervon wird angerührt:",
    kinds: {
      read_key: "Schlüssel von Apps",
      feed_token: "Kalenderadressen",
      access_token: "Zugriffstoken",
      grant: "Personen und ihre Rollen",
      override: "Was mit Wartungen getan wurde: begonnen, verlängert, beendet, abgesagt, verschoben",
      window: "Von Hand begonnene Wartungen",
      protection: "Schutz des Projekts",
      proposal: "Offene Vorschläge",
    },
    of: (kind, count, names) => `${kind} (${count}): ${names}`,
    andMore: (names) => `${names}, …`,
  },
);
