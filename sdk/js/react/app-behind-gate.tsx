import * as React from "react";
import { type FunctionComponent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";

/**
 * Hides the app and keeps what the user typed, but undoes its effects, so that it does nothing meanwhile. Looked up at run time, since
 * bundlers reject an import that an older React lacks. Before 19.3, portals stayed visible.
 */
const { Activity, version } = { ...React } as {
  readonly Activity?: FunctionComponent<{ readonly mode: "visible" | "hidden"; readonly children?: ReactNode }>;
  readonly version: string;
};
const [major = 0, minor = 0] = version.split(".").map(Number);
const canHide = Activity !== undefined && !version.includes("-") && (major > 19 || (major === 19 && minor >= 3));

export interface AppBehindGateProps {
  readonly isHidden: boolean;
  readonly children?: ReactNode;
}

/** The app; one that never ran is not rendered until the gate opens. */
export const AppBehindGate: FunctionComponent<AppBehindGateProps> = canHide ? HiddenApp : UnmountedApp;

function UnmountedApp({ isHidden, children }: AppBehindGateProps): ReactNode {
  return isHidden ? null : children;
}

function HiddenApp({ isHidden, children }: AppBehindGateProps): ReactNode {
  const [hasRun, setHasRun] = useState(!isHidden);
  if (!isHidden && !hasRun) setHasRun(true);
  useQuietPage(isHidden && hasRun);
  if (Activity === undefined || (isHidden && !hasRun)) return null;
  return <Activity mode={isHidden ? "hidden" : "visible"}>{children}</Activity>;
}

/**
 * Media play on in hidden elements, and an open modal dialog disables the rest of the page, the gate included. The dialogs are open
 * again afterwards, and the app is told nothing: many would discard their form when they close.
 */
function useQuietPage(isQuiet: boolean): void {
  const undo = useRef(() => {});
  useLayoutEffect(() => {
    if (isQuiet) undo.current = quietPage();
  }, [isQuiet]);
  // After the app is visible again: hidden elements take no focus.
  useEffect(() => (isQuiet ? () => undo.current() : undefined), [isQuiet]);
}

function quietPage(): () => void {
  const focused = document.activeElement;
  for (const media of document.querySelectorAll<HTMLMediaElement>("audio, video")) media.pause();
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>("dialog[open]")].filter(isModal);
  for (const dialog of dialogs) {
    dialog.addEventListener("close", (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    dialog.close();
  }
  return () => {
    for (const dialog of dialogs) if (dialog.isConnected && !dialog.open) dialog.showModal();
    if (focused instanceof HTMLElement) focused.focus();
  };
}

/** Browsers before 2022, and test environments, do not know the selector. */
function isModal(dialog: HTMLDialogElement): boolean {
  try {
    return dialog.matches(":modal");
  } catch {
    return false;
  }
}
