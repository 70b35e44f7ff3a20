/** Which projects Now shows. */
export const shows = ["all", "attention", "on"] as const;
export type Show = (typeof shows)[number];
