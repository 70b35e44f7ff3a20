export const deleteProjectTexts = {
  title: (project: string) => `Delete project ${project}`,
  atOnce: "Apps stop getting answers immediately",
  apps: "Every request with one of this project's keys is answered 401. Most apps then run as if nothing were wrong: no version is blocked, and no maintenance is shown.",
  lost: "Deleted permanently",
  lostKeys:
    "All read keys. Apps that use them stay locked out, even if you create a project with the same name, unless you import the key there.",
  lostTokens: "Access tokens and calendar addresses: deploy scripts and calendars stop working.",
  lostMembers: "Member roles.",
  kept: "Recoverable by an administrator",
  keptHistory: "History: who changed what, when, and why.",
  keptConfiguration: "Platforms, versions, messages, instances, and windows, by restoring a revision from before the deletion.",
  readOnly: "Deleting a project requires the Owner role.",
  button: "Delete project…",
};
