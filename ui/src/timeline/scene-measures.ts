/** What the timeline is made of, in rem, so that it grows with the text; and in pixels, as it is at the moment. */

export interface SceneMeasures {
  /** Pixels, like the others. */
  readonly rowHeight: number;
  readonly labelWidth: number;
  /** Of one zone's clock. */
  readonly clockHeight: number;
}

/** Of whole columns of this many pixels it is drawn: scrolling within one draws nothing again. */
export const columnWidth = 320;

/** @param width of the window, in pixels */
export function measuresIn(width: number): SceneMeasures {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return { rowHeight: 2.125 * rem, labelWidth: (width < 40 * rem ? 7 : 12) * rem, clockHeight: 2.75 * rem };
}
