// Ranks the sections of the documents for a query. Pages load it for a search, and the build for the words of the index.

/** Words without meaning in a question, and the words that every page has. */
const empty = new Set(
  "a an and are as at be but by can do does for from how i if in is it its me my no not of on or our so that the their then there this to us we what when where which who why will with you your drawbridge".split(
    " ",
  ),
);

/** Stems of the words of a text, in their order. @param {string} text */
export function wordsOf(text) {
  // The parts of a name such as DrawbridgeDiskFilling are words too.
  const parts = (text.match(/\p{Lu}\p{Ll}+(?=\p{Lu})|(?<=\p{Ll})\p{Lu}\p{Ll}+/gu) ?? []).join(" ");
  const words = `${text} ${parts}`.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.filter((word) => !empty.has(word)).map(stem);
}

/** @param {string} word */
function stem(word) {
  if (word.length < 5 || word.includes("_")) return word;
  const cut = word.replace(/(?:ies|ied)$/, "y").replace(/(?:ing|ed|es|s|e)$/, "");
  return /([^aeioul])\1$/.test(cut) ? cut.slice(0, -1) : cut;
}

/**
 * @typedef {{ pages: [address: string, title: string, job: string][], sections: [page: number, anchor: string, heading: string, words: string][] }} Index
 * @typedef {{ address: string, anchor: string, title: string, heading: string }} Hit
 */

/** Best section of each page, best first. @param {Index} index @param {string} query @returns {Hit[]} */
export function rank({ pages, sections }, query) {
  const words = [...new Set(wordsOf(query))];
  const fields = sections.map(([page, , heading, text]) => {
    const [, title = "", job = ""] = pages[page] ?? [];
    return [wordsOf(heading), wordsOf(title), wordsOf(job), text.split(" ")];
  });
  const weights = [5, 6, 3, 1];
  const strengths = words.map((word) =>
    fields.map((lists) => Math.max(...lists.map((list, i) => matches(list, word) * (weights[i] ?? 0)))),
  );
  const rarity = strengths.map((row) => Math.log(1 + sections.length / (1 + row.filter((strength) => strength > 0).length)));
  /** @type {Map<number, { score: number, section: number }>} */
  const best = new Map();
  for (const [section, [page]] of sections.entries()) {
    const found = words.filter((_, w) => (strengths[w]?.[section] ?? 0) > 0).length;
    const sum = words.reduce((all, _, w) => all + (strengths[w]?.[section] ?? 0) * (rarity[w] ?? 0), 0);
    // The index of the documents, and pages that it does not list, repeat what others say.
    const share = pages[page]?.[2] ? 1 : 0.4;
    const score = share * sum * (found / words.length) ** 2;
    if (score > (best.get(page)?.score ?? 0)) best.set(page, { score, section });
  }
  return [...best.entries()]
    .sort(([, a], [, b]) => b.score - a.score)
    .map(([page, { section }]) => {
      const [, anchor = "", heading = ""] = sections[section] ?? [];
      const [address = "", title = ""] = pages[page] ?? [];
      return { address, anchor, title, heading };
    });
}

/** 1: the word; 0.5: a word that begins with it. @param {string[]} list @param {string} word */
function matches(list, word) {
  if (list.includes(word)) return 1;
  return word.length > 2 && list.some((other) => other.startsWith(word)) ? 0.5 : 0;
}
