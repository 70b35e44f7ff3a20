/** ZWJ and ZWNJ join letters of some scripts; between Latin, Greek or Cyrillic ones they only hide. */
const joinersInWords = /(?<=[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]])[\u200C\u200D]/gv;
/** ZWJ between two pictographs of one emoji. */
const joinersInEmoji = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gv;
const emojiSelectors = /(?<=\p{Emoji})[\uFE0E\uFE0F]/gv;
const letterSelectors = /(?<=\p{scx=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|(?<=\p{scx=Mongolian})[\u180B-\u180D\u180F]/gv;
/** Flags of England, Scotland and Wales. */
const flags = /\p{RGI_Emoji_Tag_Sequence}/gv;

const written = [joinersInWords, joinersInEmoji, emojiSelectors, letterSelectors, flags];

/** U+2800 is a blank; U+FFF9–FFFB put one line above another. No store can hold lone surrogates. */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/gv;

export function hiddenCharacters(text: string): string[] {
  if (text.search(hidden) < 0) return [];
  // Removing an allowed character would join its neighbors.
  const rest = written.reduce((left, pattern) => left.replaceAll(pattern, "\uFFFD"), text);
  return [...new Set(rest.match(hidden) ?? [])].map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

export function hiddenProblem(text: string): string | null {
  const found = hiddenCharacters(text);
  if (found.length === 0) return null;
  const few = found.slice(0, 5).join(", ");
  return `expected no invisible characters and none that change the direction of text: remove ${few}${found.length > 5 ? " and others" : ""}`;
}
