/** Prefix, 30 random base62 characters (178 bits) and their CRC-32 in 6 more, checked without a lookup. */
export type CredentialPrefix = "dbr_" | "dba_" | "dbf_" | "dbl_" | "dbe_";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const randomLength = 30;
const checksumLength = 6;
const bodyLength = randomLength + checksumLength;

/** Usable bytes run out with a probability below 2^-100. */
export const credentialBytes = 96;

/** @throws RangeError when `random` holds too few usable bytes */
export function generateCredential(prefix: CredentialPrefix, random: Uint8Array): string {
  let body = "";
  for (const byte of random) {
    // 248 = 4 × 62: larger bytes would make the first letters likelier.
    if (byte < 248 && body.length < randomLength) body += alphabet[byte % 62];
  }
  if (body.length < randomLength) throw new RangeError("too few random bytes for a credential");
  return prefix + body + checksum(body);
}

export function hasCredentialForm(prefix: CredentialPrefix, text: string): boolean {
  if (text.length !== prefix.length + bodyLength || !text.startsWith(prefix)) return false;
  for (let i = prefix.length; i < text.length; i++) if (!isBase62(text.charCodeAt(i))) return false;
  return true;
}

export function isChecksumValid(prefix: CredentialPrefix, text: string): boolean {
  const body = text.slice(prefix.length, prefix.length + randomLength);
  return text.endsWith(checksum(body));
}

function isBase62(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** CRC-32 of ISO-HDLC (zlib's), of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
