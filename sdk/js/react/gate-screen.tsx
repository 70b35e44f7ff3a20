import { type ReactElement, type ReactNode, useEffect, useId, useRef } from "react";
import { printGateLines } from "../texts/gate-lines.ts";
import type { GateView } from "./gate-context.tsx";
import * as styles from "./gate-styles.ts";
import { useGateActions } from "./use-gate-actions.ts";

export interface GateScreenProps extends GateView {
  readonly support: string;
  readonly extras?: ReactNode;
}

/** The screen of a blocked app. It has no close button and listens to no key: only another state removes it. */
export function GateScreen({ support, extras, ...gate }: GateScreenProps): ReactElement {
  const { state, client, words, language, direction } = gate;
  const { title, message, time } = printGateLines(state, gate);
  const { notice, retry, update } = useGateActions(client);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const { status } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status or title is another screen, which is read aloud again.
  useEffect(() => heading.current?.focus(), [status, title]);
  const hasUpdate = status === "update_required" && state.canUpdate;
  return (
    <main style={styles.screenStyle} dir={direction} lang={language} aria-labelledby={`${id}title`}>
      <div style={styles.columnStyle}>
        <h1
          ref={heading}
          id={`${id}title`}
          tabIndex={-1}
          aria-describedby={`${id}message`}
          dir="auto"
          style={styles.headingStyle}
        >
          {title}
        </h1>
        <p id={`${id}message`} dir="auto" style={styles.paragraphStyle}>
          {message}
        </p>
        {time === null ? null : <p style={styles.paragraphStyle}>{time}</p>}
        <div style={styles.actionsStyle}>
          {hasUpdate ? (
            <button type="button" style={styles.primaryStyle} onClick={update}>
              {words.update}
            </button>
          ) : null}
          <button type="button" style={hasUpdate ? styles.secondaryStyle : styles.primaryStyle} onClick={retry}>
            {words.retry}
          </button>
          <a href={support} style={styles.linkStyle}>
            {words.support}
          </a>
          {extras}
        </div>
        <p role="status" style={styles.paragraphStyle}>
          {notice === null ? "" : words[notice]}
        </p>
      </div>
    </main>
  );
}
