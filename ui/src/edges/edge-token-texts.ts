import { english, englishColumns, german, germanColumns } from "../credentials/credential-words.ts";
import { counted, defineTexts } from "../texts/texts.ts";

export const edgeTokenTexts = defineTexts(
  {
    ...english,
    table: "Edge tokens",
    meaning:
      "Used by edges to connect to this server. A token gives access to replication only: not to the console or the admin API.",
    create: "Create edge token",
    columns: { ...englishColumns, opens: "Projects", edges: "Connected edges" },
    all: "All, including future ones",
    others: (count: number, locale: string) => counted(count, "# more", "# more", locale),
    nameHint:
      "Where the edge is, such as Frankfurt. Edges can share a token; with separate tokens you can revoke them separately.",
    opens: "Projects",
    opensHint: "An edge gets only the data of these projects. Edges that serve other edges need all of them.",
    opensOf: { all: "All projects", some: "Selected projects" },
    projects: "Choose projects",
    projectsHint: "Can't be changed later; create another token instead.",
    expiry: "Expires at",
    created: "Your edge token",
    theToken: "the edge token",
    title: (name: string) => `Edge token ${name}`,
    gone: "This edge token doesn't exist.",
    followNow: "Edges connected with it",
    none: "none",
    revokeMeaning:
      "Edges with this token are disconnected immediately and get no more updates. They keep answering from their replica; to stop that, stop the edges. This can't be undone, because the token may have leaked. To connect them again, create a new token.",
    revokeCuts: (count: number, locale: string) =>
      counted(count, "# connected edge will be disconnected.", "# connected edges will be disconnected.", locale),
    revoked: (name: string) => `Edge token ${name} revoked`,
  },
  {
    ...german,
    table: "Edge-Token",
    meaning:
      "Damit verbinden sich Edges mit diesem Server. Ein Token erlaubt nur die Replikation: keinen Zugriff auf die Konsole oder die Admin-API.",
    create: "Edge-Token anlegen",
    columns: { ...germanColumns, opens: "Projekte", edges: "Verbundene Edges" },
    all: "Alle, auch künftige",
    others: (count, locale) => counted(count, "# weitere", "# weitere", locale),
    nameHint:
      "Standort der Edge, etwa Frankfurt. Edges können sich ein Token teilen; getrennte Token lassen sich einzeln widerrufen.",
    opens: "Projekte",
    opensHint: "Eine Edge erhält nur die Daten dieser Projekte. Edges, die andere Edges versorgen, brauchen alle.",
    opensOf: { all: "Alle Projekte", some: "Ausgewählte Projekte" },
    projects: "Projekte auswählen",
    projectsHint: "Lässt sich später nicht ändern; legen Sie stattdessen ein anderes Token an.",
    expiry: "Läuft ab am",
    created: "Ihr Edge-Token",
    theToken: "Edge-Token",
    title: (name) => `Edge-Token ${name}`,
    gone: "Dieses Edge-Token existiert nicht.",
    made: "Angelegt",
    followNow: "Damit verbundene Edges",
    none: "keine",
    revokeMeaning:
      "Edges mit diesem Token werden sofort getrennt und erhalten keine Änderungen mehr. Sie antworten weiter aus ihrem Replikat; um das zu verhindern, halten Sie die Edges an. Das lässt sich nicht rückgängig machen, weil das Token bekannt geworden sein kann. Um sie wieder zu verbinden, legen Sie ein neues an.",
    revokeCuts: (count, locale) =>
      counted(count, "# verbundene Edge wird getrennt.", "# verbundene Edges werden getrennt.", locale),
    revoked: (name) => `Edge-Token ${name} widerrufen`,
  },
);
