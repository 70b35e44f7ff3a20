import { defineTexts } from "../texts/texts.ts";

export const protectionTexts = defineTexts(
  {
    readOnly: "Only to look at: changing this takes the role Owner.",
    fourEyes: "Changes take a second person",
    fourEyesHint: "Changes are proposed, and another person approves them. After that, an editor still has to publish them.",
    reasonRequired: "Changes take a reason",
    reasonRequiredHint: "Whoever changes the configuration says why. It stands in the history beside their name.",
    beforeOn:
      "From then on nobody can publish a change alone. Make sure that somebody else has the role that a change takes: editor for the configuration, operator for planned maintenance.",
    beforeOff: "Switching it off is a change too: it takes a second person, or an owner who publishes without one.",
    review: (project: string) => `Change the protection of ${project}`,
    meaningTitle: "Who does what, where a second person is asked for",
    who: {
      editor: "Whoever changes something",
      second: "Somebody else",
      publisher: "Then anybody with that role",
      maintenance: "Maintenance",
      keys: "Keys, tokens and members",
      owner: "An owner",
    },
    does: {
      editor:
        "presses Propose instead of Publish, and says why. Nothing changes for apps yet. This goes for settings, platforms, versions, messages, instances, planned windows, and for this page.",
      second:
        "with the same role looks at exactly that change under Proposals and approves it. Nobody approves what they proposed themselves; a token counts as the person who made it.",
      publisher: "publishes it. If what it touches was changed in the meantime, it has to be proposed anew.",
      maintenance:
        "is started, extended, completed and cancelled as before, by operators, at once. Moving or planning it is a change.",
      keys: "are made and ended as before, by owners.",
      owner: "may publish without the second person in an emergency. It takes a reason, and the history marks it.",
    },
  },
  {
    readOnly: "Nur zum Ansehen: zum Ändern braucht es die Rolle Verantwortlich.",
    fourEyes: "Änderungen brauchen eine zweite Person",
    fourEyesHint:
      "Änderungen werden vorgeschlagen, und eine andere Person gibt sie frei. Danach muss sie noch jemand mit der Rolle Redaktion veröffentlichen.",
    reasonRequired: "Änderungen brauchen eine Begründung",
    reasonRequiredHint: "Wer die Konfiguration ändert, sagt, warum. Es steht im Verlauf neben dem Namen.",
    beforeOn:
      "Von da an kann niemand eine Änderung allein veröffentlichen. Sorgen Sie dafür, dass jemand anderes die nötige Rolle hat: Redaktion für die Konfiguration, Betrieb für geplante Wartung.",
    beforeOff:
      "Auch das Ausschalten ist eine Änderung: es braucht eine zweite Person, oder jemanden mit der Rolle Verantwortlich, der es ohne sie veröffentlicht.",
    review: (project) => `Den Schutz von ${project} ändern`,
    meaningTitle: "Wer was tut, wo es eine zweite Person braucht",
    who: {
      editor: "Wer etwas ändert,",
      second: "Jemand anderes",
      publisher: "Danach kann jede Person mit dieser Rolle",
      maintenance: "Wartung",
      keys: "Schlüssel, Token und Mitglieder",
      owner: "Wer verantwortlich ist,",
    },
    does: {
      editor:
        "drückt auf Vorschlagen statt auf Veröffentlichen und sagt, warum. Für Apps ändert sich noch nichts. Das gilt für Einstellungen, Plattformen, Versionen, Texte, Instanzen, geplante Fenster und für diese Seite.",
      second:
        "mit derselben Rolle sieht sich unter Vorschläge genau diese Änderung an und gibt sie frei. Niemand gibt Eigenes frei; ein Token zählt als die Person, die es gemacht hat.",
      publisher: "sie veröffentlichen. Wurde inzwischen geändert, was sie berührt, muss sie neu vorgeschlagen werden.",
      maintenance:
        "beginnt, verlängert, beendet und sagt der Betrieb ab wie zuvor, sofort. Sie zu verschieben oder zu planen ist eine Änderung.",
      keys: "werden wie zuvor von Verantwortlichen gemacht und beendet.",
      owner:
        "darf im Notfall ohne die zweite Person veröffentlichen. Dazu braucht es eine Begründung, und der Verlauf vermerkt es.",
    },
  },
);
