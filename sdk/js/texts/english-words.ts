/** Words of the gate's own buttons and notes. Title and message of a gate come from the server. */
export interface GateWords {
  readonly update: string;
  readonly later: string;
  /** Closes the announcement of a window. */
  readonly dismiss: string;
  readonly skip: string;
  readonly retry: string;
  readonly support: string;
  /** Shown while the request is under way. */
  readonly checking: string;
  /** While `beforeBlock` saves the user's work, instead of all buttons. */
  readonly saving: string;
  /** After a check that changed nothing. */
  readonly unchanged: string;
  /** After a check that got no answer. */
  readonly unreachable: string;
  /** After *Update*, where no store was opened and no page reloaded. */
  readonly notUpdated: string;
  /** Below a forced update that no link leads to, where the app names its support. */
  readonly askSupport: string;
  /** The same, where it names none. */
  readonly askProvider: string;
  /** Title of an announced window, where the server sends none; `{name}` is the window's. */
  readonly planned: string;
  /** `{time}` is in the time zone of the device. */
  readonly starts: string;
  readonly ends: string;
}

export const englishWords: GateWords = {
  update: "Update",
  later: "Later",
  dismiss: "OK",
  skip: "Skip this version",
  retry: "Try again",
  support: "Contact support",
  checking: "Checking…",
  saving: "Saving your work…",
  unchanged: "Checked. Nothing has changed yet.",
  unreachable: "We couldn’t check. Try again in a moment.",
  notUpdated: "The update didn’t start. Try again in a moment.",
  askSupport: "Contact support to get the new version.",
  askProvider: "Ask the provider of this app for the new version.",
  planned: "Planned maintenance: {name}",
  starts: "Starts {time}, your time",
  ends: "Expected end: {time}, your time",
};
