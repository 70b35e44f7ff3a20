import { defineTexts } from "../texts/texts.ts";

export const deleteProjectTexts = defineTexts(
  {
    title: (project: string) => `Delete project ${project}`,
    atOnce: "Apps stop getting answers immediately",
    apps: "Every request with one of this project's keys is answered 401. Most apps then run as if nothing were wrong: no version is blocked, and no maintenance is shown.",
    lost: "Deleted permanently",
    lostKeys:
      "All read keys. Apps that use them stay locked out, even if you create a project with the same name, unless you import the key there.",
    lostTokens: "Access tokens and calendar addresses: deploy scripts and calendars stop working.",
    lostMembers: "Member roles.",
    kept: "Recoverable by an administrator",
    keptHistory: "History: who changed what, when, and why.",
    keptConfiguration: "Platforms, versions, messages, instances, and windows, by restoring a revision from before the deletion.",
    readOnly: "Deleting a project requires the Owner role.",
    button: "Delete project…",
  },
  {
    title: (project) => `Projekt ${project} löschen`,
    atOnce: "Apps erhalten sofort keine Antwort mehr",
    apps: "Jede Anfrage mit einem Schlüssel dieses Projekts wird mit 401 beantwortet. Die meisten Apps laufen dann weiter, als wäre nichts: Keine Version ist gesperrt, keine Wartung wird angezeigt.",
    lost: "Endgültig gelöscht",
    lostKeys:
      "Alle Leseschlüssel. Apps mit diesen Schlüsseln bleiben ausgesperrt, auch bei einem neuen Projekt gleichen Namens, sofern Sie den Schlüssel dort nicht importieren.",
    lostTokens: "Zugriffstoken und Kalenderadressen: Deploy-Skripte und Kalender funktionieren nicht mehr.",
    lostMembers: "Rollen der Mitglieder.",
    kept: "Durch die Administration wiederherstellbar",
    keptHistory: "Der Verlauf: wer was wann und warum geändert hat.",
    keptConfiguration:
      "Plattformen, Versionen, Texte, Instanzen und Wartungsfenster, durch Zurücksetzen auf eine Revision vor dem Löschen.",
    readOnly: "Projekte zu löschen erfordert die Rolle Verantwortlich.",
    button: "Projekt löschen …",
  },
);
