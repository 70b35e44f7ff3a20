import * as React from "react";
import { type FunctionComponent, type ReactNode, useState } from "react";

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
  /** The gate decides: the app is not to be used. */
  readonly isBlocked: boolean;
  /** The app stays as it is behind the gate, which lies on top of it. */
  readonly isCovered: boolean;
  readonly children?: ReactNode;
}

/** The app; one that never ran is not rendered until the gate opens. */
export function AppBehindGate({ isBlocked, isCovered, children }: AppBehindGateProps): ReactNode {
  const [hasRun, setHasRun] = useState(!isBlocked);
  if (!isBlocked && !hasRun) setHasRun(true);
  if (isBlocked && !hasRun) return null;
  if (isCovered) return children;
  if (!Activity || !canHide) return isBlocked ? null : children;
  return <Activity mode={isBlocked ? "hidden" : "visible"}>{children}</Activity>;
}
