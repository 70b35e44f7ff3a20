/** Apart from the form, which the first visit does not need. */
export const kinds = ["upgrade", "unsupported", "maintenance", "recommended", "announced", "default"] as const;
export type Kind = (typeof kinds)[number];
