import { type ReactElement, type ReactNode, useEffect } from "react";
import { AppState } from "react-native";
import type { GateClient } from "../core/gate-client.ts";
import { GateContextProvider } from "../react/gate-context.tsx";
import type { GateWords } from "../texts/english-words.ts";
import { gateWords } from "../texts/gate-words.ts";
import { findDeviceLanguage } from "./device-language.ts";

export interface GateProviderProps {
  /** Created once, outside of all components: it keeps its state through every render, and through fast refresh. */
  readonly client: GateClient;
  /** BCP 47, of the gate's own buttons; default: the device's. */
  readonly language?: string;
  /** Instead of single texts of the gate's own, such as `update` for its button. */
  readonly words?: Partial<GateWords>;
  readonly children?: ReactNode;
}

/** Asks the server when the app comes to the foreground, and not while it is in the background. */
export function GateProvider({ client, language = findDeviceLanguage(), words, children }: GateProviderProps): ReactElement {
  useEffect(() => {
    const subscription = AppState.addEventListener("change", (next) => {
      if (next === "active") void client.resume();
      else if (next === "background") client.pause();
    });
    return () => subscription.remove();
  }, [client]);
  return (
    <GateContextProvider client={client} language={language} words={words} allWords={gateWords}>
      {children}
    </GateContextProvider>
  );
}
