export interface Label {
  /** Pixels from the left that it belongs to. */
  readonly at: number;
  /** Pixels. */
  readonly width: number;
  /** The higher, the sooner it is given room. */
  readonly weight: number;
}

interface PlacedLabel {
  readonly index: number;
  readonly row: number;
  readonly left: number;
}

/** Pixels between two. */
const gap = 4;

export function placeLabels(labels: readonly Label[], room: number, rows: number): readonly PlacedLabel[] {
  const taken: [from: number, to: number][][] = Array.from({ length: rows }, () => []);
  const placed: PlacedLabel[] = [];
  const inTurn = labels.map((label, index) => ({ ...label, index })).sort((a, b) => b.weight - a.weight || a.at - b.at);
  for (const { at, width, index } of inTurn) {
    if (width > room) continue;
    const left = Math.min(Math.max(0, at - width / 2), room - width);
    const row = taken.findIndex((others) => others.every(([from, to]) => left + width + gap <= from || left >= to + gap));
    if (row < 0) continue;
    taken[row]?.push([left, left + width]);
    placed.push({ index, row, left });
  }
  return placed.sort((a, b) => a.index - b.index);
}

/** Each bar is in the first row where it lies over no other. */
export function assignRows(bars: readonly { readonly left: number; readonly width: number }[]): readonly number[] {
  const ends: number[] = [];
  const rows = bars.map(() => 0);
  const order = bars.map((_, index) => index).sort((a, b) => (bars[a]?.left ?? 0) - (bars[b]?.left ?? 0));
  for (const index of order) {
    const { left, width } = bars[index] ?? { left: 0, width: 0 };
    const free = ends.findIndex((end) => end <= left);
    const row = free < 0 ? ends.length : free;
    ends[row] = left + width;
    rows[index] = row;
  }
  return rows;
}

/** Pixels of a rem, which grows with the user's text size. */
export function remPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
