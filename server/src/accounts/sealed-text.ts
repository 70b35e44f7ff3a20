/** Encrypts text that a client keeps for this server, which can neither read nor change it (AES-256-GCM). */
import { createCipheriv, createDecipheriv } from "node:crypto";

/** Bytes. */
const nonceSize = 12;
const tagSize = 16;

export interface Seal {
  /** 32 bytes, as base64url. */
  readonly key: string;
  /** Purpose of the text: one that was sealed for another purpose does not open. */
  readonly purpose: string;
}

/** @param random 12 bytes, never used with this key before; random ones are enough for about 2^32 texts */
export function seal(text: string, { key, purpose }: Seal, random: Uint8Array): string {
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64url"), random, { authTagLength: tagSize });
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([random, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return sealed.toString("base64url");
}

/** Returns the text; null: it was changed, or not sealed with this key for this purpose. */
export function unseal(sealed: string, { key, purpose }: Seal): string | null {
  if (!/^[\w-]{1,8192}$/.test(sealed)) return null;
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < nonceSize + tagSize) return null;
  const nonce = bytes.subarray(0, nonceSize);
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64url"), nonce, { authTagLength: tagSize });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(-tagSize));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceSize, -tagSize)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
