/** Counts are no commits, so they are polled. */
import { projectQuery, serverQuery } from "../query-key.ts";
import { admin } from "../server-connection.ts";

/** Milliseconds. */
export const usageEvery = 60_000;

const polled = { refetchInterval: usageEvery };

export const projectUsageQuery = projectQuery("usage", (project) => admin.getUsage({ project }), polled);
export const keyUsageQuery = projectQuery("usage", (project, key: string) => admin.getUsage({ project, key }), polled);

export const installationUsageQuery = serverQuery("usage", () => admin.getInstallationUsage(), polled);
