/** Query keys by project and noun, so that a commit invalidates exactly what it changed. */

type QueryKey = readonly ["project", string, ...string[]] | readonly ["server", ...string[]];

/** `projectQueryKey("acme-shop", "instances")` */
export function projectQueryKey(project: string, ...noun: readonly string[]): QueryKey {
  return ["project", project, ...noun];
}

/** Key of a query about the whole server: `serverQueryKey("projects")`. */
export function serverQueryKey(...noun: readonly string[]): QueryKey {
  return ["server", ...noun];
}
