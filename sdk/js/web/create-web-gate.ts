/** A client with a browser tab as its environment. */
import { createGateClient, type GateClient, type GateOptions, type GateStorage } from "../core/index.ts";
import { createPageReload } from "./page-reload.ts";
import { watchPage } from "./watch-page.ts";

export interface WebGateOptions extends Omit<GateOptions, "platform" | "openLink" | "allowedHosts" | "allowedSchemes"> {
  /** Default: `web`. */
  readonly platform?: string | undefined;
  /**
   * Returns whether a reload would lose the user's work. Default: a field is focused, or the user typed something that is still there;
   * then the page reloads when the user leaves the tab or the screen.
   */
  readonly busy?: (() => boolean) | undefined;
  /** Maximum automatic reloads in a session; default 3. */
  readonly maxReloads?: number;
  /** Default: `location.reload()`. */
  readonly reload?: () => void;
}

const localTexts: GateStorage = {
  get: (name) => localStorage.getItem(name),
  set: (name, text) => localStorage.setItem(name, text),
};

/** Reloads the page by itself when the server's present answer forces an update; a recommended one waits for the user. */
export function createWebGate(options: WebGateOptions): GateClient {
  const { busy, maxReloads = 3, reload = () => location.reload() } = options;
  const reloads = createPageReload({ busy, reload, limit: maxReloads });
  const client = createGateClient({
    ...options,
    // After the options: settings of a build can be undefined.
    platform: options.platform ?? "web",
    storage: options.storage ?? localTexts,
    update: options.update ?? (({ updateTo }) => reloads.pressed(updateTo)),
  });
  const reloadIfForced = (isLeaving: boolean) => {
    const { status, source, updateTo, canUpdate, saving } = client.state;
    if (status === "update_required" && source === "network" && canUpdate && !saving && !options.update)
      reloads.automatically(updateTo, isLeaving);
  };
  client.subscribe(() => reloadIfForced(false));
  const stopWatching = watchPage(client, () => reloadIfForced(true));
  return {
    ...client,
    // A copy of the getter's value would stay the first state.
    get state() {
      return client.state;
    },
    close() {
      stopWatching();
      client.close();
    },
  };
}
