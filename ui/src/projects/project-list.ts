import { useQuery } from "@tanstack/react-query";
import { admin, projectQuery, serverQuery } from "../server-connection.ts";

export const projectListQuery = serverQuery("projects", () => admin.listAll("listProjects"));

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
