/** The place of a verb's dialog, above the screens: it stays, with what was typed, when the card that opened it goes. */
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useWatched, Watched } from "../../elements/watched.ts";
import { connection } from "../../server-connection.ts";
import type { WantedVerb } from "./verb-dialog.tsx";

const loadDialog = async () => (await import("./verb-dialog.tsx")).VerbDialog;
/** Loaded later: the first screen has many projects, and most are open. */
const VerbDialog = lazy(async () => ({ default: await loadDialog().catch(reloadPage) }));

interface OpenVerb {
  readonly project: string;
  readonly verb: WantedVerb;
}

const open = new Watched<OpenVerb | null>(null);

export function openVerb(next: OpenVerb | null): void {
  open.set(next);
}

/** Loads the dialog before it is opened: the server may be unreachable when the button is pressed. */
export function loadVerbDialog(): void {
  void loadDialog().catch(() => undefined);
}

export function VerbPlace() {
  const shown = useWatched(open);
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

/** A browser never loads a module again that it could not load once. Drafts survive a reload. */
async function reloadPage(): Promise<never> {
  await connection.answering();
  location.reload();
  return new Promise(() => undefined);
}
