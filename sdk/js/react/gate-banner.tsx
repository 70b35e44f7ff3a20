import type { ReactElement } from "react";
import { printGateLines } from "../texts/gate-lines.ts";
import type { GateView } from "./gate-context.tsx";
import * as styles from "./gate-styles.ts";
import { useGateActions } from "./use-gate-actions.ts";

/** Above the app, while the state requires it: an announced window, or a newer version. */
export function GateBanner(gate: GateView): ReactElement {
  const { state, client, words, language, direction } = gate;
  const { title, titleLanguage, message, messageLanguage, time } = printGateLines(state, gate);
  const { notice, update } = useGateActions(client);
  const isUpdate = state.status === "recommended";
  const lines = [time, notice === null ? null : words[notice]].filter(Boolean);
  return (
    <section style={styles.bannerStyle} dir={direction} lang={language} aria-label={title}>
      <div role="status" style={styles.bannerTextStyle}>
        <p lang={titleLanguage} dir="auto" style={styles.bannerTitleStyle}>
          {title}
        </p>
        {message === "" ? null : (
          <p lang={messageLanguage} dir="auto" style={styles.paragraphStyle}>
            {message}
          </p>
        )}
        {lines.map((line) => (
          <p key={line} style={styles.paragraphStyle}>
            {line}
          </p>
        ))}
      </div>
      <div style={styles.bannerActionsStyle}>
        {isUpdate && state.canUpdate ? (
          <button type="button" style={styles.primaryStyle} onClick={update}>
            {words.update}
          </button>
        ) : null}
        <button type="button" style={styles.secondaryStyle} onClick={() => client.later()}>
          {isUpdate ? words.later : words.dismiss}
        </button>
        {isUpdate ? (
          <button type="button" style={styles.secondaryStyle} onClick={() => client.skip()}>
            {words.skip}
          </button>
        ) : null}
      </div>
    </section>
  );
}
