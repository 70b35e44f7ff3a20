/** The place of a verb's dialog, above the screens: it stays, with what was typed, when the card that opened it goes. */
import { useLocation } from "@tanstack/react-router";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { lazyPart } from "../../elements/lazy-part.ts";
import type { WantedVerb } from "./use-verb-plan.ts";

const loadDialog = async () => (await import("./verb-dialog.tsx")).VerbDialog;
/** Loaded later: the first screen has many projects, and most are open. */
const VerbDialog = lazyPart(loadDialog);

interface OpenVerb {
  readonly project: string;
  readonly verb: WantedVerb;
}

let open: OpenVerb | null = null;
const watchers = new Set<() => void>();

/** Opens the dialog that confirms a verb; null closes it. */
export function openVerb(next: OpenVerb | null): void {
  open = next;
  for (const changed of watchers) changed();
}

/** Loads the dialog before it is opened: the server may be unreachable when the button is pressed. */
export function loadVerbDialog(): void {
  void loadDialog().catch(() => undefined);
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

export function VerbPlace() {
  const shown = useSyncExternalStore(watch, () => open);
  const href = useLocation({ select: (location) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address closes it
  useEffect(() => () => openVerb(null), [href]);
  const close = () => openVerb(null);
  return (
    shown && (
      <Suspense>
        <VerbDialog {...shown} onClose={close} onDone={close} />
      </Suspense>
    )
  );
}
