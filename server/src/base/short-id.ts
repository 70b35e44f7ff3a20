/** Generated ids for things that people never name: short enough to read aloud, without letters that look alike. */

const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const length = 10;

/** 50 random bits behind `prefix`. */
export function shortId(prefix: string, randomBytes: (size: number) => Uint8Array): string {
  return prefix + [...randomBytes(length)].map((byte) => alphabet[byte & 31]).join("");
}
