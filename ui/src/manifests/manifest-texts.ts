import { defineTexts } from "../texts/texts.ts";

export const manifestTexts = defineTexts(
  {
    meaning:
      "The configuration as one text, as it is now. Keep it in git, and a script can apply it. Keys are never in it, and neither are windows that were not planned in a manifest.",
    present: "The manifest as it is now",
    download: "Download as a file",
    apply: "Apply a manifest",
    readOnly: "Applying a manifest takes the role Editor.",
    whole:
      "A manifest is whole: platforms, instances, messages and windows of a manifest that it does not name are deleted. Nothing is done before you have seen what changes.",
    field: "Manifest",
    fieldHint: "YAML or JSON. Paste it here, or choose a file.",
    choose: "Choose a file…",
    wrong: "It cannot be applied like this.",
    problems: "What is wrong",
    line: (line: number) => `Line ${line}`,
    drift: "Changed another way since the last manifest",
    driftMeaning:
      "Others have changed this since, here or with the command line, and the text does not know of it. Take it into the text, or replace it.",
    driftOf: (path: string, applied: string, current: string, desired: string) =>
      `${path}: last manifest ${applied}, now ${current}, this text ${desired}`,
    overwrite: "Replace what was changed another way",
    review: (project: string) => `Apply a manifest to ${project}`,
  },
  {
    meaning:
      "Die Konfiguration als ein Text, wie sie jetzt ist. Bewahren Sie ihn in git auf, dann kann ein Skript ihn einspielen. Schlüssel stehen nie darin, und Fenster, die nicht in einem Manifest geplant wurden, auch nicht.",
    present: "Das Manifest, wie es jetzt ist",
    download: "Als Datei herunterladen",
    apply: "Ein Manifest einspielen",
    readOnly: "Ein Manifest einzuspielen braucht die Rolle Redaktion.",
    whole:
      "Ein Manifest ist vollständig: Plattformen, Instanzen, Texte und Fenster eines Manifests, die es nicht nennt, werden gelöscht. Nichts geschieht, bevor Sie gesehen haben, was sich ändert.",
    field: "Manifest",
    fieldHint: "YAML oder JSON. Fügen Sie es hier ein, oder wählen Sie eine Datei.",
    choose: "Datei wählen …",
    wrong: "So lässt es sich nicht einspielen.",
    problems: "Was nicht stimmt",
    line: (line) => `Zeile ${line}`,
    drift: "Seit dem letzten Manifest auf anderem Weg geändert",
    driftMeaning:
      "Das haben andere seitdem geändert, hier oder mit der Kommandozeile, und der Text weiß nichts davon. Übernehmen Sie es in den Text, oder ersetzen Sie es.",
    driftOf: (path, applied, current, desired) =>
      `${path}: letztes Manifest ${applied}, jetzt ${current}, dieser Text ${desired}`,
    overwrite: "Ersetzen, was auf anderem Weg geändert wurde",
    review: (project) => `Ein Manifest in ${project} einspielen`,
  },
);
