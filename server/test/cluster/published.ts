/** The published texts according to the log itself: one project's default message, by revision and epoch. */

export interface Published {
  readonly epoch: string;
  /** In order of revision: from each on, that is the text. */
  readonly texts: readonly { readonly revision: number; readonly text: string }[];
}

interface Point {
  readonly epoch: number;
  readonly revision: number;
}

/** Returns null if the texts can be one walk forward through revisions and epochs, else the violation. Each counts as early as possible. */
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
