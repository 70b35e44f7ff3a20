import type { GateClient } from "../core/gate-client.ts";
import type { GateWords } from "./english-words.ts";

/** Time for which the result of a button is shown, ms. */
const noticeTime = 10_000;

/** Result of the last press of a button, to be shown and announced. */
export type GateNotice = keyof Pick<GateWords, "checking" | "unchanged" | "unreachable" | "notUpdated">;

/** The buttons of a gate that can fail. */
export interface GateActions {
  retry(): void;
  update(): void;
}

/** @param show called with what the buttons say, and with null when that is over, unless `end` was called before */
export function createGateActions(
  client: GateClient,
  show: (notice: GateNotice | null) => void,
): GateActions & { readonly end: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => clearTimeout(timer);
  const say = (notice: GateNotice | null) => {
    end();
    show(notice);
    if (notice !== null && notice !== "checking") timer = setTimeout(show, noticeTime, null);
  };
  const retry = async () => {
    say("checking");
    const { source } = await client.refresh();
    say(source === "network" ? "unchanged" : "unreachable");
  };
  const update = async () => say((await client.update()) ? null : "notUpdated");
  return { retry: () => void retry(), update: () => void update(), end };
}
