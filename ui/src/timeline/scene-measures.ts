/** Sizes of the timeline: in rem, so that it grows with the text, and their current value in pixels. */

export interface SceneMeasures {
  /** Pixels, like the others. */
  readonly rowHeight: number;
  readonly labelWidth: number;
  /** Height of one zone's clock. */
  readonly clockHeight: number;
}

/** The scene is drawn in columns of this many pixels: scrolling within one redraws nothing. */
export const columnWidth = 320;

/** @param width of the window, in pixels */
export function measuresIn(width: number): SceneMeasures {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return { rowHeight: 2.125 * rem, labelWidth: (width < 40 * rem ? 7 : 12) * rem, clockHeight: 2.75 * rem };
}
