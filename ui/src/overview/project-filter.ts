/** Filter of projects on Now. */
export const projectFilters = ["all", "attention", "on"] as const;
export type ProjectFilter = (typeof projectFilters)[number];
