export const credentialTexts = {
  onlyNow: "Shown only once. The server keeps only the last four characters: copy it now.",
  haveIt: "I've copied it",
  noExpiry: "Empty: never expires.",
  states: { active: "active", expired: "expired", revoked: "revoked" },
  never: "never",
};
