import type { ReactElement } from "react";
import { printWindowTime } from "../texts/window-time.ts";
import type { GateView } from "./gate-provider.tsx";
import * as styles from "./gate-styles.ts";
import { useGateActions } from "./use-gate-actions.ts";

export interface GateBannerProps extends GateView {
  readonly onUpdate?: (() => boolean | Promise<boolean>) | undefined;
}

/** Above the app, for as long as the state says so: an announced window, or a newer version. */
export function GateBanner({ state, client, found, onUpdate }: GateBannerProps): ReactElement {
  const { status, title, message, window, storeLink } = state;
  const { words, language, direction } = found;
  const { notice, update } = useGateActions(client, onUpdate);
  const isAnnounced = status === "announced";
  const start = isAnnounced && window ? printWindowTime(found, "starts", window.start) : null;
  const hasUpdate = !isAnnounced && (onUpdate !== undefined || storeLink !== null);
  return (
    <section style={styles.bannerStyle} dir={direction} lang={language} aria-label={title}>
      <div role="status" style={styles.bannerTextStyle}>
        <p dir="auto" style={{ ...styles.paragraphStyle, fontWeight: 700 }}>
          {title}
        </p>
        <p dir="auto" style={styles.paragraphStyle}>
          {message}
        </p>
        {start === null ? null : <p style={styles.paragraphStyle}>{start}</p>}
        {notice === null ? null : <p style={styles.paragraphStyle}>{words[notice]}</p>}
      </div>
      <div style={styles.bannerActionsStyle}>
        {hasUpdate ? (
          <button type="button" style={styles.primaryStyle} onClick={update}>
            {words.update}
          </button>
        ) : null}
        <button type="button" style={styles.secondaryStyle} onClick={() => client.later()}>
          {isAnnounced ? words.dismiss : words.later}
        </button>
        {isAnnounced ? null : (
          <button type="button" style={styles.secondaryStyle} onClick={() => client.skip()}>
            {words.skip}
          </button>
        )}
      </div>
    </section>
  );
}
