import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { type FoundWords, findWords } from "../texts/find-words.ts";
import type { GateClient, GateState } from "./client-types.ts";

export interface GateProviderProps {
  /** Created once, outside of all components: it keeps its answer through every render, and through hot reloading. */
  readonly client: GateClient;
  /** BCP 47, of the gate's own buttons. */
  readonly language: string;
  readonly children?: ReactNode;
}

export interface GateView {
  readonly state: GateState;
  readonly client: GateClient;
  /** The gate's own words, for screens of the app. */
  readonly found: FoundWords;
}

const GateContext = createContext<Omit<GateView, "state"> | null>(null);

/** Starts the client. Never closes it: an app has one client for as long as it runs, and React mounts twice in strict mode. */
export function GateProvider({ client, language, children }: GateProviderProps): ReactElement {
  useEffect(() => void client.start(), [client]);
  const value = useMemo(() => ({ client, found: findWords(language) }), [client, language]);
  return <GateContext.Provider value={value}>{children}</GateContext.Provider>;
}

/** @throws outside of a `GateProvider` */
export function useGate(): GateView {
  const value = useContext(GateContext);
  if (value === null) throw new Error("useGate() needs a <GateProvider> around the component.");
  const { client } = value;
  const read = () => client.state;
  const state = useSyncExternalStore(client.subscribe, read, read);
  return { state, ...value };
}
