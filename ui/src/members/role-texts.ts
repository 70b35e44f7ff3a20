/** Permissions of each role, worded as in docs/roles.md. */
export const roleTexts = {
  viewer: "Views everything in the project except secrets.",
  operator: "Plans, starts, extends, and ends maintenance, and manages its calendars and feeds.",
  editor: "Edits the configuration: version rules, instances, messages, and the manifest; undoes changes and restores revisions.",
  owner: "Manages keys, tokens, members, and protection; deletes the project; publishes without approval in an emergency.",
};
