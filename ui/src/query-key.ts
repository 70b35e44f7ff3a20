/** What a query is called: by project and noun, so that a commit makes old exactly what it touched. */

export type QueryKey = readonly ["project", string, ...string[]] | readonly ["server", ...string[]];

/** `keyOf("acme-shop", "instances")` */
export function keyOf(project: string, ...noun: readonly string[]): QueryKey {
  return ["project", project, ...noun];
}

/** Of the whole server: `serverKey("projects")`. */
export function serverKey(...noun: readonly string[]): QueryKey {
  return ["server", ...noun];
}
