/** Counts are no commits, so they are polled. */
import { admin, projectQuery, serverQuery } from "../server-connection.ts";

export const polled = { refetchInterval: 60_000 };

export const projectUsageQuery = projectQuery("usage", (project) => admin.getUsage({ project }), polled);
export const keyUsageQuery = projectQuery("usage", (project, key: string) => admin.getUsage({ project, key }), polled);

export const installationUsageQuery = serverQuery("usage", () => admin.getInstallationUsage(), polled);
