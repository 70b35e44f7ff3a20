import { defineTexts } from "../texts/texts.ts";

export const deleteProjectTexts = defineTexts(
  {
    title: (project: string) => `Delete the project ${project}`,
    atOnce: "Apps lose their answers at once",
    apps: "Every app that asks with a key of this project is refused (401) from that moment. Most apps then go on as if nothing were wrong: no version is blocked any more, and no maintenance is shown.",
    lost: "Lost for good",
    lostKeys:
      "All read keys. Apps that carry one are not known again, also by a project of the same name, unless the key is imported there.",
    lostTokens: "Its access tokens and calendar addresses: deploy scripts and calendars stop working.",
    lostMembers: "The roles that people have in it.",
    kept: "What an administrator can bring back",
    keptHistory: "The history stays: who did what, when and why.",
    keptConfiguration: "Platforms, versions, messages, instances and windows, by going back to a revision before the end.",
    readOnly: "Deleting a project takes the role Owner.",
    button: "Delete the project…",
  },
  {
    title: (project) => `Das Projekt ${project} löschen`,
    atOnce: "Apps bekommen sofort keine Antwort mehr",
    apps: "Jede App, die mit einem Schlüssel dieses Projekts fragt, wird von da an abgewiesen (401). Die meisten Apps laufen dann weiter, als wäre nichts: keine Version ist mehr gesperrt, keine Wartung wird gezeigt.",
    lost: "Unwiederbringlich verloren",
    lostKeys:
      "Alle Leseschlüssel. Apps mit einem davon sind nicht mehr bekannt, auch einem Projekt gleichen Namens nicht, außer der Schlüssel wird dort importiert.",
    lostTokens: "Seine Zugriffstoken und Kalenderadressen: Deploy-Skripte und Kalender hören auf zu funktionieren.",
    lostMembers: "Die Rollen, die Personen darin haben.",
    kept: "Was die Administration zurückholen kann",
    keptHistory: "Der Verlauf bleibt: wer was wann warum getan hat.",
    keptConfiguration:
      "Plattformen, Versionen, Texte, Instanzen und Fenster, indem sie zu einer Revision vor dem Ende zurückkehrt.",
    readOnly: "Ein Projekt zu löschen braucht die Rolle Verantwortlich.",
    button: "Projekt löschen …",
  },
);
