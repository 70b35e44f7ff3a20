/** The screens of the gate, drawn by React and in plain pages alike. */
import type { GateActions, GateNotice } from "../texts/gate-actions.ts";
import { printGateLines } from "../texts/gate-lines.ts";
import type { GateView } from "../texts/gate-view.ts";
import * as styles from "./gate-styles.ts";

/** Creates an element, such as `createElement` of React. A null has a place among the children, which keep theirs without keys. */
export type Draw<T> = (tag: string, props: Readonly<Record<string, unknown>>, ...children: readonly (T | string | null)[]) => T;

export interface DrawnGate extends GateView, GateActions {
  readonly notice: GateNotice | null;
}

export interface ScreenParts<T> {
  /** Begins the ids of elements; unique in the page. */
  readonly id: string;
  readonly support: string | undefined;
  readonly extras: T | null;
  /** Further properties of the dialog. */
  readonly own?: Readonly<Record<string, unknown>>;
}

/** The screen of a blocked app. It has no close button and listens to no key: only another state removes it. */
export function drawScreen<T>(draw: Draw<T>, gate: DrawnGate, { id, support, extras, own }: ScreenParts<T>): T {
  const { state, words, language, direction, notice, retry, update } = gate;
  const { title, titleLanguage, message, messageLanguage, time } = printGateLines(state, gate);
  const { paragraph, button } = piecesOf(draw);
  const isUpdate = state.status === "update_required";
  const hasUpdate = isUpdate && state.canUpdate;
  const hasNote = isUpdate && !hasUpdate && !state.unsupported;
  const said = state.saving ? "saving" : notice;
  const [titleId, messageId] = [`${id}title`, `${id}message`];
  const heading = { id: titleId, tabIndex: -1, "aria-describedby": messageId, lang: titleLanguage, dir: "auto" };
  return draw(
    "dialog",
    { ...own, style: styles.screenStyle, dir: direction, lang: language, "aria-labelledby": titleId },
    draw(
      "div",
      { style: styles.columnStyle },
      draw("h1", { ...heading, style: styles.headingStyle }, title),
      paragraph(message, { id: messageId, lang: messageLanguage, dir: "auto" }),
      time && paragraph(time),
      hasNote ? paragraph(support ? words.askSupport : words.askProvider) : null,
      state.saving
        ? null
        : draw(
            "div",
            { style: styles.actionsStyle },
            hasUpdate ? button(words.update, update, styles.primaryStyle) : null,
            button(words.retry, retry, hasUpdate ? styles.secondaryStyle : styles.primaryStyle),
            support ? draw("a", { href: support, style: styles.linkStyle }, words.support) : null,
            extras,
          ),
      paragraph(said === null ? "" : words[said], { role: "status" }),
    ),
  );
}

/** Above the app, while the state requires it: an announced window, or a newer version. @param position of CSS */
export function drawBanner<T>(draw: Draw<T>, gate: DrawnGate, position = "sticky"): T {
  const { state, client, words, language, direction, notice, update } = gate;
  const { title, titleLanguage, message, messageLanguage, time } = printGateLines(state, gate);
  const { paragraph, button } = piecesOf(draw);
  const isUpdate = state.status === "recommended";
  return draw(
    "section",
    { style: { ...styles.bannerStyle, position }, dir: direction, lang: language, "aria-label": title },
    draw(
      "div",
      { role: "status", style: styles.bannerTextStyle },
      paragraph(title, { lang: titleLanguage, dir: "auto", style: styles.bannerTitleStyle }),
      message === "" ? null : paragraph(message, { lang: messageLanguage, dir: "auto" }),
      time && paragraph(time),
      notice && paragraph(words[notice]),
    ),
    draw(
      "div",
      { style: styles.bannerActionsStyle },
      isUpdate && state.canUpdate ? button(words.update, update, styles.primaryStyle) : null,
      button(isUpdate ? words.later : words.dismiss, () => client.later()),
      isUpdate ? button(words.skip, () => client.skip()) : null,
    ),
  );
}

function piecesOf<T>(draw: Draw<T>) {
  return {
    paragraph: (text: string, props = {}) => draw("p", { style: styles.paragraphStyle, ...props }, text),
    button: (label: string, onClick: () => void, style = styles.secondaryStyle) =>
      draw("button", { type: "button", style, onClick }, label),
  };
}
