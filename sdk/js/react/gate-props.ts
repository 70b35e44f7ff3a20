import type { ReactNode } from "react";
import type { GateView } from "../texts/gate-view.ts";

/** Properties of `<Gate>`, of pages and of native apps. */
export interface GateProps {
  /** Address for help: `mailto:`, `tel:` or a page. Without it, a forced update that no link leads to says to ask the app's provider. */
  readonly support?: string | undefined;
  /** The app's own ways out, below the buttons: sign out, export data. */
  readonly extras?: ReactNode;
  /** Replaces the screen of a blocked app, for instance by a read-only mode. */
  readonly render?: (gate: GateView) => ReactNode;
  /** Shown until the first state is known, 2 s at most, where the app is not; default: nothing. */
  readonly loading?: ReactNode;
}
