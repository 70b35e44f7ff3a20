import { counted, defineTexts } from "../texts/texts.ts";

export const accessTokenTexts = defineTexts(
  {
    ofServer: "What scripts send to the admin API. Each of these opens every project of this server, and this page too.",
    ofServerHint:
      "For a deploy script, make a token in the settings of its project instead: it opens that alone, with the role that it needs.",
    projectTitle: "Access tokens",
    ofProject: "What scripts send to the admin API. Each of these opens this project alone, with the role that it was given.",
    ofProjectRead: "Only owners of this project see its tokens.",
    nobodys:
      "A token belongs to no person, and goes on when the one who made it leaves. Where persons count, it counts as the one who made it.",
    find: "Find by name, id or last characters",
    state: "State",
    anyState: "Any state",
    create: "Create a token",
    emptyTitle: "No tokens yet",
    emptyServer:
      "A token lets a script do what an administrator may, such as backups or the first projects. The one in its setting DRAWBRIDGE_ADMIN_TOKEN is not in this list.",
    emptyProject:
      "A token lets a script work in this project: start maintenance around a deployment, or publish a manifest from git.",
    noneFound: "No token is like this.",
    found: (count: number, locale: string) => counted(count, "# token", "# tokens", locale),
    columns: {
      name: "Name",
      state: "State",
      role: "Role",
      maker: "Made by",
      used: "Last used",
      expiry: "Ends",
      last: "Last characters",
    },
    neverUsed: "never used",
    noMaker: "no person",
    makerGone: (id: string) => `erased (${id})`,
    name: "Name",
    nameHint: "Who carries it, such as deploy script or backup in Frankfurt.",
    expiry: "Ends on its own",
    created: "The token is made",
    theToken: "the token",
    howToSend: "Scripts send it as",
    title: (name: string) => `Token ${name}`,
    gone: "There is no such token here.",
    id: "Id",
    made: "Made",
    ended: "Revoked",
    revoke: "Revoke",
    revokeMeaning:
      "Requests with it get 401 immediately. This can't be undone, because the token may have leaked. To let a script in again, create a new token.",
    revoked: (name: string) => `The token ${name} is revoked`,
  },
  {
    ofServer:
      "Was Skripte an die Admin-API senden. Jedes dieser Token öffnet alle Projekte dieses Servers, und auch diese Seite.",
    ofServerHint:
      "Für ein Deploy-Skript erstellen Sie besser eines in den Einstellungen seines Projekts: es öffnet nur dieses, mit der Rolle, die es braucht.",
    projectTitle: "Zugriffstoken",
    ofProject:
      "Was Skripte an die Admin-API senden. Jedes dieser Token öffnet nur dieses Projekt, mit der Rolle, die es bekommen hat.",
    ofProjectRead: "Nur wer für dieses Projekt verantwortlich ist, sieht seine Token.",
    nobodys:
      "Ein Token gehört keiner Person und gilt weiter, wenn die Person geht, die es erstellt hat. Wo Personen zählen, zählt es als sie.",
    find: "Nach Name, Kennung oder letzten Zeichen suchen",
    state: "Zustand",
    anyState: "Jeder Zustand",
    create: "Token erstellen",
    emptyTitle: "Noch keine Token",
    emptyServer:
      "Mit einem Token darf ein Skript, was die Administration darf, etwa sichern oder die ersten Projekte anlegen. Das in der Einstellung DRAWBRIDGE_ADMIN_TOKEN steht nicht in dieser Liste.",
    emptyProject:
      "Mit einem Token arbeitet ein Skript in diesem Projekt: es startet eine Wartung rund um ein Deployment oder veröffentlicht ein Manifest aus git.",
    noneFound: "Kein Token ist so.",
    found: (count, locale) => counted(count, "# Token", "# Token", locale),
    columns: {
      name: "Name",
      state: "Zustand",
      role: "Rolle",
      maker: "Erstellt von",
      used: "Zuletzt benutzt",
      expiry: "Endet",
      last: "Letzte Zeichen",
    },
    neverUsed: "nie benutzt",
    noMaker: "keine Person",
    makerGone: (id) => `gelöscht (${id})`,
    name: "Name",
    nameHint: "Wer es trägt, etwa Deploy-Skript oder Sicherung in Frankfurt.",
    expiry: "Endet von selbst",
    created: "Das Token ist erstellt",
    theToken: "das Token",
    howToSend: "Skripte senden es als",
    title: (name) => `Token ${name}`,
    gone: "Dieses Token gibt es hier nicht.",
    id: "Kennung",
    made: "Erstellt",
    ended: "Widerrufen",
    revoke: "Widerrufen",
    revokeMeaning:
      "Anfragen damit bekommen sofort 401. Das lässt sich nicht rückgängig machen, weil das Token bekannt geworden sein kann. Damit ein Skript wieder Zugriff hat, legen Sie ein neues an.",
    revoked: (name) => `Das Token ${name} ist widerrufen`,
  },
);
