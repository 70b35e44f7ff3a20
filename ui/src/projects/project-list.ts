import { queryOptions, useQuery } from "@tanstack/react-query";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export const projectListQuery = queryOptions({
  queryKey: serverQueryKey("projects"),
  queryFn: () => admin.listAll("listProjects"),
});

/** Names of projects by id; the id until the name is known. */
export function useProjectNames(): (project: string) => string {
  const projects = useQuery(projectListQuery).data;
  return (project) => projects?.find(({ id }) => id === project)?.name || project;
}

export function useProjectName(project: string): string {
  return useProjectNames()(project);
}

export function projectHeadQuery(project: string) {
  return queryOptions({ queryKey: projectQueryKey(project, "head"), queryFn: () => admin.getProject({ project }) });
}

export function protectionQuery(project: string) {
  return queryOptions({ queryKey: projectQueryKey(project, "protection"), queryFn: () => admin.getProtection({ project }) });
}
