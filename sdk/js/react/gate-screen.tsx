import { type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { printGateLines } from "../texts/gate-lines.ts";
import { coverPage } from "../web/cover-page.ts";
import type { GateView } from "./gate-context.tsx";
import * as styles from "./gate-styles.ts";
import { useGateActions } from "./use-gate-actions.ts";

export interface GateScreenProps extends GateView {
  readonly support: string | undefined;
  readonly extras?: ReactNode;
}

/** The screen of a blocked app. It has no close button and listens to no key: only another state removes it. */
export function GateScreen({ support, extras, ...gate }: GateScreenProps): ReactElement {
  const { state, client, words, language, direction } = gate;
  const { title, titleLanguage, message, messageLanguage, time } = printGateLines(state, gate);
  const { notice, retry, update } = useGateActions(client);
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const { status } = state;
  useLayoutEffect(() => (dialog.current ? coverPage(dialog.current) : undefined), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status or title is another screen, which is read aloud again.
  useLayoutEffect(() => heading.current?.focus(), [status, title]);
  const isUpdate = status === "update_required";
  const hasUpdate = isUpdate && state.canUpdate;
  return (
    <dialog ref={dialog} style={styles.screenStyle} dir={direction} lang={language} aria-labelledby={`${id}title`}>
      <div style={styles.columnStyle}>
        <h1
          ref={heading}
          id={`${id}title`}
          tabIndex={-1}
          aria-describedby={`${id}message`}
          lang={titleLanguage}
          dir="auto"
          style={styles.headingStyle}
        >
          {title}
        </h1>
        <p id={`${id}message`} lang={messageLanguage} dir="auto" style={styles.paragraphStyle}>
          {message}
        </p>
        {time === null ? null : <p style={styles.paragraphStyle}>{time}</p>}
        {isUpdate && !hasUpdate ? <p style={styles.paragraphStyle}>{support ? words.askSupport : words.askProvider}</p> : null}
        <div style={styles.actionsStyle}>
          {hasUpdate ? (
            <button type="button" style={styles.primaryStyle} onClick={update}>
              {words.update}
            </button>
          ) : null}
          <button type="button" style={hasUpdate ? styles.secondaryStyle : styles.primaryStyle} onClick={retry}>
            {words.retry}
          </button>
          {support ? (
            <a href={support} style={styles.linkStyle}>
              {words.support}
            </a>
          ) : null}
          {extras}
        </div>
        <p role="status" style={styles.paragraphStyle}>
          {notice === null ? "" : words[notice]}
        </p>
      </div>
    </dialog>
  );
}
