/** Which of the codings that a file is kept in an answer takes: Accept-Encoding, RFC 9110 §12.5.3. */

export type Coding = "br" | "gzip" | "identity";

/** Smallest first. */
const preferred: readonly Coding[] = ["br", "gzip"];

/** The smallest that there is and that the client takes; who refuses everything gets the file as it is. */
export function codingFor(acceptEncoding: string | undefined, kept: Readonly<Partial<Record<Coding, unknown>>>): Coding {
  const taken = qualities(acceptEncoding ?? "");
  const accepts = (coding: Coding) => (taken.get(coding) ?? taken.get("*") ?? 0) > 0;
  return preferred.find((coding) => kept[coding] !== undefined && accepts(coding)) ?? "identity";
}

function qualities(header: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const quality = parameters.find((text) => text.startsWith("q="))?.slice(2) ?? "1";
    found.set(name === "x-gzip" ? "gzip" : name, Number(quality) || 0);
  }
  return found;
}
