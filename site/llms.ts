/** The documents for language models (https://llmstxt.org): `llms.txt` names every page, `llms-full.txt` is all of them. */
import type { Documents } from "./pages.ts";

export function llmsIndex({ groups }: Documents): string {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](/docs/${page.address}): ${page.job}`);
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  return `# Drawbridge\n\n> Decides for apps whether a version may run and whether the back end is in maintenance.\n\n${sections.join("\n")}`;
}

export function llmsFull({ groups }: Documents): string {
  return groups.flatMap(({ pages }) => pages.map(({ markdown }) => markdown)).join("\n");
}
