import { english, englishColumns, german, germanColumns } from "../credentials/credential-words.ts";
import { counted, defineTexts } from "../texts/texts.ts";

export const accessTokenTexts = defineTexts(
  {
    ...english,
    ofServer: "Used by scripts to call the admin API. Each token opens every project on this server, and this console.",
    ofServerHint:
      "For a deploy script, create a token in its project's settings instead: it opens only that project, with the role the script needs.",
    projectTitle: "Access tokens",
    ofProject: "Used by scripts to call the admin API. Each token opens only this project, with its assigned role.",
    ofProjectRead: "Only project owners can see its tokens.",
    nobodys: "A token isn't tied to a person and stays valid when its creator leaves. For approvals, it counts as its creator.",
    create: "Create token",
    emptyTitle: "No tokens yet",
    emptyServer:
      "A token lets a script act as an administrator, for example for backups or to create projects. The token in the DRAWBRIDGE_ADMIN_TOKEN setting isn't listed.",
    emptyProject:
      "A token lets a script work in this project: start maintenance around a deployment, or publish a manifest from git.",
    noneFound: "No matching tokens.",
    found: (count: number, locale: string) => counted(count, "# token", "# tokens", locale),
    columns: {
      ...englishColumns,
      role: "Role",
      maker: "Created by",
      used: "Last used",
    },
    neverUsed: "never used",
    noMaker: "not a person",
    makerGone: (id: string) => `erased (${id})`,
    nameHint: "Where it's used, e.g. deploy script, Frankfurt backup.",
    created: "Token created",
    theToken: "the token",
    howToSend: "How to send it",
    title: (name: string) => `Token ${name}`,
    gone: "This token doesn't exist here.",
    revokeMeaning:
      "Requests with it get 401 immediately. This can't be undone, because the token may have leaked. To restore access, create a new token.",
    revoked: (name: string) => `Token ${name} revoked`,
  },
  {
    ...german,
    ofServer: "Für Skripte, die die Admin-API aufrufen. Jedes Token öffnet alle Projekte dieses Servers und diese Konsole.",
    ofServerHint:
      "Für ein Deploy-Skript erstellen Sie besser ein Token in den Projekteinstellungen: Es öffnet nur dieses Projekt, mit der nötigen Rolle.",
    projectTitle: "Zugriffstoken",
    ofProject: "Für Skripte, die die Admin-API aufrufen. Jedes Token öffnet nur dieses Projekt, mit der zugewiesenen Rolle.",
    ofProjectRead: "Nur Projektverantwortliche sehen die Token.",
    nobodys:
      "Ein Token ist an keine Person gebunden und gilt weiter, wenn die erstellende Person ausscheidet. Bei Freigaben zählt es als diese Person.",
    create: "Token erstellen",
    emptyTitle: "Noch keine Token",
    emptyServer:
      "Mit einem Token arbeitet ein Skript mit Administrationsrechten, etwa für Sicherungen oder zum Anlegen von Projekten. Das Token aus der Einstellung DRAWBRIDGE_ADMIN_TOKEN ist nicht aufgeführt.",
    emptyProject:
      "Mit einem Token arbeitet ein Skript in diesem Projekt: es startet eine Wartung rund um ein Deployment oder veröffentlicht ein Manifest aus git.",
    noneFound: "Keine passenden Token.",
    found: (count, locale) => counted(count, "# Token", "# Token", locale),
    columns: {
      ...germanColumns,
      role: "Rolle",
      maker: "Erstellt von",
      used: "Zuletzt verwendet",
    },
    neverUsed: "nie verwendet",
    noMaker: "keine Person",
    makerGone: (id) => `gelöscht (${id})`,
    nameHint: "Wo es verwendet wird, z. B. Deploy-Skript, Sicherung Frankfurt.",
    created: "Token erstellt",
    theToken: "Token",
    howToSend: "So senden Sie es",
    title: (name) => `Token ${name}`,
    gone: "Dieses Token existiert hier nicht.",
    revokeMeaning:
      "Anfragen damit erhalten sofort 401. Das lässt sich nicht rückgängig machen, weil das Token bekannt geworden sein kann. Um den Zugriff wiederherzustellen, erstellen Sie ein neues Token.",
    revoked: (name) => `Token ${name} widerrufen`,
  },
);
