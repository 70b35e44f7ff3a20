import { defineTexts } from "../texts/texts.ts";

export const protectionTexts = defineTexts(
  {
    readOnly: "Read-only. Editing requires the Owner role.",
    fourEyes: "Require approval",
    fourEyesHint: "Changes are proposed, and another person approves them. An editor then still has to publish them.",
    reasonRequired: "Require a reason",
    reasonRequiredHint: "Every configuration change needs a reason. History shows it next to the author's name.",
    beforeOn:
      "From then on, a second person must approve every change. Make sure another person has the required role: Editor for the configuration, Operator for planned maintenance.",
    beforeOff: "Turning this off also needs approval, or an owner who publishes without it.",
    review: (project: string) => `Change protection of ${project}`,
    meaningTitle: "How approval works",
    who: {
      editor: "Author:",
      second: "Reviewer:",
      publisher: "Publisher:",
      maintenance: "Maintenance:",
      keys: "Keys, tokens, and members:",
      owner: "Owner:",
    },
    does: {
      editor:
        "Chooses Propose instead of Publish and gives a reason. Nothing changes for apps yet. Applies to settings, platforms, versions, messages, instances, planned windows, and this page.",
      second:
        "Another person with the same role reviews the change under Proposals and approves it. People can't approve their own proposals; a token counts as the person who created it.",
      publisher:
        "Any person with that role publishes the change. If the configuration it affects has changed in the meantime, it must be proposed again.",
      maintenance:
        "Operators start, extend, complete, and cancel it immediately, without approval. Moving or planning it needs approval.",
      keys: "Owners create and revoke them without approval.",
      owner: "Can publish without approval in an emergency. It requires a reason, and History marks it.",
    },
  },
  {
    readOnly: "Schreibgeschützt. Ändern erfordert die Rolle Verantwortlich.",
    fourEyes: "Freigabe verlangen",
    fourEyesHint:
      "Änderungen werden vorgeschlagen und von einer anderen Person freigegeben. Danach müssen sie noch mit der Rolle Redaktion veröffentlicht werden.",
    reasonRequired: "Begründung verlangen",
    reasonRequiredHint: "Jede Änderung der Konfiguration braucht eine Begründung. Sie wird im Verlauf neben dem Namen angezeigt.",
    beforeOn:
      "Ab dann muss eine zweite Person jede Änderung freigeben. Stellen Sie sicher, dass eine andere Person die nötige Rolle hat: Redaktion für die Konfiguration, Betrieb für geplante Wartung.",
    beforeOff:
      "Auch das Ausschalten braucht eine Freigabe oder eine Person mit der Rolle Verantwortlich, die ohne Freigabe veröffentlicht.",
    review: (project) => `Schutz von ${project} ändern`,
    meaningTitle: "Ablauf einer Freigabe",
    who: {
      editor: "Vorschlag:",
      second: "Freigabe:",
      publisher: "Veröffentlichung:",
      maintenance: "Wartung:",
      keys: "Schlüssel, Token und Mitglieder:",
      owner: "Rolle Verantwortlich:",
    },
    does: {
      editor:
        "Die ändernde Person wählt Vorschlagen statt Veröffentlichen und gibt einen Grund an. Für Apps ändert sich noch nichts. Gilt für Einstellungen, Plattformen, Versionen, Texte, Instanzen, geplante Wartungsfenster und diese Seite.",
      second:
        "Eine andere Person mit derselben Rolle prüft die Änderung unter Vorschläge und gibt sie frei. Eigene Vorschläge kann man nicht freigeben; ein Token zählt als die Person, die es angelegt hat.",
      publisher:
        "Jede Person mit dieser Rolle kann die Änderung veröffentlichen. Hat sich die betroffene Konfiguration inzwischen geändert, muss sie erneut vorgeschlagen werden.",
      maintenance:
        "Der Betrieb startet, verlängert, beendet und sagt sie sofort ab, ohne Freigabe. Verschieben und Planen brauchen eine Freigabe.",
      keys: "Verantwortliche legen sie an und widerrufen sie ohne Freigabe.",
      owner: "Kann im Notfall ohne Freigabe veröffentlichen. Dazu ist eine Begründung erforderlich, und der Verlauf vermerkt es.",
    },
  },
);
