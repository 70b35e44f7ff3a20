import { defineTexts } from "../texts/texts.ts";

export const demoTexts = defineTexts(
  {
    meaning: "This is the demo. Most of its traffic is made up.",
    create: "Create your own project",
    remove: "Remove the demo",
  },
  {
    meaning: "Das ist die Demo. Die meisten Anfragen sind erfunden.",
    create: "Eigenes Projekt anlegen",
    remove: "Demo entfernen",
  },
);
