export const verbTexts = {
  refused: "Request refused",
  unknown: "We couldn't confirm whether this went through",
  unknownMeaning: "The server didn't respond. You can retry safely: the same request never runs twice.",
  askAgain: "Retry",
};

export const verbDialogTexts = {
  titles: {
    start: (window: string) => `Start ${window} now?`,
    move: (window: string) => `Move ${window}`,
    extend: (window: string) => `Extend ${window}`,
    complete: (window: string) => `Complete ${window}?`,
    cancel: (window: string) => `Cancel ${window}?`,
  },
  meanings: {
    start: "Affected apps are closed immediately. The planned duration stays the same.",
    move: "It takes place at the new time, and apps announce that.",
    extend: "It ends later. Apps stay closed and show the new end.",
    complete:
      "Users are let back in immediately. This can't be resumed, because apps no longer announce it. To close them again, start new maintenance.",
    cancel:
      "It is canceled, and apps stop announcing it. This can't be undone, because users and calendars are told. If you need it after all, plan a new one.",
  },
  buttons: {
    start: "Start now",
    move: "Move occurrence",
    extend: "Extend maintenance",
    complete: "Complete now",
    cancel: "Cancel occurrence",
  },
  done: {
    start: (window: string) => `Started ${window}.`,
    move: (window: string) => `Moved ${window}.`,
    extend: (window: string) => `Extended ${window}.`,
    complete: (window: string) => `Completed ${window}.`,
    cancel: (window: string) => `Canceled ${window}.`,
  },
  proposed: (window: string) => `Proposed moving ${window}.`,
  plannedFor: (at: string) => `the one planned for ${at}`,
  onlyThis: "Only this occurrence changes; the rest of the recurring window stays as planned.",
  before: "Now",
  after: "New",
  noMore: "canceled",
  start: "New start",
  end: "New end",
  keepsLength: "The end moves with the start.",
  quick: "Common extensions",
  by: (text: string) => `+${text}`,
  endWrong: "Choose a time after the current end.",
  endBeforeStart: "Choose an end after the start.",
  startPast: "Choose a time in the future. To start immediately, use Start now.",
  reason: "Reason",
  reasonHint: "Shown in History next to your name, not in apps.",
  back: "Back",
};
