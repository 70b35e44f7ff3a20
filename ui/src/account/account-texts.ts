import { counted, defineTexts } from "../texts/texts.ts";

export const accountTexts = defineTexts(
  {
    meaning: "Who you are on this server, what you may, and where you are signed in.",
    byToken: "An access token is asking. It has no account, no sessions and no password.",
    you: "You",
    name: "Name",
    login: "Login",
    id: "Id",
    changeWho: "An administrator changes a login or a name by making a new account.",
    roles: "What you may",
    sessions: "Where you are signed in",
    sessionsMeaning:
      "Each browser is one line. A session ends 7 days after it began, or after 12 hours without use. Of the device itself nothing is kept.",
    found: (count: number, locale: string) => counted(count, "# session", "# sessions", locale),
    columns: { began: "Signed in", seen: "Last seen", ends: "Ends at the latest" },
    current: "this browser",
    unknown: "Is one of them not yours? Change your password: that ends all others.",
    endAll: "Sign out everywhere",
    endAllMeaning: "Ends all of them, this one too. What you typed and did not publish stays in this tab.",
    password: "Change the password",
    passwordMeaning: "All your other sessions end by it.",
    currentPassword: "Your password now",
    newPassword: "New password",
    newHint: "At least 12 characters, of any kind. Several words are easier to remember than signs.",
    show: "Show what is typed",
    change: "Change the password",
    changed: (count: number, locale: string) =>
      counted(
        count,
        "The password is changed, and # other session ended",
        "The password is changed, and # other sessions ended",
        locale,
      ),
    noPassword:
      "Do you sign in with the identity provider alone? Then you have none here; an administrator can give you a link to set one.",
    mayHave: "The server did not answer. The password may be changed already: try the new one when you sign in next.",
  },
  {
    meaning: "Wer Sie auf diesem Server sind, was Sie dürfen und wo Sie angemeldet sind.",
    byToken: "Ein Zugriffstoken fragt. Es hat kein Konto, keine Sitzungen und kein Passwort.",
    you: "Sie",
    name: "Name",
    login: "Anmeldename",
    id: "Kennung",
    changeWho: "Ein anderer Name oder Anmeldename braucht ein neues Konto von der Administration.",
    roles: "Was Sie dürfen",
    sessions: "Wo Sie angemeldet sind",
    sessionsMeaning:
      "Jeder Browser ist eine Zeile. Eine Sitzung endet 7 Tage nach ihrem Beginn oder nach 12 Stunden ohne Benutzung. Über das Gerät selbst wird nichts gespeichert.",
    found: (count, locale) => counted(count, "# Sitzung", "# Sitzungen", locale),
    columns: { began: "Angemeldet", seen: "Zuletzt da", ends: "Endet spätestens" },
    current: "dieser Browser",
    unknown: "Ist eine nicht von Ihnen? Ändern Sie Ihr Passwort: das beendet alle anderen.",
    endAll: "Überall abmelden",
    endAllMeaning: "Beendet alle, auch diese. Was Sie geschrieben und nicht veröffentlicht haben, bleibt in diesem Tab.",
    password: "Passwort ändern",
    passwordMeaning: "Alle anderen Sitzungen von Ihnen enden damit.",
    currentPassword: "Ihr jetziges Passwort",
    newPassword: "Neues Passwort",
    newHint: "Mindestens 12 Zeichen, beliebige. Mehrere Wörter merken sich leichter als Zeichen.",
    show: "Zeigen, was geschrieben ist",
    change: "Passwort ändern",
    changed: (count, locale) =>
      counted(
        count,
        "Das Passwort ist geändert, und # andere Sitzung ist beendet",
        "Das Passwort ist geändert, und # andere Sitzungen sind beendet",
        locale,
      ),
    noPassword:
      "Melden Sie sich nur mit dem Identitätsanbieter an? Dann haben Sie hier keines; die Administration kann Ihnen einen Link geben, um eines zu setzen.",
    mayHave:
      "Der Server hat nicht geantwortet. Vielleicht ist das Passwort schon geändert: versuchen Sie das neue bei der nächsten Anmeldung.",
  },
);
