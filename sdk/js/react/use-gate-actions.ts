import { useState } from "react";
import type { GateClient } from "../core/gate-client.ts";
import type { GateWords } from "../texts/gate-words.ts";

export type GateNotice = keyof Pick<GateWords, "checking" | "unchanged" | "unreachable" | "notUpdated">;

export interface GateActions {
  /** Result of the last press of a button, to be shown and announced. */
  readonly notice: GateNotice | null;
  retry(): void;
  update(): void;
}

/** The buttons of a gate that can fail, and what they say then. */
export function useGateActions(client: GateClient): GateActions {
  const [notice, setNotice] = useState<GateNotice | null>(null);
  const retry = async () => {
    setNotice("checking");
    const { problem } = await client.refresh();
    setNotice(problem === null ? "unchanged" : "unreachable");
  };
  const update = async () => setNotice((await client.update()) ? null : "notUpdated");
  return { notice, retry: () => void retry(), update: () => void update() };
}
