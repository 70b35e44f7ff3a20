import type { Patch } from "drawbridge-rules/wire/patch.ts";
import type { LocalizedText } from "drawbridge-rules/wire/values.ts";
import { type OptionGroup, type ParsedArguments, removable } from "./arguments.ts";
import { texts } from "./options.ts";

const messages = {
  upgrade: "message for users who must update",
  unsupported: "message for users who must update and whose system is too old",
  maintenance: "message during maintenance",
  recommended: "message for users who should update",
  announced: "message before maintenance",
  default: "message at other times",
} as const;
const messageKinds = Object.keys(messages) as (keyof typeof messages)[];

type Texts<K extends string> = { readonly [kind in K]?: LocalizedText | null };

export function textsByKind<K extends string>(
  prefix: string,
  kinds: readonly K[],
  meaning: (kind: K) => string,
  removal: string,
): OptionGroup<Texts<K>> {
  const options = kinds.map((kind) => [kind, removable(texts(`--${prefix}-${kind} <text>`, meaning(kind)), removal)] as const);
  return {
    options: options.flatMap(([, each]) => each.options),
    read(args: ParsedArguments) {
      const read = options.map(([kind, each]) => [kind, each.read(args)] as const);
      return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Texts<K>;
    },
  };
}

export function messageOptions(removal: string) {
  const meaning = (kind: keyof typeof messages) =>
    `${messages[kind]}, as LANGUAGE=TEXT (en=…); may be repeated; replaces the texts of all languages`;
  return textsByKind("message", messageKinds, meaning, removal);
}

interface WithTexts {
  readonly messages?: Readonly<Record<string, LocalizedText | undefined>>;
  readonly titles?: Readonly<Record<string, LocalizedText | undefined>>;
}

/** In a merge patch, only null deletes the other languages. */
export function withoutOthers<T extends object>(patch: Patch<T>, present: WithTexts): Patch<T> {
  const whole: Record<string, unknown> = { ...patch };
  for (const member of ["messages", "titles"] as const) {
    const named = Object.entries((whole[member] ?? {}) as Texts<string>);
    const texts = named.map(([kind, text]) => {
      const others = Object.keys(present[member]?.[kind] ?? {});
      return [kind, text && { ...Object.fromEntries(others.map((tag) => [tag, null])), ...text }] as const;
    });
    if (texts.length > 0) whole[member] = Object.fromEntries(texts);
  }
  return whole as Patch<T>;
}
