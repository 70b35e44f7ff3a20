import { defineTexts } from "../texts/texts.ts";

export const verbTexts = defineTexts(
  {
    refused: "It was not done",
    unknown: "Nobody knows whether it was done",
    unknownMeaning: "The server did not answer. Ask again: the same request is never carried out twice.",
    askAgain: "Ask again",
  },
  {
    refused: "Es wurde nicht getan",
    unknown: "Niemand weiß, ob es getan wurde",
    unknownMeaning: "Der Server hat nicht geantwortet. Fragen Sie noch einmal: dieselbe Anfrage wird nie zweimal ausgeführt.",
    askAgain: "Noch einmal fragen",
  },
);
