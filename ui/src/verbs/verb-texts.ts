import { defineTexts } from "../texts/texts.ts";

export const verbTexts = defineTexts(
  {
    refused: "Request refused",
    unknown: "We couldn't confirm whether this went through",
    unknownMeaning: "The server didn't respond. You can retry safely: the same request never runs twice.",
    askAgain: "Retry",
  },
  {
    refused: "Anfrage abgelehnt",
    unknown: "Ob die Aktion ausgeführt wurde, ist unklar",
    unknownMeaning:
      "Der Server hat nicht geantwortet. Sie können es gefahrlos erneut versuchen: Dieselbe Anfrage wird nie zweimal ausgeführt.",
    askAgain: "Erneut versuchen",
  },
);
