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
