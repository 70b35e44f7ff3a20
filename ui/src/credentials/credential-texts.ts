export const credentialTexts = {
  onlyNow: "Shown only once. The server keeps only the last four characters: copy it now.",
  haveIt: "I've copied it",
  noExpiry: "Empty: never expires.",
  states: { active: "active", expired: "expired", revoked: "revoked" },
  never: "never",
};

/** Words that texts of several kinds of keys and tokens share. */

export const credentialColumns = { name: "Name", state: "State", expiry: "Expires", last: "Last characters" };

export const credentialWords = {
  find: "Find by name, ID, or last characters",
  state: "State",
  anyState: "Any state",
  name: "Name",
  expiry: "Expires at",
  id: "ID",
  last: "Last characters",
  made: "Created",
  ended: "Revoked",
  revoke: "Revoke",
};
