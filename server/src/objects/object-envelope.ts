/** The form of objects: JSON lines with their SHA-256, compressed, and encrypted with the installation's key. */
import { createCipheriv, createDecipheriv, hash, hkdfSync } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { ContentRefusal } from "../replicas/row-fields.ts";

/** Maximum bytes of an object, before and after compression. */
export const maxObjectBytes = 64 * 1024 * 1024;
/** First byte of an encrypted object, neither that of gzip nor that of JSON. */
const encrypted = 0x01;
const nonceLength = 12;
const tagLength = 16;
const compress = promisify(gzip);
const decompress = promisify(gunzip);

export interface EnvelopeOptions {
  /** Where the object is: two objects cannot be exchanged if they are encrypted. */
  readonly name: string;
  /** Null means that objects are not encrypted. */
  readonly key: Buffer | null;
  readonly isCompressed: boolean;
}

/** Derives the key of one log from the key of the installation: the objects of one log are not accepted in the other. */
export function deriveKey(key: Buffer, log: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", log, 32));
}

export async function seal(
  lines: readonly string[],
  { name, key, isCompressed }: EnvelopeOptions,
  randomBytes: (size: number) => Uint8Array,
): Promise<Buffer> {
  const text = lines.map((line) => `${line}\n`).join("");
  const whole = Buffer.from(`${text}${JSON.stringify({ sha256: hash("sha256", text) })}\n`);
  const content = isCompressed ? await compress(whole) : whole;
  if (key === null) return content;
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(name));
  return Buffer.concat([Buffer.of(encrypted), nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** @param where the object, for people. @throws ContentRefusal */
export async function unseal(bytes: Buffer, options: EnvelopeOptions, where: string): Promise<string[]> {
  const content = decrypt(bytes, options, where);
  let text: string;
  try {
    text = String(options.isCompressed ? await decompress(content, { maxOutputLength: maxObjectBytes }) : content);
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new ContentRefusal(`${where} is ${isLarge ? "too large" : "damaged: it cannot be decompressed"}`, error);
  }
  const end = text.lastIndexOf("\n", text.length - 2) + 1;
  if (text.slice(end) !== `${JSON.stringify({ sha256: hash("sha256", text.slice(0, end)) })}\n`)
    throw new ContentRefusal(`${where} is damaged: its checksum does not match`);
  return text.slice(0, end).split("\n").slice(0, -1);
}

/** @throws ContentRefusal */
function decrypt(bytes: Buffer, { name, key }: EnvelopeOptions, where: string): Buffer {
  const isEncrypted = bytes[0] === encrypted;
  if (key === null) {
    if (isEncrypted)
      throw new ContentRefusal(`${where} is encrypted: set DRAWBRIDGE_OBJECTS_KEY to the key that it was written with`);
    return bytes;
  }
  if (!isEncrypted) throw new ContentRefusal(`${where} is damaged, or not encrypted although DRAWBRIDGE_OBJECTS_KEY is set`);
  const start = 1 + nonceLength;
  try {
    const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, start), { authTagLength: tagLength });
    cipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(Math.max(start, bytes.length - tagLength)));
    return Buffer.concat([cipher.update(bytes.subarray(start, -tagLength)), cipher.final()]);
  } catch (error) {
    throw new ContentRefusal(
      `${where} cannot be decrypted: DRAWBRIDGE_OBJECTS_KEY is another key, or the object is damaged`,
      error,
    );
  }
}
