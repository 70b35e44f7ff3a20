/** A commit invalidates exactly the queries that it changed. */
import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";

type QueryKey = readonly ["project", string, ...string[]] | readonly ["server", ...string[]];

export function projectQueryKey(project: string, ...noun: readonly string[]): QueryKey {
  return ["project", project, ...noun];
}

export function serverQueryKey(...noun: readonly string[]): QueryKey {
  return ["server", ...noun];
}

/** `projectQuery("members", (project) => …)` */
export function projectQuery<Data, Rest extends readonly string[]>(
  noun: string,
  read: (project: string, ...rest: Rest) => Promise<Data>,
  options: Pick<UseQueryOptions<Data, Error, Data, QueryKey>, "refetchInterval"> = {},
) {
  return (project: string, ...rest: Rest) =>
    queryOptions({ ...options, queryKey: projectQueryKey(project, noun, ...rest), queryFn: () => read(project, ...rest) });
}
