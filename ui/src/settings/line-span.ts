/** Where a line begins and ends, without its break. @param line 1-based; one that is not there is the end of the text */
export function lineSpan(text: string, line: number): readonly [number, number] {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const start = Math.min(before, text.length);
  return [start, start + (lines[line - 1]?.length ?? 0)];
}
