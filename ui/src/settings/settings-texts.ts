export const manifestTexts = {
  meaning: "The configuration as text, to keep in git. It has no keys, and only windows that a manifest planned.",
  present: "Current manifest",
  download: "Download file",
  toApply: "To apply a changed file:",
};

export const deleteProjectTexts = {
  heading: "Delete project",
  title: (project: string) => `Delete "${project}"`,
  apps: "Apps stop getting answers immediately. Most then run as if nothing were wrong.",
  lost: [
    "Keys, tokens, calendar addresses, and roles are gone for good.",
    "An administrator can restore platforms, rules, messages, instances, and windows.",
    "Activity keeps who changed what, when, and why.",
  ],
  readOnly: "Deleting a project requires the Owner role.",
  button: "Delete project…",
};

export const approvalTexts = {
  readOnly: "Read-only. Editing requires the Owner role.",
  approval: "Approval",
  approvalMeaning: "A second pair of eyes before a change reaches apps.",
  fourEyes: "Require approval",
  fourEyesHint: "Another person with the same role approves each change.",
  how: "How approval works",
  reasons: "Reasons",
  reasonsMeaning: "Why something changed is shown in Activity, next to the author.",
  reasonRequired: "Require a reason",
  reasonRequiredHint: "Every change of the configuration needs one.",
  beforeOn: "Make sure a second person has the Editor role, and one the Operator role for planned maintenance.",
  beforeOff: "Turning this off also needs approval, or an owner who publishes without it.",
  review: "Change approval",
};

export const settingsTexts = {
  tabs: {
    general: "General",
    platforms: "Platforms & stores",
    approval: "Approval",
    members: "Members",
    tokens: "Tokens & calendars",
    manifest: "Manifest",
  },
  readOnly: "Read-only. Editing requires the Editor role.",
  project: "Project",
  projectMeaning: "Shown to operators, and to users where a message contains {project_name}.",
  id: "ID",
  name: "Name",
  languages: "Languages",
  languagesMeaning: "Apps get messages in the language they ask for.",
  firstLanguage: "Replaces missing texts",
  languageHint: "Names, or tags such as de or pt-BR. Backspace removes the last.",
  noLanguage: "Unknown language. Enter a tag such as de or pt-BR.",
  safety: "Lock-outs",
  safetyMeaning: "An extra confirmation prevents accidents.",
  lockOutLimit: "Ask for confirmation when a change locks out more than this share of a platform",
  maintenance: "Maintenance",
  maintenanceMeaning: "How apps learn of it. Windows and instances can have their own reminder.",
  reminder: "Reminder",
  reminderHint: "How long before a window apps announce it, up to 30 days.",
  noWindow: "Empty dates in /maintenance",
  noWindowOf: { epoch: "1 January 1970", null: "null" },
  caching: "Caching",
  ttl: "Cache time",
  ttlHint: "How long apps and caches keep an answer, up to 1 hour. A change takes this long to reach every app.",
  review: "Edit general settings",
};
