/** Reads a manifest as text, and saves it to a file. */
import { queryOptions } from "@tanstack/react-query";
import { projectQueryKey } from "../query-key.ts";
import { admin } from "../server-connection.ts";

export function manifestTextQuery(project: string) {
  return queryOptions({
    queryKey: projectQueryKey(project, "manifest", "text"),
    queryFn: () => admin.getManifestText({ project }),
  });
}

/** Downloads a file, by a temporary link. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "application/yaml" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
