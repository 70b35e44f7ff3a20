/** Query keys by project and noun, so that a commit invalidates exactly what it changed. */
import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";

type QueryKey = readonly ["project", string, ...string[]] | readonly ["server", ...string[]];

/** `projectQueryKey("acme-shop", "instances")` */
export function projectQueryKey(project: string, ...noun: readonly string[]): QueryKey {
  return ["project", project, ...noun];
}

/** Key of a query about the whole server: `serverQueryKey("projects")`. */
export function serverQueryKey(...noun: readonly string[]): QueryKey {
  return ["server", ...noun];
}

/** Queries of a project, one for each value of the other arguments: `projectQuery("members", (project) => …)`. */
export function projectQuery<Data, Rest extends readonly string[]>(
  noun: string,
  read: (project: string, ...rest: Rest) => Promise<Data>,
  options: Pick<UseQueryOptions<Data, Error, Data, QueryKey>, "refetchInterval"> = {},
) {
  return (project: string, ...rest: Rest) =>
    queryOptions({ ...options, queryKey: projectQueryKey(project, noun, ...rest), queryFn: () => read(project, ...rest) });
}
