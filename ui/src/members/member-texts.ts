export const memberTexts = {
  title: "Members",
  create: "Add member",
  none: {
    title: "No members yet",
    meaning: "Give a role to the people who look after this project. Server administrators own every project without one.",
    example: ["Mia Rossi", "Operator", "mia@example.com"],
  },
  columns: { name: "Name", state: "State", role: "Role", login: "Login" },
  you: "you",
  active: "active",
  disabled: "disabled",
  disabledMeaning: "The account is disabled or erased: this role gives no access.",
  erased: (id: string) => `erased (${id})`,
  login: "Login",
  loginHint: "Exactly as used to sign in, or for a new account.",
  name: "Name",
  nameHint: "No account has this login: invite the person. Shown next to their changes.",
  invite: "Invite",
  invited: (name: string) => `${name} was invited`,
  already: (name: string) => `${name} is already a member. Change the role in the list.`,
  role: "Role",
  roleHint: "Each role includes the ones above it.",
  reviewAdd: (name: string, role: string) => `Add member ${name}: ${role}`,
  reviewRole: (name: string, role: string) => `Change role of ${name} to ${role}`,
  reviewRemove: (name: string) => `Remove role of ${name}`,
  remove: "Remove role",
  ownRole: "This is your own role. With a lower one, you can't restore it yourself.",
  next: "Continue",
};

/** Permissions of each role, worded as in docs/roles.md. */
export const roleTexts = {
  viewer: "Views everything in the project except secrets.",
  operator: "Plans, starts, extends, and ends maintenance, and manages its calendars.",
  editor: "Edits the configuration: version rules, instances, messages, and the manifest; undoes changes and restores revisions.",
  owner: "Manages keys, tokens, members, and protection; deletes the project; publishes without approval in an emergency.",
};
