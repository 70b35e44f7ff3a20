import { counted, defineTexts } from "../texts/texts.ts";

export const edgeTexts = defineTexts(
  {
    meaning:
      "Servers near your apps that answer from a replica and keep working while this server is unavailable. Each edge reports its own status.",
    several: "If several processes share a database, this list shows only the edges connected to the one serving you.",
    table: "Edges",
    emptyTitle: "No edges connected",
    empty:
      "An edge answers nearby apps from its own replica, byte for byte like this server. It needs no database and keeps answering while this server is down or restarting. Two steps to set one up:",
    stepToken: "Create an edge token here. It lets edges replicate this server and gives no other access.",
    stepStart: "Start the edge on its machine:",
    emptyDone: "The edge appears here within seconds. Then point apps to its address; they keep their keys.",
    start: "Start command for the edge's machine:",
    command: "the start command",
    where:
      "The last argument is this server's address for edges. If edges reach it by another name, use that name. Edges connect only over https://, or to their own machine.",
    tokenHere: "dbe_…",
    find: "Find by machine, token, or address",
    state: "State",
    anyState: "Any state",
    noneFound: "No matching edges.",
    found: (count: number, locale: string) => counted(count, "# edge", "# edges", locale),
    following: (count: number, locale: string) => counted(count, "# connected", "# connected", locale),
    columns: {
      edge: "Edge",
      state: "State",
      revision: "Revision",
      since: "Connected since",
      program: "Program",
      address: "Address",
    },
    states: {
      following: "up to date",
      behind: "behind",
      nothing: "no data yet",
      problem: "error",
      away: "offline",
      ended: "disconnected",
    },
    statesMeaning: {
      following: "Has every change from this server.",
      behind: "Hasn't confirmed the latest changes yet. Normal for a few seconds after a change; if it persists, check its log.",
      nothing: "Has no current replica. It is still loading, or the edge version is too old.",
      problem: "Can't apply updates and answers from its earlier replica. It reports:",
      away: "Not connected. If it is running, it keeps answering from its replica and keeps trying to reconnect. Check that it is running and can reach this server.",
      ended: "Its token was revoked. If it is still running, it keeps answering from its replica; to prevent that, stop it.",
    },
    behindBy: (count: number, locale: string) => counted(count, "# behind", "# behind", locale),
    noRevision: "none",
    otherEpoch: "from another epoch",
    heard: "last seen",
    tzdata: (version: string) => `time zones ${version}`,
    title: (host: string) => `Edge ${host}`,
    gone: "No edge has this address. Edges that are offline for a day are removed from the list.",
    token: "Token",
    heardAt: "Last seen",
    epoch: "Epoch",
    followers: "Connected edges",
    id: "ID",
    now: {
      problem: (edge: string) => `Edge ${edge} can't apply updates and answers apps from an old replica`,
      problems: (count: number, locale: string) =>
        counted(count, "", "# edges can't apply updates and answer apps from an old replica", locale),
      away: (edge: string, when: string) =>
        `Edge ${edge} was last seen ${when}. If it is running, it answers apps from an old replica`,
      aways: (count: number, locale: string) =>
        counted(count, "", "# edges are offline. Any that are running answer apps from an old replica", locale),
      nothing: (edge: string) => `Edge ${edge} is connected but has no data to answer from yet`,
      nothings: (count: number, locale: string) =>
        counted(count, "", "# edges are connected but have no data to answer from yet", locale),
      behind: (edge: string, revisions: string) => `Edge ${edge} is behind by ${revisions}`,
      behinds: (count: number, locale: string) => counted(count, "", "# edges have been behind for a while", locale),
      revisions: (count: number, locale: string) => counted(count, "# revision", "# revisions", locale),
    },
  },
  {
    meaning:
      "Server in der Nähe Ihrer Apps, die aus einem Replikat antworten und weiterarbeiten, wenn dieser Server nicht erreichbar ist. Jede Edge meldet ihren Status selbst.",
    several:
      "Teilen sich mehrere Prozesse eine Datenbank, zeigt diese Liste nur die Edges, die mit dem antwortenden Prozess verbunden sind.",
    table: "Edges",
    emptyTitle: "Keine Edges verbunden",
    empty:
      "Eine Edge antwortet Apps in ihrer Nähe aus einem eigenen Replikat, Byte für Byte wie dieser Server. Sie braucht keine Datenbank und antwortet weiter, wenn dieser Server ausfällt oder neu startet. Einrichtung in zwei Schritten:",
    stepToken: "Legen Sie hier ein Edge-Token an. Damit replizieren Edges diesen Server; weiteren Zugriff gewährt es nicht.",
    stepStart: "Starten Sie die Edge auf ihrer Maschine:",
    emptyDone: "Die Edge erscheint in wenigen Sekunden hier. Geben Sie den Apps dann ihre Adresse; die Schlüssel bleiben gleich.",
    start: "Startbefehl für die Maschine der Edge:",
    command: "Startbefehl",
    where:
      "Das letzte Argument ist die Adresse dieses Servers für Edges. Erreichen Edges ihn unter einem anderen Namen, verwenden Sie diesen. Edges verbinden sich nur über https:// oder mit der eigenen Maschine.",
    tokenHere: "dbe_…",
    find: "Nach Maschine, Token oder Adresse suchen",
    state: "Status",
    anyState: "Alle",
    noneFound: "Keine passenden Edges.",
    found: (count, locale) => counted(count, "# Edge", "# Edges", locale),
    following: (count, locale) => counted(count, "# verbunden", "# verbunden", locale),
    columns: {
      edge: "Edge",
      state: "Status",
      revision: "Revision",
      since: "Verbunden seit",
      program: "Programm",
      address: "Adresse",
    },
    states: {
      following: "aktuell",
      behind: "im Rückstand",
      nothing: "noch keine Daten",
      problem: "Fehler",
      away: "offline",
      ended: "getrennt",
    },
    statesMeaning: {
      following: "Hat alle Änderungen dieses Servers.",
      behind:
        "Hat die neuesten Änderungen noch nicht bestätigt. Kurz nach einer Änderung ist das normal; bleibt es dabei, prüfen Sie das Protokoll.",
      nothing: "Hat kein aktuelles Replikat. Es wird noch geladen, oder die Version der Edge ist zu alt.",
      problem: "Kann Änderungen nicht anwenden und antwortet aus dem früheren Replikat. Meldung:",
      away: "Nicht verbunden. Wenn sie läuft, antwortet sie weiter aus ihrem Replikat und versucht, sich wieder zu verbinden. Prüfen Sie, ob sie läuft und diesen Server erreicht.",
      ended:
        "Ihr Token wurde widerrufen. Wenn sie noch läuft, antwortet sie weiter aus ihrem Replikat; um das zu verhindern, halten Sie sie an.",
    },
    behindBy: (count, locale) => counted(count, "# im Rückstand", "# im Rückstand", locale),
    noRevision: "keine",
    otherEpoch: "aus einer anderen Epoche",
    heard: "zuletzt gesehen",
    tzdata: (version) => `Zeitzonen ${version}`,
    title: (host) => `Edge ${host}`,
    gone: "Keine Edge mit dieser Adresse. Edges, die einen Tag offline sind, werden aus der Liste entfernt.",
    token: "Token",
    heardAt: "Zuletzt gesehen",
    epoch: "Epoche",
    followers: "Verbundene Edges",
    id: "Kennung",
    now: {
      problem: (edge) => `Die Edge ${edge} kann Änderungen nicht anwenden und antwortet Apps aus einem alten Replikat`,
      problems: (count, locale) =>
        counted(count, "", "# Edges können Änderungen nicht anwenden und antworten Apps aus einem alten Replikat", locale),
      away: (edge, when) =>
        `Die Edge ${edge} wurde zuletzt ${when} gesehen. Wenn sie läuft, antwortet sie Apps aus einem alten Replikat`,
      aways: (count, locale) =>
        counted(count, "", "# Edges sind offline. Laufende antworten Apps aus einem alten Replikat", locale),
      nothing: (edge) => `Die Edge ${edge} ist verbunden, hat aber noch keine Daten`,
      nothings: (count, locale) => counted(count, "", "# Edges sind verbunden, haben aber noch keine Daten", locale),
      behind: (edge, revisions) => `Die Edge ${edge} ist im Rückstand: ${revisions}`,
      behinds: (count, locale) => counted(count, "", "# Edges sind seit einer Weile im Rückstand", locale),
      revisions: (count, locale) => counted(count, "# Revision", "# Revisionen", locale),
    },
  },
);
