export const guardCodes = [
  "store_link",
  "every_version_blocked",
  "long_maintenance",
  "past_end",
  "first_language",
  "in_use",
  "active_window",
  "locks_out",
  "unseen_version",
  "four_eyes",
] as const;
export type GuardCode = (typeof guardCodes)[number];
