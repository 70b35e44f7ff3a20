/** Attributes `width` and `height` of a picture, so that text below it does not move when it arrives; none for other formats than WebP and PNG. */
export function pictureSize(bytes: Buffer): string {
  const at = (width: number, height: number) => ` width="${width}" height="${height}"`;
  if (bytes.toString("latin1", 12, 16) === "IHDR") return at(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  const format = bytes.toString("latin1", 8, 16);
  if (format === "WEBPVP8 ") return at(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (format === "WEBPVP8X") return at(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  return "";
}
