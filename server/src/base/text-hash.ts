/** Returns the FNV-1a of a text, 32 bits. @param seed hash of the text before it, 0, or a number that clients do not know */
export function textHash(text: string, seed: number): number {
  let value = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  // The lowest bits of FNV-1a depend on the lowest bits of the text alone.
  return (value ^ (value >>> 15)) >>> 0;
}
