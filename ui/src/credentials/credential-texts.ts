export const credentialTexts = {
  onlyNow: "Shown only once. The server keeps only the last four characters: copy it now.",
  haveIt: "I've copied it",
  noExpiry: "Empty: never expires.",
  states: { active: "active", unused: "unused", expiring: "expires soon", expired: "expired", revoked: "revoked" },
  never: "never",
};

export const credentialWords = {
  find: "Find by name, ID, or last characters",
  columns: { name: "Name", state: "State", expiry: "Expires", last: "Ends in" },
  name: "Name",
  expiry: "Expires at",
  id: "ID",
  made: "Created",
  ended: "Revoked",
  revoke: "Revoke",
};
