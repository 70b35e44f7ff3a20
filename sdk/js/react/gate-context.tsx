import {
  type Context,
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import type { GateClient } from "../core/gate-client.ts";
import type { GateState } from "../core/gate-state.ts";
import { type FoundWords, findWords } from "../texts/find-words.ts";

export interface GateContextProps {
  readonly client: GateClient;
  /** BCP 47, of the gate's own buttons. */
  readonly language: string;
  readonly children?: ReactNode;
}

/** Everything that a screen of the gate shows: the state, the gate's own words in the user's language, and the client to act on. */
export interface GateView extends FoundWords {
  readonly state: GateState;
  readonly client: GateClient;
}

type GateContextValue = Omit<GateView, "state"> | null;

/** Shared by the package's ES modules and CommonJS: an app imports the provider, and a library of it may require `useGate`. */
const sharedKey = Symbol.for("drawbridge-gate.context");
const shared = globalThis as unknown as Record<symbol, Context<GateContextValue> | undefined>;
const GateContext = shared[sharedKey] ?? createContext<GateContextValue>(null);
shared[sharedKey] = GateContext;

/** Runs before the first paint, so that a kept answer decides what is painted. During server rendering there is no paint. */
const useStartEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** Starts the client. Never closes it: an app has one client for as long as it runs, and React mounts twice in strict mode. */
export function GateContextProvider({ client, language, children }: GateContextProps): ReactElement {
  const [, setStarted] = useState<GateClient | null>(null);
  useStartEffect(() => {
    void client.start();
    // React subscribes to stores after painting, unless something else renders before.
    setStarted(client);
  }, [client]);
  const value = useMemo(() => ({ client, ...findWords(language) }), [client, language]);
  return <GateContext.Provider value={value}>{children}</GateContext.Provider>;
}

/** @throws outside of a `GateProvider` */
export function useGate(): GateView {
  const value = useContext(GateContext);
  if (value === null) throw new Error("useGate() needs a <GateProvider> around the component.");
  const { client } = value;
  const subscribe = useCallback((listener: () => void) => client.subscribe(listener), [client]);
  const read = () => client.state;
  const state = useSyncExternalStore(subscribe, read, read);
  return { state, ...value };
}
