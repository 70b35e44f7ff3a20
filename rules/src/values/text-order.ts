/** Sorts by UTF-8 bytes as both databases do. JavaScript's `<` sorts U+FF21 after U+1F600. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const bothOrNeither = isSurrogate(x) === isSurrogate(y);
    return bothOrNeither ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
