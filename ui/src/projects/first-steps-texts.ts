export const firstStepsTexts = {
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
};
