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
  version,
} from "react";
import type { GateClient } from "../core/gate-client.ts";
import type { GateState } from "../core/gate-state.ts";
import type { GateWords } from "../texts/english-words.ts";
import { findWords, type WordsByLanguage } from "../texts/find-words.ts";
import type { GateView } from "../texts/gate-view.ts";
import { followLoadedWords, loadWords, readLoadedWords } from "../texts/loaded-words.ts";

export interface GateContextProps {
  readonly client: GateClient;
  /** BCP 47, of the gate's own buttons. */
  readonly language: string;
  /** Instead of single texts of the gate's own, such as `update` for its button. */
  readonly words?: Partial<GateWords> | undefined;
  /** Words of all languages; default: loaded when they are needed. */
  readonly allWords?: WordsByLanguage | undefined;
  readonly children?: ReactNode;
}

type GateContextValue = Omit<GateContextProps, "children"> | null;

/**
 * Shared by the package's ES modules and CommonJS: an app imports the provider, and a library of it may require `useGate`. Not by
 * versions of React, which know their own contexts only.
 */
const sharedKey = Symbol.for(`drawbridge-gate.context ${version}`);
const shared = globalThis as unknown as Record<symbol, Context<GateContextValue> | undefined>;
const GateContext = shared[sharedKey] ?? createContext<GateContextValue>(null);
shared[sharedKey] = GateContext;

/** Runs before the first paint, so that a kept answer decides what is painted. During server rendering there is no paint. */
const useStartEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;

/** State of every page that a server renders, and of its hydration: the client may be further by then. */
const firstState: GateState = {
  status: "loading",
  blocked: false,
  title: "",
  message: "",
  language: null,
  updateTo: null,
  storeLink: null,
  unsupported: false,
  saving: false,
  canUpdate: false,
  window: null,
  nextChangeAt: null,
  checkedAt: null,
  source: "default",
  keptUntil: null,
  problem: null,
};

/**
 * Starts the client. Never closes it: an app has one client for as long as it runs, and React mounts twice in strict mode.
 * @returns whether it was started
 */
export function useStart(client: GateClient): boolean {
  const [started, setStarted] = useState<GateClient | null>(null);
  useStartEffect(() => {
    void client.start();
    // React subscribes to stores after painting, unless something else renders before.
    setStarted(client);
  }, [client]);
  return started === client;
}

export function GateContextProvider({ client, language, words, allWords, children }: GateContextProps): ReactElement {
  useStart(client);
  useEffect(() => {
    if (!allWords) loadWords(language);
  }, [language, allWords]);
  const value = useMemo(() => ({ client, language, words, allWords }), [client, language, words, allWords]);
  return <GateContext.Provider value={value}>{children}</GateContext.Provider>;
}

/** @throws outside of a `GateProvider` */
export function useGate(): GateView {
  const value = useContext(GateContext);
  if (value === null) throw new Error("useGate() needs a <GateProvider> around the component.");
  const { client, language, words, allWords } = value;
  const subscribe = useCallback((listener: () => void) => client.subscribe(listener), [client]);
  const state = useSyncExternalStore(
    subscribe,
    () => client.state,
    () => firstState,
  );
  // Not part of the context: another value there would stop the hydration of what is below.
  const loaded = useSyncExternalStore(followLoadedWords, readLoadedWords, () => noWords);
  const found = useMemo(() => findWords(allWords ?? loaded, language, words), [allWords, loaded, language, words]);
  return { state, client, ...found };
}

const noWords: WordsByLanguage = {};
