/** Live updates while a screen is shown: changed data on the screen is refetched. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { admin, connection } from "../server-connection.ts";
import { watchLive } from "./live-updates.ts";

/** @param project null: the whole server @returns whether changes by others show immediately; null: not known yet */
export function useLiveUpdates(project: string | null): boolean | null {
  const queries = useQueryClient();
  const [isLive, setIsLive] = useState<boolean | null>(null);
  useEffect(() => {
    const live = watchLive({
      project,
      listen: (options) => admin.events(project, options),
      isLive: setIsLive,
      revision: async () =>
        project === null ? (await admin.getStatus()).revision : (await admin.getProject({ project })).value.revision,
      changed: (changed) => {
        if (changed === null) return void queries.invalidateQueries();
        void queries.invalidateQueries({ queryKey: projectQueryKey(changed) });
        void queries.invalidateQueries({ queryKey: serverQueryKey() });
      },
    });
    const forget = connection.onReturn(live.again);
    return () => {
      forget();
      live.stop();
    };
  }, [project, queries]);
  return isLive;
}
