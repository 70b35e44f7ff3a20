import { defineTexts } from "../texts/texts.ts";

export const firstStepsTexts = defineTexts(
  {
    title: "First steps",
    meaning: "The project is there. Three steps until the first app is answered.",
    key: "1. Make a key",
    keyMeaning:
      "Apps show a read key with every question, so that the server knows which project they mean. It ships inside the app: it tells who asks, and opens nothing else.",
    hasKeys: (count: number) =>
      count === 1
        ? "There is a key already. Another one can be made."
        : `There are ${count} keys already. Another one can be made.`,
    keyNameLabel: "Name of the key",
    keyName: "First app",
    makeKey: "Make the key",
    keyMade: "This is the key",
    theKey: "the key",
    ask: "2. Ask as an app does",
    askFirstKey: "Once there is a key, these lines have it in them. Paste one into a terminal.",
    askMeaning: "Paste one into a terminal: the answer is what an app gets.",
    keyHere: "YOUR-KEY",
    configLine: "the line that asks about a version",
    maintenanceLine: "the line that asks about maintenance",
    address:
      "The address is where this server itself listens. Where apps reach it through a proxy, put that address in its place.",
    next: "3. Say what apps are told",
    toVersions: "Which versions may run, which must be updated",
    toInstances: "The instances of the back end, each of which can be in maintenance by itself",
    toMaintenance: "Start maintenance, when something breaks",
    toSettings: "Settings: languages, links, a second person for changes",
    toNow: "See what is on in all projects",
  },
  {
    title: "Erste Schritte",
    meaning: "Das Projekt ist da. Drei Schritte, bis die erste App eine Antwort bekommt.",
    key: "1. Einen Schlüssel anlegen",
    keyMeaning:
      "Apps zeigen bei jeder Frage einen Leseschlüssel, damit der Server weiß, welches Projekt sie meinen. Er steckt in der App: er sagt, wer fragt, und öffnet sonst nichts.",
    hasKeys: (count) =>
      count === 1
        ? "Es gibt schon einen Schlüssel. Ein weiterer lässt sich anlegen."
        : `Es gibt schon ${count} Schlüssel. Ein weiterer lässt sich anlegen.`,
    keyNameLabel: "Name des Schlüssels",
    keyName: "Erste App",
    makeKey: "Schlüssel anlegen",
    keyMade: "Das ist der Schlüssel",
    theKey: "der Schlüssel",
    ask: "2. Fragen, wie eine App fragt",
    askFirstKey: "Sobald es einen Schlüssel gibt, steht er in diesen Zeilen. Fügen Sie eine in ein Terminal ein.",
    askMeaning: "Fügen Sie eine in ein Terminal ein: die Antwort ist, was eine App bekommt.",
    keyHere: "IHR-SCHLUESSEL",
    configLine: "die Zeile, die nach einer Version fragt",
    maintenanceLine: "die Zeile, die nach Wartung fragt",
    address:
      "Die Adresse ist die, unter der dieser Server selbst erreichbar ist. Wo Apps ihn über einen Proxy erreichen, setzen Sie dessen Adresse ein.",
    next: "3. Sagen, was Apps hören",
    toVersions: "Welche Versionen laufen dürfen, welche aktualisiert werden müssen",
    toInstances: "Die Instanzen des Backends, von denen jede für sich in Wartung sein kann",
    toMaintenance: "Eine Wartung beginnen, wenn etwas ausfällt",
    toSettings: "Einstellungen: Sprachen, Links, eine zweite Person für Änderungen",
    toNow: "Ansehen, was in allen Projekten läuft",
  },
);
