import type { ReactElement, ReactNode } from "react";
import type { GateClient } from "../core/gate-client.ts";
import type { GateWords } from "../texts/english-words.ts";
import { GateContextProvider } from "./gate-context.tsx";

export interface GateProviderProps {
  /** Created once, outside of all components: it keeps its state through every render, and through hot reloading. */
  readonly client: GateClient;
  /** BCP 47, of the gate's own buttons; default: the browser's. */
  readonly language?: string;
  /** Instead of single texts of the gate's own, such as `update` for its button. */
  readonly words?: Partial<GateWords>;
  readonly children?: ReactNode;
}

export function GateProvider({ client, language = findLanguage(), words, children }: GateProviderProps): ReactElement {
  return (
    <GateContextProvider client={client} language={language} words={words}>
      {children}
    </GateContextProvider>
  );
}

/** A server that renders the app has no user whose language it could know. */
function findLanguage(): string {
  return typeof navigator === "undefined" ? "en" : navigator.language;
}
