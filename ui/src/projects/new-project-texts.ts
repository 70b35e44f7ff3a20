import { defineTexts } from "../texts/texts.ts";

export const newProjectTexts = defineTexts(
  {
    title: "New project",
    meaning: "One app product, with the platforms that it is on. Everything here can be changed later, except the id.",
    create: "New project",
    mayNotTitle: "Administrators make projects",
    mayNot:
      "You may not make one yourself. Ask an administrator of this server: they can make it and give you a role in it. Which roles you have is in the menu of your account.",
    review: (id: string) => `Make the project ${id}`,
    name: "Name",
    nameHint: "What people call the product.",
    id: "Id",
    idHint: "Lower-case letters, digits and hyphens. What addresses, manifests and the command line call it. It stays as it is.",
    idWrong: "An id has 1 to 63 lower-case letters, digits and hyphens.",
    problems: "Something is wrong with it.",
    platforms: "Platforms",
    platformsHint:
      "What the app runs on, and the oldest version that may still run there. Without a minimum every version may run: it can be set when it is needed.",
    platform: "Platform",
    addPlatform: "Add a platform",
    removePlatform: (platform: string | number) => `Take platform ${platform} away`,
    minimum: "Minimum version",
    minimumExample: "2.4.0",
    twice: "This is given twice.",
    stores: "Store links",
    storesHint:
      "Where somebody whose version may not run any more gets the new one. Needed as soon as there is a minimum: without a link they are stuck.",
    instances: "Instances",
    instancesHint:
      "Optional. The deployments of your back end that apps talk to, such as regions or tenants, if each should be in maintenance by itself.",
    addInstance: "Add an instance",
    removeInstance: (instance: string | number) => `Take instance ${instance} away`,
    instanceId: "Instance id",
    instanceName: "Instance name",
  },
  {
    title: "Neues Projekt",
    meaning: "Ein App-Produkt mit den Plattformen, auf denen es läuft. Alles hier lässt sich später ändern, außer der Kennung.",
    create: "Neues Projekt",
    mayNotTitle: "Projekte legt die Administration an",
    mayNot:
      "Selbst dürfen Sie keines anlegen. Fragen Sie die Administration dieses Servers: sie kann es anlegen und Ihnen eine Rolle darin geben. Welche Rollen Sie haben, steht im Menü Ihres Kontos.",
    review: (id) => `Das Projekt ${id} anlegen`,
    name: "Name",
    nameHint: "Wie das Produkt heißt.",
    id: "Kennung",
    idHint:
      "Kleinbuchstaben, Ziffern und Bindestriche. Wie Adressen, Manifeste und die Kommandozeile es nennen. Sie bleibt, wie sie ist.",
    idWrong: "Eine Kennung hat 1 bis 63 Kleinbuchstaben, Ziffern und Bindestriche.",
    problems: "Daran stimmt etwas nicht.",
    platforms: "Plattformen",
    platformsHint:
      "Worauf die App läuft, und die älteste Version, die dort noch laufen darf. Ohne Minimum darf jede laufen: es lässt sich setzen, wenn es gebraucht wird.",
    platform: "Plattform",
    addPlatform: "Plattform hinzufügen",
    removePlatform: (platform) => `Plattform ${platform} entfernen`,
    minimum: "Mindestversion",
    minimumExample: "2.4.0",
    twice: "Das steht schon da.",
    stores: "Links zu den Stores",
    storesHint:
      "Wo jemand, dessen Version nicht mehr laufen darf, die neue bekommt. Nötig, sobald es ein Minimum gibt: ohne Link kommt niemand weiter.",
    instances: "Instanzen",
    instancesHint:
      "Freiwillig. Die Installationen Ihres Backends, mit denen Apps sprechen, etwa Regionen oder Mandanten, wenn jede für sich in Wartung sein soll.",
    addInstance: "Instanz hinzufügen",
    removeInstance: (instance) => `Instanz ${instance} entfernen`,
    instanceId: "Kennung der Instanz",
    instanceName: "Name der Instanz",
  },
);
