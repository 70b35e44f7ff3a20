/** A commit invalidates exactly the queries that it changed. */
import { queryOptions, type UseQueryOptions } from "@tanstack/react-query";

type QueryKey = readonly ["project", string, ...string[]] | readonly ["server", ...string[]];

export function projectQueryKey(project: string, ...noun: readonly string[]): QueryKey {
  return ["project", project, ...noun];
}

export function serverQueryKey(...noun: readonly string[]): QueryKey {
  return ["server", ...noun];
}

type Polling<Data> = Pick<UseQueryOptions<Data, Error, Data, QueryKey>, "refetchInterval">;

export function serverQuery<Data>(noun: string, read: () => Promise<Data>, options: Polling<Data> = {}) {
  return queryOptions({ ...options, queryKey: serverQueryKey(noun), queryFn: read });
}

/** `projectQuery("members", (project) => …)` */
export function projectQuery<Data, Rest extends readonly string[]>(
  noun: string,
  read: (project: string, ...rest: Rest) => Promise<Data>,
  options: Polling<Data> = {},
) {
  return (project: string, ...rest: Rest) =>
    queryOptions({ ...options, queryKey: projectQueryKey(project, noun, ...rest), queryFn: () => read(project, ...rest) });
}
