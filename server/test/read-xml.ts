/** A strict reader for the part of XML 1.0 that feeds use. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text of the element itself, without its children. */
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** @throws Error for text that is not well-formed */
export function readXml(text: string): XmlElement {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) throw new Error("a character that no XML has");
  const declaration = /^<\?xml version="1\.0" encoding="utf-8"\?>\s*/.exec(text);
  if (!declaration) throw new Error("no declaration");
  const reading = { text, at: declaration[0].length };
  const root = element(reading);
  if (text.slice(reading.at).trim() !== "") throw new Error("something after the root");
  return root;
}

function element(reading: { readonly text: string; at: number }): XmlElement {
  const open = match(reading, /<([a-z]+)((?: [a-z:]+="[^"<>]*")*)(\/?)>/y);
  const [, name = "", listed = "", isEmpty] = open;
  const attributes = Object.fromEntries(
    [...listed.matchAll(/ ([a-z:]+)="([^"]*)"/g)].map(([, key, value]) => [key, plain(value)]),
  );
  const children: XmlElement[] = [];
  let text = "";
  while (isEmpty === "") {
    text += plain(match(reading, /[^<]*/y)[0]);
    if (reading.text.startsWith("</", reading.at)) {
      if (match(reading, /<\/([a-z]+)>/y)[1] !== name) throw new Error(`${name} is not closed`);
      break;
    }
    children.push(element(reading));
  }
  return { name, attributes, children, text };
}

function match(reading: { readonly text: string; at: number }, form: RegExp): RegExpExecArray {
  form.lastIndex = reading.at;
  const found = form.exec(reading.text);
  if (!found) throw new Error(`not well-formed: ${JSON.stringify(reading.text.slice(reading.at, reading.at + 60))}`);
  reading.at = form.lastIndex;
  return found;
}

function plain(text = ""): string {
  return text.replace(/[>]|&([^;&]*;?)/g, (_, entity: string | undefined) => {
    const character = entity?.endsWith(";") ? entities[entity.slice(0, -1)] : undefined;
    if (character === undefined) throw new Error(`not escaped, or no entity: ${JSON.stringify(text)}`);
    return character;
  });
}
