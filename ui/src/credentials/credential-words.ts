/** Words that texts of several kinds of keys and tokens share. */

export const englishColumns = { name: "Name", state: "State", expiry: "Expires", last: "Last characters" } as const;
export const germanColumns = { name: "Name", state: "Status", expiry: "Läuft ab", last: "Letzte Zeichen" } as const;

export const english = {
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
} as const;
export const german = {
  find: "Nach Name, Kennung oder letzten Zeichen suchen",
  state: "Status",
  anyState: "Alle",
  name: "Name",
  expiry: "Läuft ab am",
  id: "Kennung",
  last: "Letzte Zeichen",
  made: "Erstellt",
  ended: "Widerrufen",
  revoke: "Widerrufen",
} as const;
