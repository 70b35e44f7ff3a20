import { stringify } from "yaml";

export interface YamlStyle {
  /** `{ a: 1 }` and `[ 1 ]`, or without the spaces. */
  readonly mapPadding: string;
  readonly listPadding: string;
  readonly quote: '"' | "'";
}

export function styleOf(text: string): YamlStyle {
  const code = text.replace(/^\s*#.*$/gm, "");
  const [, map = " "] = /: *\{( *)[^\s}]/.exec(code) ?? [];
  const [, list = ""] = /: *\[( *)[^\s\]]/.exec(code) ?? [];
  const count = (quote: string) => code.split(new RegExp(`[:,[-] *${quote}`)).length;
  return { mapPadding: map, listPadding: list, quote: count("'") > count('"') ? "'" : '"' };
}

function isPlain(text: string): boolean {
  const isWord = /^[A-Za-z][\w ./+=-]*(?:[;,][\w=]+)*$/.test(text) && !/\s$|,/.test(text);
  if (/^(?:\d+[dhms])+$/.test(text)) return true;
  return isWord && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
}

export function scalarText(value: unknown, isQuoted: boolean, { quote }: YamlStyle): string {
  if (typeof value !== "string") return stringify(value).trim();
  if (!isQuoted && isPlain(value)) return value;
  const isSimple = quote === "'" && !/[\p{Cc}\u0085\u2028\u2029]/u.test(value);
  return isSimple ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
}

export function keyText(key: string): string {
  return isPlain(key) ? key : JSON.stringify(key);
}

export function inlineText(value: unknown, isQuoted: boolean, style: YamlStyle): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => inlineText(item, isQuoted, style)).join(", ");
    return items === "" ? "[]" : `[${style.listPadding}${items}${style.listPadding}]`;
  }
  if (typeof value !== "object" || value === null) return scalarText(value, isQuoted, style);
  const entries = Object.entries(value).map(([key, entry]) => `${keyText(key)}: ${inlineText(entry, isQuoted, style)}`);
  return entries.length === 0 ? "{}" : `{${style.mapPadding}${entries.join(", ")}${style.mapPadding}}`;
}

/** @param indent of the key */
export function blockText(value: unknown, indent: string, isQuoted: boolean, style: YamlStyle): string {
  const isNested = typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  if (!isNested) return ` ${inlineText(value, isQuoted, style)}`;
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(
    ([key, entry]) => `${inner}${keyText(key)}:${blockText(entry, inner, isQuoted, style)}`,
  );
  return `\n${lines.join("\n")}`;
}
