export const verbTexts = {
  refused: "Request refused",
  unknown: "We couldn't confirm whether this went through",
  unknownMeaning: "The server didn't respond. You can retry safely: the same request never runs twice.",
  askAgain: "Retry",
};
