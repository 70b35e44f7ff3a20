/** The published texts according to the log itself: one project's default message, by revision and epoch. */

/** The log of one epoch. */
export interface Published {
  readonly epoch: string;
  /** In order of revision: from each on, that is the text. */
  readonly texts: readonly { readonly revision: number; readonly text: string }[];
}

/** A position: an epoch, and a revision in it. */
interface Point {
  readonly epoch: number;
  readonly revision: number;
}

/**
 * Returns whether the texts of one member, in their order, can be one walk forward through the published revisions: never back within an
 * epoch, and only to later epochs. A text that was published twice counts as the earliest possible one.
 * @returns null, or the violation
 */
export function walkOf(texts: readonly string[], epochs: readonly Published[]): string | null {
  let at: Point = { epoch: 0, revision: 0 };
  for (const [index, text] of texts.entries()) {
    const next = firstAfter(at, text, epochs);
    if (next === null) return `told ${JSON.stringify(text)} as number ${index}, after ${JSON.stringify(texts[index - 1])}`;
    at = next;
  }
  return null;
}

function firstAfter(from: Point, text: string, epochs: readonly Published[]): Point | null {
  for (const [epoch, { texts }] of epochs.entries()) {
    if (epoch < from.epoch) continue;
    const least = epoch === from.epoch ? from.revision : 0;
    for (const [index, published] of texts.entries()) {
      // It is the text until the next one comes.
      const until = texts[index + 1]?.revision ?? Number.POSITIVE_INFINITY;
      if (published.text === text && until > least) return { epoch, revision: Math.max(published.revision, least) };
    }
  }
  return null;
}
