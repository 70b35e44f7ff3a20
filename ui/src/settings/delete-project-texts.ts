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
