import { defineTexts } from "../texts/texts.ts";

export const firstStepsTexts = defineTexts(
  {
    title: "First steps",
    meaning: "Your project is ready. Three steps to the first answer.",
    key: "1. Create a key",
    keyMeaning:
      "Apps send a read key with every request so that the server knows their project. It ships inside the app and gives access to nothing else.",
    hasKeys: (count: number) =>
      count === 1
        ? "This project has a key. You can create another one."
        : `This project has ${count} keys. You can create another one.`,
    keyNameLabel: "Key name",
    keyName: "First app",
    makeKey: "Create key",
    keyMade: "Your key",
    theKey: "the key",
    ask: "2. Make a request",
    askFirstKey: "Create a key first; it is then filled in here. Run a command in a terminal, or add the code to your app.",
    askMeaning: "Run a command in a terminal to see the answer an app gets, or add the code to your app.",
    next: "3. Configure",
    toVersions: "Allowed versions and required updates",
    toInstances: "Back-end instances, each with its own maintenance",
    toMaintenance: "Start maintenance during an incident",
    toSettings: "Settings: languages, store links, approval",
    toNow: "All projects at a glance",
  },
  {
    title: "Erste Schritte",
    meaning: "Ihr Projekt ist angelegt. In drei Schritten zur ersten Antwort.",
    key: "1. Schlüssel anlegen",
    keyMeaning:
      "Apps senden mit jeder Anfrage einen Leseschlüssel, an dem der Server das Projekt erkennt. Er ist Teil der App und gewährt keinen weiteren Zugriff.",
    hasKeys: (count) =>
      count === 1
        ? "Dieses Projekt hat einen Schlüssel. Sie können einen weiteren anlegen."
        : `Dieses Projekt hat ${count} Schlüssel. Sie können einen weiteren anlegen.`,
    keyNameLabel: "Name des Schlüssels",
    keyName: "Erste App",
    makeKey: "Schlüssel anlegen",
    keyMade: "Ihr Schlüssel",
    theKey: "den Schlüssel",
    ask: "2. Anfrage senden",
    askFirstKey:
      "Legen Sie zuerst einen Schlüssel an; er wird dann hier eingesetzt. Führen Sie einen Befehl im Terminal aus oder bauen Sie den Code in Ihre App ein.",
    askMeaning:
      "Führen Sie einen Befehl im Terminal aus, um die Antwort zu sehen, die eine App erhält, oder bauen Sie den Code in Ihre App ein.",
    next: "3. Konfigurieren",
    toVersions: "Erlaubte Versionen und erforderliche Updates",
    toInstances: "Backend-Instanzen, jede mit eigener Wartung",
    toMaintenance: "Bei einer Störung Wartung starten",
    toSettings: "Einstellungen: Sprachen, Store-Links, Freigabe",
    toNow: "Alle Projekte im Überblick",
  },
);
