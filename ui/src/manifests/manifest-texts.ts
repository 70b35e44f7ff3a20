import { defineTexts } from "../texts/texts.ts";

export const manifestTexts = defineTexts(
  {
    meaning:
      "The current configuration as text. Keep it in git and apply it from a script. It contains no keys, and only windows that were planned in a manifest.",
    present: "Current manifest",
    download: "Download file",
    apply: "Apply manifest",
    readOnly: "Applying a manifest requires the Editor role.",
    whole:
      "A manifest is complete: platforms, instances, messages, and manifest windows that it leaves out are deleted. You review the changes before they are published.",
    field: "Manifest",
    fieldHint: "YAML or JSON. Paste it here or choose a file.",
    choose: "Choose file…",
    wrong: "This manifest can't be applied.",
    problems: "Errors",
    line: (line: number) => `Line ${line}`,
    drift: "Changed outside the manifest",
    driftMeaning:
      "These were changed in the console or with the CLI since the last manifest. Add the changes to the text, or overwrite them.",
    driftOf: (path: string, applied: string, current: string, desired: string) =>
      `${path}: last manifest ${applied}, current ${current}, this text ${desired}`,
    overwrite: "Overwrite changes made outside the manifest",
    review: (project: string) => `Apply manifest to ${project}`,
  },
  {
    meaning:
      "Die aktuelle Konfiguration als Text. Bewahren Sie sie in git auf und wenden Sie sie per Skript an. Sie enthält keine Schlüssel und nur Wartungsfenster, die in einem Manifest geplant wurden.",
    present: "Aktuelles Manifest",
    download: "Datei herunterladen",
    apply: "Manifest anwenden",
    readOnly: "Manifeste anzuwenden erfordert die Rolle Redaktion.",
    whole:
      "Ein Manifest ist vollständig: Plattformen, Instanzen, Texte und Manifest-Wartungsfenster, die darin fehlen, werden gelöscht. Sie prüfen die Änderungen vor dem Veröffentlichen.",
    field: "Manifest",
    fieldHint: "YAML oder JSON. Fügen Sie es hier ein oder wählen Sie eine Datei.",
    choose: "Datei auswählen …",
    wrong: "Dieses Manifest kann nicht angewendet werden.",
    problems: "Fehler",
    line: (line) => `Zeile ${line}`,
    drift: "Außerhalb des Manifests geändert",
    driftMeaning:
      "Seit dem letzten Manifest in der Konsole oder auf der Kommandozeile geändert. Übernehmen Sie die Änderungen in den Text, oder überschreiben Sie sie.",
    driftOf: (path, applied, current, desired) =>
      `${path}: letztes Manifest ${applied}, aktuell ${current}, dieser Text ${desired}`,
    overwrite: "Änderungen außerhalb des Manifests überschreiben",
    review: (project) => `Manifest auf ${project} anwenden`,
  },
);
