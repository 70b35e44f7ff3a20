import { counted, defineTexts } from "../texts/texts.ts";

export const edgeTokenTexts = defineTexts(
  {
    title: "Edge tokens",
    meaning:
      "What an edge shows this server. Each opens what edges follow and nothing else: no page, and nothing of the admin API.",
    create: "Create an edge token",
    columns: { name: "Name", state: "State", opens: "Projects", edges: "Edges now", expiry: "Ends", last: "Last characters" },
    all: "All, and those made later",
    others: (count: number, locale: string) => counted(count, "# more", "# more", locale),
    name: "Name",
    nameHint: "Where the edge is, such as Frankfurt. Several edges may share a token; with one each, you can end one alone.",
    opens: "Projects",
    opensHint: "An edge with some projects is told nothing of others. Edges of edges take all of them.",
    opensOf: { all: "All projects", some: "Only some" },
    projects: "Which",
    projectsHint: "It cannot be changed afterwards: make another token.",
    expiry: "Ends at",
    created: "This is the edge token",
    theToken: "the edge token",
    titleOf: (name: string) => `Edge token ${name}`,
    gone: "There is no such edge token.",
    id: "Id",
    made: "Made",
    ended: "Revoked",
    followNow: "Edges that follow with it now",
    none: "none",
    revoke: "Revoke",
    revokeMeaning:
      "Edges with this token are disconnected immediately and get no more updates. They keep answering from their copy; to stop that, stop the edges. This can't be undone, because the token may have leaked. To connect them again, create a new token.",
    revokeCuts: (count: number, locale: string) =>
      counted(
        count,
        "# edge follows with it now and will be disconnected.",
        "# edges follow with it now and will be disconnected.",
        locale,
      ),
    revoked: (name: string) => `The edge token ${name} is revoked`,
  },
  {
    title: "Edge-Token",
    meaning:
      "Was eine Edge diesem Server zeigt. Jedes öffnet, wem Edges folgen, und sonst nichts: keine Seite, und nichts von der Admin-API.",
    create: "Edge-Token anlegen",
    columns: { name: "Name", state: "Zustand", opens: "Projekte", edges: "Edges jetzt", expiry: "Endet", last: "Letzte Zeichen" },
    all: "Alle, auch spätere",
    others: (count, locale) => counted(count, "# weitere", "# weitere", locale),
    name: "Name",
    nameHint:
      "Wo die Edge steht, etwa Frankfurt. Mehrere Edges können sich ein Token teilen; mit je einem lässt sich eine allein beenden.",
    opens: "Projekte",
    opensHint: "Eine Edge mit manchen Projekten erfährt nichts von anderen. Edges, denen Edges folgen, brauchen alle.",
    opensOf: { all: "Alle Projekte", some: "Nur manche" },
    projects: "Welche",
    projectsHint: "Das lässt sich später nicht ändern: legen Sie dann ein anderes Token an.",
    expiry: "Endet am",
    created: "Das ist das Edge-Token",
    theToken: "das Edge-Token",
    titleOf: (name) => `Edge-Token ${name}`,
    gone: "Es gibt kein solches Edge-Token.",
    id: "Kennung",
    made: "Angelegt",
    ended: "Widerrufen",
    followNow: "Edges, die gerade damit folgen",
    none: "keine",
    revoke: "Widerrufen",
    revokeMeaning:
      "Edges mit diesem Token werden sofort getrennt und bekommen keine Änderungen mehr. Sie antworten weiter aus ihrer Kopie; soll das enden, halten Sie die Edges an. Das lässt sich nicht rückgängig machen, weil das Token bekannt geworden sein kann. Um sie wieder zu verbinden, legen Sie ein neues an.",
    revokeCuts: (count, locale) =>
      counted(count, "# Edge folgt gerade damit und wird getrennt.", "# Edges folgen gerade damit und werden getrennt.", locale),
    revoked: (name) => `Das Edge-Token ${name} ist widerrufen`,
  },
);
