/** Parses the client's accepted codings (Accept-Encoding, RFC 9110 §12.5.3) and media types (Accept, §12.5.1). */

export type Coding = "br" | "gzip" | "identity";

/** Smallest first. */
const preferred: readonly Coding[] = ["br", "gzip"];

/** The smallest coding in `kept` that the client accepts; identity for a client that refuses everything. */
export function codingFor(acceptEncoding: string | undefined, kept: Readonly<Partial<Record<Coding, unknown>>>): Coding {
  const taken = qualities(acceptEncoding ?? "");
  const accepts = (coding: Coding) => (taken.get(coding) ?? taken.get("*") ?? 0) > 0;
  return preferred.find((coding) => kept[coding] !== undefined && accepts(coding)) ?? "identity";
}

/** Weights by name, in lowercase; 0 for an invalid weight. */
export function qualities(header: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const part of header.slice(0, 1000).toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith("q="))?.slice(2) ?? "1";
    found.set(name === "x-gzip" ? "gzip" : name, Number(quality) || 0);
  }
  return found;
}
