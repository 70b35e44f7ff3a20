/** What the page says that depends on what the server answered with one word. */

/** Of the kinds of one-time links. */
export const linkTexts = {
  first: {
    title: "Make the first account",
    meaning: "It will be an administrator of this server: it can do everything, and invite others.",
    button: "Make the account",
  },
  invitation: {
    title: "Welcome to Drawbridge",
    meaning: "Choose a password, and you are in.",
    button: "Accept the invitation",
  },
  password: {
    title: "Choose a new password",
    meaning: "Every session of this account ends: in other browsers you sign in again.",
    button: "Set the password",
  },
};

/** Why a sign-in with the provider came to nothing. */
export const refusalTexts = {
  expired: "That took too long, or was finished in another window. Sign in again.",
  denied: "The sign-in was cancelled.",
  refused: "What the provider answered cannot be accepted. Whoever runs this server finds the reason in its log.",
  unavailable: "The provider cannot be reached. Sign in with a password, or try again in a moment.",
  uninvited: "You have no account here yet. Ask an administrator for an invitation, and open its link.",
  taken: "This account of the provider belongs to somebody else here. Sign in with another one.",
  disabled: "This account is disabled. Ask an administrator.",
  link: "The link that you came with is not valid any more. Ask for a new one.",
};
