import { useCallback, useEffect, useRef, useState } from "react";
import type { GateWords } from "../texts/gate-words.ts";
import type { GateClient } from "./client-types.ts";

export interface GateActions {
  /** Result of the last press of a button, to be shown and announced. */
  readonly notice: GateNotice | null;
  retry(): void;
  update(): void;
}

export type GateNotice = keyof Pick<GateWords, "checking" | "unchanged" | "unreachable" | "storeClosed">;

/** @param onUpdate instead of the client's own update, which opens the store; resolves to false if it failed */
export function useGateActions(client: GateClient, onUpdate?: () => boolean | Promise<boolean>): GateActions {
  const [notice, setNotice] = useState<GateNotice | null>(null);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const show = useCallback((next: GateNotice | null) => {
    if (isMounted.current) setNotice(next);
  }, []);
  const retry = useCallback(async () => {
    show("checking");
    const { problem } = await client.refresh();
    show(problem === null ? "unchanged" : "unreachable");
  }, [client, show]);
  const update = useCallback(async () => {
    show(null);
    const isOpened = await (onUpdate ? onUpdate() : client.update());
    if (!isOpened) show("storeClosed");
  }, [client, onUpdate, show]);
  return { notice, retry: () => void retry(), update: () => void update() };
}
