import { useEffect, useState } from "react";
import type { GateClient } from "../core/gate-client.ts";
import type { GateWords } from "../texts/english-words.ts";

/** Time for which the result of a button is shown, ms. */
const noticeTime = 10_000;

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
  useEffect(() => {
    if (notice === null || notice === "checking") return;
    const timer = setTimeout(setNotice, noticeTime, null);
    return () => clearTimeout(timer);
  }, [notice]);
  const retry = async () => {
    setNotice("checking");
    const { source } = await client.refresh();
    setNotice(source === "network" ? "unchanged" : "unreachable");
  };
  const update = async () => setNotice((await client.update()) ? null : "notUpdated");
  return { notice, retry: () => void retry(), update: () => void update() };
}
