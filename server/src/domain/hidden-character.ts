/**
 * Characters that make a line read as another than it is: controls, those that change the direction of what follows
 * (U+202A–202E, U+2066–2069, U+061C), and those that show nothing. Some of the latter belong to how people write: joiners in
 * Persian and Indic words, selectors of a kanji's form, and what puts an emoji together. Those stay, where they do that.
 */

/** Joins or parts letters (ZWJ, ZWNJ): of scripts that are joined, never between Latin, Greek or Cyrillic ones, where it only hides. */
const joinersInWords = /(?<=[[\p{L}\p{M}]--[\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}]])[\u200C\u200D]/gv;
/** ZWJ between two pictures of one emoji. */
const joinersInEmoji = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gv;
/** As text or as a picture. */
const emojiSelectors = /(?<=\p{Emoji})[\uFE0E\uFE0F]/gv;
const letterSelectors = /(?<=\p{scx=Han})[\uFE00-\uFE02\u{E0100}-\u{E01EF}]|(?<=\p{scx=Mongolian})[\u180B-\u180D\u180F]/gv;
/** England, Scotland and Wales. */
const flags = /\p{RGI_Emoji_Tag_Sequence}/gv;

const written = [joinersInWords, joinersInEmoji, emojiSelectors, letterSelectors, flags];

/** U+2800 is a blank; U+FFF9–FFFB put one line above another. Lone surrogates can be stored nowhere. */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]/gv;

/** Each of them once, as `U+202E`. */
export function hiddenCharacters(text: string): string[] {
  // Nearly every text has none.
  if (text.search(hidden) < 0) return [];
  // One that is written so stands for itself: taken away, its neighbors would stand beside each other.
  const rest = written.reduce((left, pattern) => left.replaceAll(pattern, "\uFFFD"), text);
  return [...new Set(rest.match(hidden) ?? [])].map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

/** What to do about them; null: there are none. */
export function hiddenProblem(text: string): string | null {
  const found = hiddenCharacters(text);
  if (found.length === 0) return null;
  const few = found.slice(0, 5).join(", ");
  return `expected no invisible characters and none that change the direction of text: remove ${few}${found.length > 5 ? " and others" : ""}`;
}
