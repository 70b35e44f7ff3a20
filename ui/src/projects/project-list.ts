import { queryOptions, useQuery } from "@tanstack/react-query";
import { projectQuery, serverQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export const projectListQuery = queryOptions({
  queryKey: serverQueryKey("projects"),
  queryFn: () => admin.listAll("listProjects"),
});

/** Falls back to the id until the name is known. */
export function useProjectNames(): (project: string) => string {
  const projects = useQuery(projectListQuery).data;
  return (project) => projects?.find(({ id }) => id === project)?.name || project;
}

export function useProjectName(project: string): string {
  return useProjectNames()(project);
}

export const projectHeadQuery = projectQuery("head", (project) => admin.getProject({ project }));
export const protectionQuery = projectQuery("protection", (project) => admin.getProtection({ project }));
