/** Bounds on every document, in either syntax. The work of reading is linear; these keep its result small. */

/** Characters of a text, levels of maps and lists, characters of a key. */
export const textLimit = 4 * 1024 * 1024;
export const depthLimit = 32;
export const keyLimit = 256;
/** Keys of one map. The widest that can be right has 10 000 instances; listing the keys of a wider one takes long. */
export const mapLimit = 20_000;

/** Values of a document: scalars, maps and lists. */
export const valueLimit = 10_000;
/** A manifest at its largest: 10 000 instances and 5 000 windows of some twenty values each, and as many again. */
export const manifestValueLimit = 400_000;

export const tooDeep = `expected at most ${depthLimit} levels of maps and lists`;
export const tooLong = `expected at most ${textLimit} characters`;
