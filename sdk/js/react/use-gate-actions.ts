import { useEffect, useMemo, useState } from "react";
import type { GateClient } from "../core/gate-client.ts";
import { createGateActions, type GateActions, type GateNotice } from "../texts/gate-actions.ts";

/** The buttons of a gate that can fail, and what they say then. */
export function useGateActions(client: GateClient): GateActions & { readonly notice: GateNotice | null } {
  const [notice, setNotice] = useState<GateNotice | null>(null);
  const { end, ...actions } = useMemo(() => createGateActions(client, setNotice), [client]);
  useEffect(() => end, [end]);
  return { notice, ...actions };
}
