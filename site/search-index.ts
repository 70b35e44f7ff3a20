/** The index that the search of the pages loads: the words of each section, once. */
import { type Index, wordsOf } from "./assets/search.js";
import type { Heading } from "./markdown.ts";
import type { Page } from "./pages.ts";

interface Indexed {
  readonly page: Page;
  readonly headings: readonly Heading[];
}

export function searchIndex(pages: readonly Indexed[]): Index {
  const sections = pages.flatMap(({ page, headings }, number) => {
    const isApi = page.address.startsWith("reference/api-");
    const bodies = splitSections(page.markdown);
    return headings.map(({ id, text, depth }, i): Index["sections"][number] => [
      number,
      depth === 1 ? "" : id,
      text,
      // Members and examples of the API would be a third of the index.
      [...new Set(wordsOf((bodies[i + 1] ?? "").slice(0, isApi ? 300 : undefined)))].join(" "),
    ]);
  });
  return { pages: pages.map(({ page }) => [page.address, page.title, page.job]), sections };
}

/** Text above the first heading, then that of each. A comment of a shell block begins like a heading. */
function splitSections(markdown: string): readonly string[] {
  const bodies = [""];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (/^ *```/.test(line)) isCode = !isCode;
    if (!isCode && /^#{1,6} /.test(line)) bodies.push("");
    else bodies.push(`${bodies.pop()}\n${line}`);
  }
  return bodies;
}
