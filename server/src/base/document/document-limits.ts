/** Bounds on every document, in either syntax. The work of reading is linear; these keep its result small. */

/** Maximum characters of a text, levels of maps and lists, and characters of a key. */
export const textLimit = 4 * 1024 * 1024;
export const depthLimit = 32;
export const keyLimit = 256;
/** Maximum keys of one map. The widest valid one has 10 000 instances; listing the keys of a wider one takes long. */
export const mapLimit = 20_000;

/** Maximum values of a document: scalars, maps and lists. */
export const valueLimit = 10_000;
/** Maximum values of a manifest: 10 000 instances and 5 000 windows of about twenty values each, doubled. */
export const manifestValueLimit = 400_000;

export const tooDeep = `expected at most ${depthLimit} levels of maps and lists`;
export const tooLong = `expected at most ${textLimit} characters`;
