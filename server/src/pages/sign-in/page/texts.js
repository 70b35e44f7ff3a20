/** Texts of the page for single words in the server's answers. */

/** Texts for each kind of one-time link. */
export const linkTexts = {
  first: {
    title: "Create the first account",
    meaning: "This account will be an administrator of this server: it has full access and can invite people.",
    button: "Create account",
  },
  invitation: {
    title: "Welcome to Drawbridge",
    meaning: "Choose a password to activate your account.",
    button: "Accept invitation",
  },
  password: {
    title: "Choose a new password",
    meaning: "This ends all sessions of your account. Sign in again in other browsers.",
    button: "Set password",
  },
};

/** Reasons why a sign-in with the provider failed. */
export const refusalTexts = {
  expired: "The sign-in took too long, or was finished in another window. Sign in again.",
  denied: "The sign-in was canceled.",
  refused: "The provider's answer was rejected. The operator of this server can find the reason in its log.",
  unavailable: "The provider cannot be reached. Try again in a moment, or sign in with a password.",
  uninvited: "You do not have an account here yet. Ask an administrator for an invitation link and open it.",
  taken: "This provider account is linked to another person here. Sign in with a different one.",
  disabled: "Your account is disabled. Ask an administrator to enable it.",
  link: "This link is no longer valid. Ask for a new one.",
};
