import { counted, defineTexts } from "../texts/texts.ts";

export const edgeTexts = defineTexts(
  {
    meaning:
      "Servers near your apps that answer from a copy of what is here, and go on while this server is away. Each says itself what stands here.",
    several: "Where several processes share a database, these are the edges of the one that answers you.",
    table: "Edges",
    emptyTitle: "No edge follows this server",
    empty:
      "An edge answers apps near them, byte for byte as this server does, from a copy of its own: it needs no database, and goes on answering while this server is away or restarted. Two steps make one:",
    stepToken: "Make an edge token here. It opens what edges follow, and nothing else.",
    stepStart: "Start the edge on its machine:",
    emptyDone: "It appears here within seconds. Then give apps its address; they keep the keys that they have.",
    start: "On the machine of the edge, start it like this:",
    command: "the command that starts an edge",
    where:
      "The address at the end is where this server listens for edges. Where they reach it by another name, put that in its place: an edge talks to https:// only, or to its own machine.",
    tokenHere: "dbe_…",
    find: "Find by machine, token or address",
    state: "State",
    anyState: "Any state",
    noneFound: "No edge is like this.",
    found: (count: number, locale: string) => counted(count, "# edge", "# edges", locale),
    following: (count: number, locale: string) => counted(count, "# follows", "# follow", locale),
    columns: {
      edge: "Edge",
      state: "State",
      revision: "Revision",
      since: "Follows since",
      program: "Program",
      address: "Address",
    },
    states: {
      following: "follows",
      behind: "behind",
      nothing: "has nothing yet",
      problem: "has a problem",
      away: "away",
      ended: "cut off",
    },
    statesMeaning: {
      following: "It has everything that this server has told.",
      behind:
        "It has not said yet that it has the newest changes. Some seconds after a change that is as it should be; if it stays so, look into its log.",
      nothing: "It has no copy of this server as it is now. A copy is on its way, or the edge is too old for it.",
      problem: "It does not take in what it is told, and answers from what it had before. Its own words:",
      away: "It does not follow now. If it runs, it goes on answering from its copy, and asks for this server again and again. Look whether it runs, and whether it reaches this server.",
      ended:
        "Its token is revoked. If it still runs, it goes on answering from what it had: stop it, if nobody is to be answered.",
    },
    behindBy: (count: number, locale: string) => counted(count, "# behind", "# behind", locale),
    noRevision: "none",
    otherEpoch: "of another epoch",
    heard: "last heard of",
    tzdata: (version: string) => `time zones ${version}`,
    tzdataOther: (its: string, own: string) =>
      `Its time zones are ${its}, and this server has ${own}. Around a change of the rules of a time zone they can answer differently: keep both programs as new as each other.`,
    title: (host: string) => `Edge ${host}`,
    gone: "No edge is known by this address. Who is away for a day is forgotten.",
    token: "Token",
    heardAt: "Last heard of",
    epoch: "Epoch",
    followers: "Edges that follow it",
    id: "Id",
    now: {
      problem: (edge: string) => `The edge ${edge} does not take in what it is told, and answers apps from an old copy`,
      problems: (count: number, locale: string) =>
        counted(count, "", "# edges do not take in what they are told, and answer apps from an old copy", locale),
      away: (edge: string, when: string) =>
        `The edge ${edge} was last heard of ${when}. If it runs, it answers apps from an old copy`,
      aways: (count: number, locale: string) =>
        counted(count, "", "# edges are away. Those that run answer apps from an old copy", locale),
      nothing: (edge: string) => `The edge ${edge} follows, and has nothing yet that it could answer from`,
      nothings: (count: number, locale: string) =>
        counted(count, "", "# edges follow, and have nothing yet that they could answer from", locale),
      behind: (edge: string, revisions: string) => `The edge ${edge} has been behind for a while: ${revisions}`,
      behinds: (count: number, locale: string) => counted(count, "", "# edges have been behind for a while", locale),
      revisions: (count: number, locale: string) => counted(count, "# revision", "# revisions", locale),
    },
  },
  {
    meaning:
      "Server nahe bei Ihren Apps, die aus einer Kopie dessen antworten, was hier ist, und weitermachen, wenn dieser Server weg ist. Was hier steht, sagt jede von sich selbst.",
    several: "Wo sich mehrere Prozesse eine Datenbank teilen, sind das die Edges dessen, der Ihnen antwortet.",
    table: "Edges",
    emptyTitle: "Keine Edge folgt diesem Server",
    empty:
      "Eine Edge antwortet Apps in ihrer Nähe, Byte für Byte wie dieser Server, aus einer eigenen Kopie: sie braucht keine Datenbank, und sie antwortet weiter, während dieser Server weg ist oder neu startet. In zwei Schritten gibt es eine:",
    stepToken: "Legen Sie hier ein Edge-Token an. Es öffnet, wem Edges folgen, und sonst nichts.",
    stepStart: "Starten Sie die Edge auf ihrer Maschine:",
    emptyDone: "In Sekunden steht sie hier. Geben Sie dann den Apps ihre Adresse; sie behalten die Schlüssel, die sie haben.",
    start: "Auf der Maschine der Edge wird sie so gestartet:",
    command: "der Befehl, der eine Edge startet",
    where:
      "Die Adresse am Ende ist, wo dieser Server auf Edges hört. Wo sie ihn unter einem anderen Namen erreichen, setzen Sie den ein: eine Edge spricht nur mit https://, oder mit der eigenen Maschine.",
    tokenHere: "dbe_…",
    find: "Nach Maschine, Token oder Adresse suchen",
    state: "Zustand",
    anyState: "Jeder Zustand",
    noneFound: "Keine Edge ist so.",
    found: (count, locale) => counted(count, "# Edge", "# Edges", locale),
    following: (count, locale) => counted(count, "# folgt", "# folgen", locale),
    columns: {
      edge: "Edge",
      state: "Zustand",
      revision: "Revision",
      since: "Folgt seit",
      program: "Programm",
      address: "Adresse",
    },
    states: {
      following: "folgt",
      behind: "hinterher",
      nothing: "hat noch nichts",
      problem: "hat ein Problem",
      away: "weg",
      ended: "getrennt",
    },
    statesMeaning: {
      following: "Sie hat alles, was dieser Server gesagt hat.",
      behind:
        "Sie hat noch nicht gesagt, dass sie die neuesten Änderungen hat. Ein paar Sekunden nach einer Änderung ist das richtig so; bleibt es dabei, sehen Sie in ihr Protokoll.",
      nothing: "Sie hat keine Kopie dieses Servers, wie er jetzt ist. Eine Kopie ist unterwegs, oder die Edge ist zu alt dafür.",
      problem: "Sie nimmt nicht auf, was ihr gesagt wird, und antwortet aus dem, was sie vorher hatte. Ihre eigenen Worte:",
      away: "Sie folgt gerade nicht. Wenn sie läuft, antwortet sie weiter aus ihrer Kopie und fragt immer wieder nach diesem Server. Sehen Sie nach, ob sie läuft und ob sie diesen Server erreicht.",
      ended:
        "Ihr Token ist widerrufen. Wenn sie noch läuft, antwortet sie weiter aus dem, was sie hatte: halten Sie sie an, wenn niemand eine Antwort bekommen soll.",
    },
    behindBy: (count, locale) => counted(count, "# hinterher", "# hinterher", locale),
    noRevision: "keine",
    otherEpoch: "einer anderen Epoche",
    heard: "zuletzt gehört",
    tzdata: (version) => `Zeitzonen ${version}`,
    tzdataOther: (its, own) =>
      `Sie hat die Zeitzonen ${its}, und dieser Server ${own}. Wenn sich die Regeln einer Zeitzone ändern, können beide verschieden antworten: halten Sie beide Programme gleich neu.`,
    title: (host) => `Edge ${host}`,
    gone: "Unter dieser Adresse ist keine Edge bekannt. Wer einen Tag lang weg ist, wird vergessen.",
    token: "Token",
    heardAt: "Zuletzt gehört",
    epoch: "Epoche",
    followers: "Edges, die ihr folgen",
    id: "Kennung",
    now: {
      problem: (edge) => `Die Edge ${edge} nimmt nicht auf, was ihr gesagt wird, und antwortet Apps aus einer alten Kopie`,
      problems: (count, locale) =>
        counted(count, "", "# Edges nehmen nicht auf, was ihnen gesagt wird, und antworten Apps aus einer alten Kopie", locale),
      away: (edge, when) =>
        `Von der Edge ${edge} war zuletzt ${when} zu hören. Wenn sie läuft, antwortet sie Apps aus einer alten Kopie`,
      aways: (count, locale) =>
        counted(count, "", "# Edges sind weg. Die, die laufen, antworten Apps aus einer alten Kopie", locale),
      nothing: (edge) => `Die Edge ${edge} folgt, und hat noch nichts, woraus sie antworten könnte`,
      nothings: (count, locale) =>
        counted(count, "", "# Edges folgen, und haben noch nichts, woraus sie antworten könnten", locale),
      behind: (edge, revisions) => `Die Edge ${edge} ist seit einer Weile hinterher: ${revisions}`,
      behinds: (count, locale) => counted(count, "", "# Edges sind seit einer Weile hinterher", locale),
      revisions: (count, locale) => counted(count, "# Revision", "# Revisionen", locale),
    },
  },
);
