import { counted } from "../texts/formats.ts";

export const accountTexts = {
  byToken: "You are using an access token. It has no account, sessions, or password.",
  you: "You",
  name: "Name",
  login: "Login",
  id: "ID",
  changeWho: "To change your login or name, ask an administrator for a new account.",
  roles: "Your permissions",
  sessions: "Sessions",
  sessionsMeaning:
    "One row per browser. A session expires after 7 days, or after 12 hours without use. The server stores nothing about the device.",
  found: (count: number) => counted(count, "# session", "# sessions"),
  columns: { began: "Signed in", seen: "Last seen", ends: "Expires by", end: "Action" },
  current: "this browser",
  unknown: "Don't recognize a session? Change your password: that signs out all others.",
  endOne: (began: string) => `Sign out session of ${began}`,
  ended: "Session ended",
  endAllMeaning: "Ends all sessions, including this one. Unpublished changes stay in this tab.",
  password: "Change password",
  passwordMeaning: "This signs out all other sessions.",
  currentPassword: "Current password",
  newPassword: "New password",
  newHint: "At least 12 characters. Several words are easier to remember than symbols.",
  show: "Show passwords",
  change: "Change password",
  changed: (count: number) =>
    counted(count, "Password changed, # other session ended", "Password changed, # other sessions ended"),
  noPassword:
    "If you sign in only through the identity provider, you have no password here. An administrator can send you a link to set one.",
  mayHave: "The server didn't respond. Your password may already be changed: try the new one the next time you sign in.",
};
