/** Short enough to read aloud, without letters that look alike. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const length = 10;

export function shortId(prefix: string, randomBytes: (size: number) => Uint8Array): string {
  return prefix + [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join("");
}
